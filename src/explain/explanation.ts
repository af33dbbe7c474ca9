// Why a mapping costs what it costs, and what would help: the parts of `mapper explain`, and the one sentence of them that
// people want to hear first.

import type { Evaluation } from '../model/evaluation.js';
import type { Metric } from '../search/result.js';
import type { Change } from './changes.js';
import type { Least } from './least.js';
import type { LevelUse } from './level-use.js';
import type { Repeat } from './repeats.js';

export interface Costs extends Pick<Evaluation, 'cycles' | 'energyPj' | 'edpPjCycles'> {
  /** Whether it is proven that there is nothing better. */
  readonly optimal: boolean;
}

/** The optimum once more, with one thing doubled. */
export interface Sensitivity extends Change {
  /** Null where there is none: refused, or no mapping found. */
  readonly best: Costs | null;
  /** Why there is none. */
  readonly reason: string | null;
}

export interface Explanation {
  readonly architecture: string;
  readonly workload: string;
  readonly objective: readonly Metric[];
  readonly headline: string;
  readonly evaluation: Evaluation;
  /** Of the machine as it is; null where nothing was found. */
  readonly optimum: Costs | null;
  /** Of which mappings it is the optimum, where that is not of all that the files allow; null otherwise. */
  readonly among: string | null;
  readonly levels: readonly LevelUse[];
  readonly least: readonly Least[];
  readonly repeats: readonly Repeat[] | null;
  readonly sensitivities: readonly Sensitivity[];
}

/** Below this a difference is not worth a sentence. */
const noticeable = 0.01;

/** What binds, and what of all that could be doubled helps most, by the first metric that anything helps. */
export function headline(
  { binding }: Evaluation,
  optimum: Costs | null,
  { sensitivities, objective }: Pick<Explanation, 'sensitivities' | 'objective'>,
): string {
  const bound = `bound by ${binding.name}${binding.detail ? ` (${binding.detail})` : ''}`;
  if (optimum === null) return `${bound}; no optimum was found to compare with`;
  const order: readonly Quantity[] = objective[0] === 'energy' ? ['energyPj', 'cycles'] : ['cycles', 'energyPj'];
  const helps = order.flatMap((quantity) => bestOf(quantity, optimum, sensitivities) ?? []);
  const [first] = helps;
  if (first !== undefined) return `${first}; ${bound}`;
  const tried = sensitivities.filter(({ best }) => best !== null).length;
  const all = sensitivities.length;
  const which = tried === all ? '' : ` among the ${tried} of ${all} things that were searched`;
  return `${bound}; nothing helps by a percent when it is doubled alone${which}`;
}

type Quantity = 'cycles' | 'energyPj';

function bestOf(quantity: Quantity, optimum: Costs, sensitivities: readonly Sensitivity[]): string | undefined {
  const found = sensitivities.flatMap((one) => (one.best ? [{ one, value: one.best[quantity] }] : []));
  const [best] = found.sort((a, b) => a.value - b.value);
  if (best === undefined || best.value > optimum[quantity] * (1 - noticeable)) return undefined;
  const times = optimum[quantity] / best.value;
  const gain =
    quantity === 'cycles'
      ? `${times.toFixed(times < 1.1 ? 2 : 1)} times faster`
      : `${(100 * (1 - 1 / times)).toFixed(0)} % less energy`;
  return `${gain} if ${doubledText(best.one)}`;
}

function doubledText({ level, resource, detail }: Sensitivity): string {
  return resource === 'instances' ? `there were twice as many ${level} (${detail})` : `${level}'s ${resource} doubled`;
}
