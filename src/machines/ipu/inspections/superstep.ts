// `inspect ... superstep` and `inspect ... transfer`: compute, synchronization and exchange, and what leaves the chip.

import { answered, misunderstood } from '../../answers.js';
import type { Answer, InspectionRequest } from '../../machine.js';
import { requiredNumber, requiredNumbers, requiredText } from '../../request.js';
import { exchangeCycles } from '../exchange/exchange.js';
import { type Outside, outsideCycles } from '../exchange/outside.js';
import { superstepCycles } from '../exchange/superstep.js';
import type { ParameterName } from '../parameters.js';
import { generationOf, refusedBy, untrusted } from './answers.js';

export function answerSuperstep(request: InspectionRequest): Answer {
  const generation = generationOf(request);
  const [computeCycles, received, sent] = ['compute', 'receive', 'send'].map((name) =>
    requiredNumbers(request, name),
  ) as [readonly number[], readonly number[], readonly number[]];
  if (received.length !== sent.length) {
    const message = `--receive has ${received.length} tiles and --send has ${sent.length}`;
    return misunderstood(message, 'a number for each tile in both');
  }
  const receives = requiredText(request, 'receives') as 'alone' | 'paired';
  const traffic = received.map((receiveBytes, tile) => ({ receiveBytes, sendBytes: sent[tile]!, receives }));
  const chips = requiredNumber(request, 'chips');
  const cycles = superstepCycles(generation, { computeCycles, traffic, chips });
  const names: readonly ParameterName[] = [
    ...(chips > 1 ? [] : (['syncCycles'] as const)),
    ...(exchangeCycles(generation, traffic) > 0 ? (['exchangeLatencyCycles'] as const) : []),
  ];
  return answered({ json: { ...cycles, estimates: untrusted(generation, names) } });
}

export function answerTransfer(request: InspectionRequest): Answer {
  const generation = generationOf(request);
  const over = requiredText(request, 'over') as Outside;
  const verdict = outsideCycles(generation, {
    over,
    bytes: requiredNumber(request, 'bytes'),
    chips: requiredNumber(request, 'chips'),
  });
  if (verdict.kind === 'illegal') return refusedBy(verdict);
  const behind: Readonly<Record<Outside, ParameterName>> = {
    links: 'linkGigabytesPerSecond',
    streaming: 'streamingGigabytesPerSecond',
    host: 'hostGigabytesPerSecond',
  };
  return answered({ json: { legal: true, ...verdict.value, estimates: untrusted(generation, [behind[over]]) } });
}
