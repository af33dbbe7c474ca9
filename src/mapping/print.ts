// A loop nest as people of the field read it (H.3): outermost first, iterating loops only, each level with the tiles it
// holds.

import type { BareProblem } from './implied.js';
import type { LevelMapping, Mapping, TemporalLoop } from './mapping.js';

/** `[level][dataspace]`: words of the tile, and utilised capacity. */
export type TileSizes = readonly (readonly (readonly [number, number])[])[];

export function printLoopNest(context: BareProblem, mapping: Mapping, sizes: TileSizes): string {
  const blocks: string[] = [];
  let depth = 0;
  for (let index = mapping.levels.length - 1; index >= 0; index -= 1) {
    const level = mapping.levels[index]!;
    const title = header(index, level, { ...context, sizes });
    const loops = loopLines(level, context).map((line) => indented(line, depth++));
    if (index === 0) loops.push(indented('<< Compute >>', depth));
    // A level without loops runs together with the next one.
    blocks.push(
      loops.length === 0 ? `${title}\n` : `${[title, '-'.repeat(title.length - 1), ...loops].join('\n')}\n\n`,
    );
  }
  return `${blocks.join('').trimEnd()}\n`;
}

function header(index: number, level: LevelMapping, context: BareProblem & { readonly sizes: TileSizes }): string {
  const tiles = context.workload.dataspaces.flatMap((dataspace, id) => {
    if (!level.keep[id]) return [];
    const [words, utilized] = context.sizes[index]?.[id] ?? [0, 0];
    return [`${dataspace.name}:${words} (${utilized}) `];
  });
  return `${context.architecture.levels[index]!.name} [ ${tiles.join('')}] `;
}

/** Outermost first. */
function loopLines(level: LevelMapping, context: BareProblem): readonly string[] {
  const line = (loop: TemporalLoop, suffix: string): string => {
    const end = loop.residual === loop.bound ? `${loop.bound}` : `${loop.bound},${loop.residual}`;
    return `for ${context.workload.dimensions[loop.dimension]!} in [0:${end})${suffix}`;
  };
  return [
    ...level.temporal.toReversed().map((loop) => line(loop, '')),
    ...level.spatial.toReversed().map((loop) => line(loop, ` (Spatial-${loop.axis.toUpperCase()})`)),
  ];
}

function indented(line: string, depth: number): string {
  return `| ${'  '.repeat(depth)}${line}`;
}
