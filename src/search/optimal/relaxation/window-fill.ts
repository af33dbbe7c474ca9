// What the fan-outs of a link hand out of sliding windows, tabulated before anything is charged there.

import type { RelaxedProblem } from '../charges/relaxed-problem.js';
import { type WindowTables, windowTables } from '../charges/windows.js';

/** By dataspace; null where nothing slides. `below`: tiles below the fan-outs; `count` is told of spatial choices looked at. */
export function* fillWindows(
  problem: RelaxedProblem,
  k: number,
  { below, count }: { readonly below: Int32Array; readonly count: (choices: number) => void },
): Generator<void, (WindowTables | null)[], void> {
  const { chain, flows, spreads, operands, deliveries, forwarding, left } = problem;
  const windows: (WindowTables | null)[] = [];
  for (const [t, flow] of flows.entries()) {
    if (flow.window === null) {
      windows.push(null);
      continue;
    }
    // Nobody takes in a tile right above compute but where operands wait.
    const last = k === chain.links.length - 1;
    const choices = last ? spreads[k]!.filter((s) => operands.standsStill(t, s)) : spreads[k]!;
    const handed = { deliveries: deliveries[k]![t]!, forwarding: forwarding[k]![t]!, left: left[k]![t]! };
    const above = last ? problem.fitting(k, choices) : problem.above(k);
    const of = { flow, ...handed, below, spreads: choices, above, count };
    windows.push(yield* windowTables(chain, chain.links[k]!, of));
  }
  return windows;
}
