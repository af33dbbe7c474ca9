// Small cases written by hand: dataspaces as in `workload-text.ts`, levels as the text of their loops.

import type { LevelMapping } from '../../src/mapping/mapping.js';
import { defaultModelOptions, type EvalPlan, type ModelOptions } from '../../src/model/plan.js';
import { plainArchitecture } from './plain-architecture.js';
import type { RandomCase } from './random-case.js';
import { parseDataspaces } from './workload-text.js';

export interface SmallCase {
  readonly dataspaces: readonly string[];
  /**
   * Innermost level first, loops inner to outer: `R3 P8` is a storage level, `P4x R3y` a fan-out level as wide as its
   * loops. `P4,3` is imperfect, a last word `-W` bypasses W.
   */
  readonly levels: readonly string[];
  readonly options?: Partial<ModelOptions>;
}

export function smallCase({ dataspaces: lines, levels, options }: SmallCase): RandomCase {
  const { dimensions, dataspaces } = parseDataspaces(lines);
  const parsed = levels.map((text) => {
    const words = text.split(' ').filter((word) => word !== '');
    const loops = words
      .filter((word) => !word.startsWith('-'))
      .map((word) => {
        const [, name, bound, residual, axis] = /^(\w)(\d+)(?:,(\d+))?([xy]?)$/.exec(word)!;
        return {
          dimension: dimensions.indexOf(name!),
          bound: Number(bound),
          residual: Number(residual ?? bound),
          axis: axis as 'x' | 'y' | '',
        };
      });
    const bypassed = words.filter((word) => word.startsWith('-')).map((word) => word.slice(1));
    return { loops, bypassed, fanout: loops.some(({ axis }) => axis !== '') };
  });
  const wide = (level: (typeof parsed)[number], axis: 'x' | 'y'): number =>
    level.loops.reduce((product, loop) => (loop.axis === axis ? product * loop.bound : product), 1);
  const architecture = plainArchitecture(
    parsed.map((level) => ({
      kind: level.fanout ? 'fanout' : 'storage',
      fanoutX: wide(level, 'x'),
      fanoutY: wide(level, 'y'),
    })),
  );
  const mapping = {
    levels: parsed.map(
      ({ loops, bypassed, fanout }): LevelMapping => ({
        spatial: loops.flatMap(({ axis, ...loop }) => (axis === '' ? [] : [{ ...loop, axis }])),
        temporal: loops.flatMap(({ axis, ...loop }) => (axis === '' ? [loop] : [])),
        keep: dataspaces.map(({ name }) => !fanout && !bypassed.includes(name)),
      }),
    ),
  };
  const bounds = dimensions.map((_, dimension) => {
    // D.3, outer to inner.
    const own = mapping.levels
      .flatMap(({ spatial, temporal }) => [...spatial, ...temporal])
      .filter((loop) => loop.dimension === dimension);
    return own.reduceRight((last, { bound, residual }) => last * bound + residual - 1, 0) + 1;
  });
  const none = (): Int32Array => new Int32Array(levels.length);
  const plan: EvalPlan = {
    workload: { name: 'small', dimensions, bounds, dataspaces, count: 1, types: new Map() },
    architecture,
    options: { ...defaultModelOptions, ...options },
    flags: {
      temporalNoReuse: none(),
      rmwFirstUpdate: none(),
      spatialNoReuse: none(),
      noLinkTransfer: none(),
      noCoalesce: none(),
    },
    cumulativeFanout: false,
    overbooking: new Float64Array(levels.length).fill(1),
  };
  return { plan, mapping, alternatives: [] };
}
