// The distribution that a workload gives for a dataspace, ready to be asked.

import { type Dataspace, dataspaceExtents, dataspaceSize, type Workload } from '../../workload/workload.js';
import type { DensityModel } from './density-model.js';
import { FixedStructured } from './fixed-structured.js';
import { Hypergeometric } from './hypergeometric.js';
import { band, MatrixPattern } from './matrix-pattern.js';

/** Without a density a dataspace is dense. */
export function densityOf(
  workload: Workload,
  dataspace: Dataspace,
  options: { readonly quirks: boolean },
): DensityModel {
  const { density } = dataspace;
  if (density === undefined) return new FixedStructured(1);
  switch (density.kind) {
    case 'fixed_structured':
      return new FixedStructured(density.density);
    case 'hypergeometric':
      return new Hypergeometric(density.density, density.tensorWords ?? dataspaceSize(workload, dataspace), options);
    case 'banded': {
      const [rows, columns] = dataspaceExtents(dataspace, workload.bounds);
      return new MatrixPattern(`banded-${density.bandWidth}`, band(rows!, columns!, density.bandWidth));
    }
    case 'measured':
      return new MatrixPattern('measured', density.pattern);
  }
}
