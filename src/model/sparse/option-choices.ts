// Of several options of one optimization the hardware takes one: what each way to choose leaves at least is more than what
// all options together would.

import type { StorageLevel } from '../../arch/architecture.js';
import type { EvalPlan } from '../plan.js';

/** The plan for every way to take one option of each optimization; itself alone where there are more than `most`. */
export function optionChoices(plan: EvalPlan, most: number): readonly EvalPlan[] {
  const { architecture } = plan;
  let chosen: readonly (readonly StorageLevel[])[] = [[]];
  for (const level of architecture.levels) {
    const ways = waysOf(level);
    chosen = chosen.flatMap((inside) => ways.map((way) => [...inside, way]));
    if (chosen.length > most) return [plan];
  }
  return chosen.length === 1
    ? [plan]
    : chosen.map((levels) => ({ ...plan, architecture: { ...architecture, levels } }));
}

function waysOf(level: StorageLevel): readonly StorageLevel[] {
  const { sparsity } = level;
  if (sparsity === undefined) return [level];
  let chosen: readonly (typeof sparsity.actions)[] = [[]];
  for (const action of sparsity.actions)
    chosen = chosen.flatMap((before) => action.options.map((option) => [...before, { ...action, options: [option] }]));
  return chosen.map((actions) => ({ ...level, sparsity: { ...sparsity, actions } }));
}
