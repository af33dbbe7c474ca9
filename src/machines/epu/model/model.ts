// The machine `epu` of an architecture file: a tree of DDR, OCM, local memory and broadcast register under the rules of section 2.7.

import type { Outcome } from '../../../diagnostics/diagnostic.js';
import { error, hasErrors } from '../../../diagnostics/diagnostic.js';
import type { Implied, Settings } from '../../../mapping/implied.js';
import type { PlainValue } from '../../../spec/node.js';
import { distinctWords } from '../../../workload/distinct-words.js';
import type { Workload } from '../../../workload/workload.js';
import { openChoices } from '../../choices.js';
import type { ModelledMachine } from '../../modelled-machine.js';
import { elementwiseOf, requireOperands } from '../../operands.js';
import { relayoutCycles, scheduleOf, WorkOf } from './cycles.js';
import { factsOf } from './facts.js';
import { footprintOf } from './footprint.js';
import { checkTypes } from './operand-types.js';
import { readParameters } from './parameters.js';
import { problemOf } from './problem.js';
import { rolesOf } from './roles.js';
import { leastBytes, rooflinesOf } from './rooflines.js';
import { impliedConstraints, paddedBounds } from './rules.js';
import { transferOf } from './transfer.js';
import { checkTree } from './tree.js';

export const epuModel: ModelledMachine = {
  name: 'epu',

  choices: ({ workload, architecture }) => choicesOf(workload, architecture.machineParameters),

  imply({ workload, architecture, section }): Outcome<Implied> {
    const parameters = readParameters(architecture.machineParameters);
    const span = section?.span;
    const elementwise = elementwiseOf(workload) !== null;
    const operands = elementwise ? [] : requireOperands(workload, { machine: 'epu', span }).diagnostics;
    const diagnostics = [
      ...checkTree(architecture, parameters.core),
      // A workload knows no places; what the machine cannot compute is refused where the machine is named.
      ...checkTypes(workload).map((one) => (span ? { ...one, span } : one)),
      ...operands,
      ...(elementwise && parameters.onCores === 'columns' ? [error('E-MACHINE', noColumns, { span })] : []),
    ];
    if (hasErrors(diagnostics)) return { value: undefined, diagnostics };
    const problem = problemOf(
      { workload, architecture },
      parameters,
      rolesOf(workload, parameters.onCores, parameters.core.arraySide)!,
    );
    const bounds = paddedBounds(problem);
    return { value: { bounds, constraints: impliedConstraints(problem, bounds) }, diagnostics };
  },

  bind({ workload, architecture }) {
    const parameters = readParameters(architecture.machineParameters);
    // `imply` has refused workloads without roles.
    const roles = rolesOf(workload, parameters.onCores, parameters.core.arraySide)!;
    const problem = problemOf({ workload, architecture }, parameters, roles);
    const works = new WorkOf(problem);
    return {
      name: 'epu',
      footprint: footprintOf(problem),
      transfer: transferOf(problem),
      schedule: scheduleOf(problem),
      choices: { on_cores: parameters.onCores, strided_fetch: parameters.stridedFetch },
      assumptions: ['bounds padded to whole tiles'],
      rooflines: rooflinesOf(problem),
      leastBytes: (t) => leastBytes(problem, t),
      relayoutCycles: (_, t) => relayoutCycles(problem, distinctWords(workload.bounds, workload.dataspaces[t]!)),
      report: (nest) => factsOf(problem, works, nest),
    };
  },
};

const noColumns = 'nothing is multiplied by weights, so that the cores cannot have columns of them';

/** Placements that put something on the cores, and ways to fetch every second row where there is such a thing. */
function choicesOf(workload: Workload, given: PlainValue): readonly Settings[] {
  const { arraySide } = readParameters(given).core;
  const placements = (['rows', 'columns'] as const).flatMap((placement): Settings[] => {
    const roles = rolesOf(workload, placement, arraySide);
    if (roles === null || roles.axes.length === 0) return [];
    const strided = roles.axes.some(({ stride }) => stride > 1);
    return (strided ? ['rau', 'flow'] : ['rau']).map((fetch) => ({ on_cores: placement, strided_fetch: fetch }));
  });
  return openChoices(placements, given);
}
