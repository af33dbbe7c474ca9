// `mapper explain` for people: the sentence to hear first, what binds, where the energy goes, which loops bring words again,
// how far it is to what nobody can get below, and what doubling each thing would do.

import type { Explanation } from '../explain/explanation.js';
import type { Least } from '../explain/least.js';
import type { LevelUse } from '../explain/level-use.js';
import type { Repeat } from '../explain/repeats.js';
import { dataspaceTable } from './cost-table.js';
import { machineText } from './machine-text.js';
import { percent, readable } from './numbers.js';
import type { Style } from './style.js';
import { notesText, numbers, renderTable, texts, wrapped } from './table.js';
import { energyText, energyUnit } from './units.js';

/** Loops are many, and few of them cost anything. */
const mostRepeats = 8;

export function explanationText(explanation: Explanation, style: Style): string {
  const { evaluation, workload, architecture, objective, headline } = explanation;
  const lead = `${headline[0]!.toUpperCase()}${headline.slice(1)}.`;
  const sections = [
    `${style.bold(workload)} on ${style.bold(architecture)}, objective ${objective.join(', ')}\n`,
    `${style.accent(wrapped(lead, style.width))}\n`,
    leastTable(explanation, style),
    `what binds\n${bindingTable(explanation.levels, style)}`,
    ...(evaluation.machine ? [machineText(evaluation.machine, style)] : []),
    `where the energy goes\n${dataspaceTable(evaluation, style)}`,
    repeatsText(explanation, style),
    sensitivityText(explanation, style),
  ];
  return sections.join('\n');
}

function leastTable({ least, evaluation, optimum, among }: Explanation, style: Style): string {
  const rows = least.map((one) => [
    nameOf(one),
    amount(one, one.found),
    amount(one, one.least),
    one.least > 0 ? (one.found / one.least).toFixed(2) : '-',
  ]);
  const columns = [...texts(''), ...numbers('here', 'at least*', 'times')];
  const note = '* every instance busy in every cycle; operations, and every word moved once, outermost only';
  const behind = optimum ? behindOptimum(evaluation, optimum) : [];
  return `${renderTable({ columns, rows, style })}${notesText([note, ...behind, ...(among === null ? [] : [among])], style)}`;
}

function nameOf({ what, level, dataspace }: Least): string {
  if (level === null) return what === 'energyPj' ? 'energy' : what;
  return `${level}: ${dataspace} (${what})`;
}

function amount({ what }: Least, value: number): string {
  return what === 'energyPj' ? energyText(value) : readable(value);
}

/** Of a mapping that was given: how far from the best there is. */
function behindOptimum(here: Explanation['evaluation'], best: NonNullable<Explanation['optimum']>): readonly string[] {
  const [cycles, energy] = [here.cycles / best.cycles, here.energyPj / best.energyPj];
  if (Math.abs(cycles - 1) < 1e-6 && Math.abs(energy - 1) < 1e-6) return [];
  const found = best.optimal ? 'optimum' : 'best that was found';
  return [
    `the ${found} takes ${readable(best.cycles)} cycles and ${energyText(best.energyPj)}: ${signed(best.cycles / here.cycles)} and ${signed(best.energyPj / here.energyPj)}`,
  ];
}

function bindingTable(levels: readonly LevelUse[], style: Style): string {
  const share = (part: number | null): string => (part === null ? '-' : `${percent(part)} %`);
  const latency = levels.some(({ latencyCycles }) => latencyCycles > 0);
  const rows = levels.map((one) => [
    style.accent(one.level),
    highlighted(one.capacity, share, style),
    highlighted(one.bandwidth, share, style),
    `${readable(one.usedInstances)} of ${readable(one.instances)}`,
    ...(latency ? [readable(one.latencyCycles)] : []),
  ]);
  const headers = ['capacity', 'bandwidth', 'instances', ...(latency ? ['latency (cycles)'] : [])];
  const columns = [...texts('level'), ...numbers(...headers)];
  return renderTable({ columns, rows, style });
}

/** What is used up stands out. */
function highlighted(part: number | null, text: (part: number | null) => string, style: Style): string {
  return part !== null && part > 0.995 ? style.warn(text(part)) : text(part);
}

function repeatsText({ repeats, evaluation }: Explanation, style: Style): string {
  const title = 'loops that bring the same words again';
  if (repeats === null) {
    const why = evaluation.machine ? 'a machine with a model of its own' : 'imperfect factors';
    return notesText([`${title}: not known for ${why}`], style);
  }
  if (repeats.length === 0) return `${title}: none\n`;
  const shown = repeats.slice(0, mostRepeats);
  const { unit, show } = energyUnit(shown.map(({ energyPj }) => energyPj));
  const row = ({ level, dimension, bound, dataspace, times, energyPj }: Repeat): readonly string[] => [
    style.accent(level),
    `for ${dimension} in [0:${bound})`,
    dataspace,
    times.toFixed(2),
    show(energyPj),
    `${percent(energyPj / evaluation.energyPj)} %`,
  ];
  const columns = [...texts('level', 'loop', 'again'), ...numbers('times', `energy (${unit})`, 'share')];
  const rest = repeats.length - shown.length;
  const more = rest > 0 ? style.dim(`and ${rest} more that cost less\n`) : '';
  return `${title}\n${renderTable({ columns, rows: shown.map(row), style })}${more}`;
}

function sensitivityText({ sensitivities, optimum }: Explanation, style: Style): string {
  if (optimum === null || sensitivities.length === 0) return '';
  const rows = sensitivities.map((one) => [
    style.accent(one.level),
    `${one.resource}: ${one.detail}`,
    ...(['cycles', 'energyPj', 'edpPjCycles'] as const).map((figure) =>
      one.best ? change(one.best[figure] / optimum[figure]) : '-',
    ),
  ]);
  function change(ratio: number): string {
    const text = signed(ratio);
    return ratio < 0.995 ? style.good(text) : ratio > 1.005 ? style.bad(text) : text;
  }
  const columns = [...texts('level', 'doubled'), ...numbers('cycles', 'energy', 'EDP')];
  const unproven = sensitivities.some(({ best }) => best?.optimal === false);
  const notes = [
    ...sensitivities.flatMap(({ level, resource, reason }) => (reason ? [`${level} ${resource}: ${reason}`] : [])),
    ...(unproven ? ['some of these are the best found, not proven'] : []),
    'energies per access stay as they are given; only those that are estimated follow the size',
  ];
  const head = `the optimum with one thing doubled, against ${optimum.optimal ? 'that' : 'the best found'} of the machine as it is`;
  return `${head}\n${renderTable({ columns, rows, style })}${notesText(notes, style)}`;
}

function signed(ratio: number): string {
  const change = 100 * (ratio - 1);
  const text = Math.abs(change).toFixed(1);
  return text === '0.0' ? '0 %' : `${change < 0 ? '-' : '+'}${text} %`;
}
