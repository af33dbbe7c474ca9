// The tables of docs/validation/epu.md, computed again from the mappings that the searches found.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../shipped/shipped-files.js';
import { type Costs, costs } from './problems.js';

/** A mapping that was proven optimal, in short: by target `factors; permutation`. */
export interface Recorded {
  readonly network: string;
  readonly core: 'q8' | 'q16';
  readonly workload: string;
  /** As after `--set`; the rest of the machine's choices was searched, and `choices` are those that were taken. */
  readonly stated?: Readonly<Record<string, string>>;
  readonly choices: Readonly<Record<string, string>>;
  readonly mapping: Readonly<Record<string, string>>;
}

export interface Layer extends Costs {
  readonly network: string;
  readonly core: 'q8' | 'q16';
  readonly name: string;
  /** Of the workload file. */
  readonly path: string;
  readonly count: number;
  /** What lies on the cores. */
  readonly placement: string;
}

export const recordedFile = join(root, 'test/machines/epu/recorded-mappings.json');

export function recorded(): readonly Recorded[] {
  return JSON.parse(readFileSync(recordedFile, 'utf8')) as readonly Recorded[];
}

const spatial: Readonly<Record<string, number>> = { column: 99, row: 0, MAC: 99 };

/** All of them, or those of one name on one core. */
export function recordedLayers(only?: { readonly name: string; readonly core: string }): readonly Layer[] {
  return recorded().flatMap(({ network, core, workload: path, stated = {}, choices, mapping }) => {
    const name = path.split('/').at(-1)!.replace('.yaml', '');
    if (only && (only.name !== name || only.core !== core)) return [];
    const workload = workloadOf({ path });
    const count = Number(/^ {2}count: (\d+)$/m.exec(workload)?.[1] ?? 1);
    const entries = Object.entries(mapping).map(([target, text]) => entryOf(target, text));
    const priced = costs({ core, workload, mapping: entries.join('\n'), settings: { ...stated, ...choices } });
    return [{ network, core, name, path, count, placement: choices['machine.on_cores']!, ...priced }];
  });
}

export function workloadOf({ path }: Pick<Layer, 'path'>): string {
  return readFileSync(join(root, path), 'utf8');
}

/** Of a convolution's file. */
export function boundsOf(layer: Pick<Layer, 'path'>): Readonly<Record<string, number>> {
  const [, instance] = /instance: \{(.*)\}/.exec(workloadOf(layer))!;
  const bounds = instance!.split(', ').map((one) => one.split(': '));
  return { Wstride: 1, Hstride: 1, ...Object.fromEntries(bounds.map(([name, bound]) => [name, Number(bound)])) };
}

function entryOf(target: string, text: string): string {
  const [factors, order] = text.split('; ');
  const split = spatial[target];
  const kind = split === undefined ? 'type: temporal' : `type: spatial, split: ${split}`;
  return `  - {target: ${target}, ${kind}, factors: ${factors}${order ? `, permutation: ${order}` : ''}}`;
}

const shownParts = ['memCpy', 'flow in', 'flow out', 'neighbours', 'MAC', 'setup'] as const;

/** Rows of a network on one core, and their sum with every layer as often as it occurs. */
export function tableOf(layers: readonly Layer[]): string {
  const header = ['layer', 'on cores', 'x', 'cycles', ...shownParts, 'other'];
  const rows = layers.map((layer) => [
    layer.name,
    layer.placement,
    String(layer.count),
    ...figures(layer).map(grouped),
  ]);
  const sums = layers
    .map((layer) => figures(layer).map((figure) => figure * layer.count))
    .reduce((all, one) => all.map((sum, at) => sum + one[at]!));
  const occurrences = layers.reduce((sum, { count }) => sum + count, 0);
  const total = ['**all**', '', String(occurrences), ...sums.map(grouped)];
  return [line(header), rule(header.length), ...rows.map(line), line(total)].join('\n');
}

export function line(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}

/** Below the header: figures to the right, but for the first column. */
export function rule(columns: number, rest: 'figures' | 'text' = 'figures'): string {
  const others = new Array<string>(columns - 1).fill(rest === 'figures' ? '---:' : '---');
  return line(['---', ...others]);
}

function figures({ cycles, parts }: Layer): number[] {
  const shown = shownParts.map((part) => parts[part]!);
  return [cycles, ...shown, cycles - shown.reduce((sum, part) => sum + part, 0)];
}

export function totalOf(layers: readonly Layer[], figure: (layer: Layer) => number): number {
  return layers.reduce((sum, layer) => sum + layer.count * figure(layer), 0);
}

export function grouped(figure: number): string {
  return Math.round(figure).toLocaleString('en-US');
}
