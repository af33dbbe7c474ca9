// The machine `epu` of an architecture file: a tree of DDR, OCM, local memory and broadcast register under the rules of section 2.7.

import { error, hasErrors, type Outcome } from '../../../diagnostics/diagnostic.js';
import type { Implied } from '../../../mapping/implied.js';
import { distinctWords } from '../../../workload/distinct-words.js';
import type { ModelledMachine } from '../../modelled-machine.js';
import { elementwiseOf, requireOperands } from '../../operands.js';
import { dividedAsStated } from '../../padding.js';
import { choicesOf } from './choices.js';
import { impliedConstraints, paddedBounds } from './constraints.js';
import { checkTypes } from './element-types.js';
import { footprintOf } from './footprint.js';
import { checkPlaces } from './places.js';
import { problemOf } from './problem.js';
import { reportOf } from './report.js';
import { leastBytes, rooflinesOf } from './rooflines.js';
import { relayoutCycles, scheduleOf, worksOf } from './schedule.js';
import { settingsOf } from './settings.js';
import { transferOf } from './transfer.js';

export const epuModel: ModelledMachine = {
  name: 'epu',

  choices: ({ workload, architecture }) => choicesOf(workload, architecture.machineParameters),

  imply({ workload, architecture, section, stated }): Outcome<Implied> {
    const settings = settingsOf(architecture.machineParameters);
    const span = section?.span;
    const elementwise = elementwiseOf(workload) !== null;
    const operands = elementwise ? [] : requireOperands(workload, { machine: 'epu', span }).diagnostics;
    const diagnostics = [
      ...checkPlaces(architecture, settings.core),
      // A workload knows no places; what the machine cannot compute is refused where the machine is named.
      ...checkTypes(workload).map((one) => (span ? { span, ...one } : one)),
      ...operands,
      ...(elementwise && settings.onCores === 'columns' ? [error('E-MACHINE', noColumns, { span })] : []),
    ];
    if (hasErrors(diagnostics)) return { value: undefined, diagnostics };
    const problem = problemOf({ workload, architecture });
    const bounds = dividedAsStated(workload.bounds, paddedBounds(problem), stated);
    return { value: { bounds, constraints: impliedConstraints(problem, bounds) }, diagnostics };
  },

  clock: ({ machineParameters }) => ({ hertz: settingsOf(machineParameters).core.clockHz, key: 'clock_hz' }),

  bind({ workload, architecture }) {
    const problem = problemOf({ workload, architecture });
    const { settings } = problem;
    const works = worksOf(problem);
    return {
      name: 'epu',
      footprint: footprintOf(problem),
      transfer: transferOf(problem),
      schedule: scheduleOf(problem),
      choices: { on_cores: settings.onCores, strided_fetch: settings.stridedFetch },
      assumptions: ['bounds padded to whole tiles'],
      rooflines: rooflinesOf(problem),
      leastBytes: (t) => leastBytes(problem, t),
      relayoutCycles: (_, t) => relayoutCycles(problem, distinctWords(workload.bounds, workload.dataspaces[t]!)),
      report: (nest) => reportOf(problem, works, nest),
    };
  },
};

const noColumns = 'nothing is multiplied by weights, so that the cores cannot have columns of them';
