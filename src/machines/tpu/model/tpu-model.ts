// The TPU as a machine that evaluates and searches: what it demands of a problem, and the model that costs its nests.

import { type Diagnostic, error, hasErrors } from '../../../diagnostics/diagnostic.js';
import type { ModelledMachine } from '../../models.js';
import { operandsOf } from '../../operands.js';
import { paddedBounds } from './bounds.js';
import { impliedConstraints } from './constraints.js';
import { dimensionSets } from './dimensions.js';
import { checkStream, checkTypes } from './element-types.js';
import { footprintOf } from './footprint.js';
import { checkLayouts, checkStationary } from './formats.js';
import { machineParts } from './machine-parts.js';
import { parametersOf } from './parameters.js';
import { checkPlaces, placesIn } from './places.js';
import { reportOf } from './report.js';
import { scheduleOf } from './schedule.js';
import { transferOf } from './transfer.js';

export const tpuModel: ModelledMachine = {
  name: 'tpu',
  choices: () => [{}],
  imply: ({ workload, architecture, section }) => {
    const parameters = parametersOf(architecture.machineParameters);
    const diagnostics: Diagnostic[] = [
      ...checkPlaces(architecture, section?.span),
      ...checkStationary({ workload, parameters }, section),
    ];
    if (hasErrors(diagnostics)) return { value: undefined, diagnostics };
    const operands = operandsOf(workload, parameters.stationary);
    if (operands === null) {
      const count = (written: boolean): number =>
        workload.dataspaces.filter(({ readWrite }) => readWrite === written).length;
      const found = `${count(false)} inputs and ${count(true)} outputs`;
      const message = `a TPU multiplies two inputs into one output, and ${workload.name || 'the workload'} has ${found}`;
      return { value: undefined, diagnostics: [error('E-MACHINE', message, { span: section?.span, found })] };
    }
    const context = { workload, operands, parameters };
    diagnostics.push(...checkTypes(context, section), ...checkLayouts(context, section));
    if (hasErrors(diagnostics)) return { value: undefined, diagnostics };
    const sets = dimensionSets(workload, operands, parameters);
    const places = placesIn(architecture);
    const { widths } = places;
    diagnostics.push(...checkStream(context, widths.stream, section));
    const bounds = paddedBounds(workload, sets, {
      rows: widths.row,
      columns: widths.column,
      streamRows: parameters.streamRows,
    });
    const constraints = impliedConstraints({ workload, architecture, operands, sets, places });
    return { value: { ...(bounds && { bounds }), constraints }, diagnostics };
  },
  bind: ({ workload, architecture }) => {
    const parts = machineParts(workload, architecture);
    return {
      name: 'tpu',
      footprint: footprintOf(parts),
      transfer: transferOf(parts),
      schedule: scheduleOf(parts),
      choices: {},
      assumptions: ['bounds padded to whole folds'],
      rooflines: [],
      report: reportOf(parts),
    };
  },
};
