// Rows that several instances share, in files of versions before 0.4 (A.8, `src/model/buffer.cpp` of the reference). In
// version 0.4 nobody shares unless `cluster_size` says so, and `width` is what all that share have together.

import { type Diagnostic, warning } from '../../diagnostics/diagnostic.js';
import { spellings } from '../attribute-names.js';
import { numberOf } from '../build/values.js';
import { type Entry, nodeOf } from '../node.js';
import { defaultWordBits } from '../spec.js';

/** The attributes of an SRAM, keys with underscores, with a cluster size and a width that say the same. */
export function withSharedRow(
  owner: string,
  attributes: readonly Entry[],
  diagnostics: Diagnostic[],
): readonly Entry[] {
  const find = (names: readonly string[]) => attributes.find(({ key }) => names.includes(key));
  const width = find(spellings.width);
  const rowBits = numberOf(width?.value);
  if (!width || rowBits === undefined) return attributes;
  const wordBits = numberOf(find(spellings.wordBits)?.value) ?? defaultWordBits;
  const block = numberOf(find(spellings.blockSize)?.value);
  const cluster = numberOf(find(spellings.clusterSize)?.value);
  const blocks = rowBits / (wordBits * (block ?? 1));
  const say = (message: string, hint: string) =>
    diagnostics.push(warning('W-COMPAT', message, { span: width.keySpan, hint }));
  if (cluster !== undefined && cluster > 1 && blocks === 1) {
    const shared = rowBits * cluster;
    const message = `${owner}.${width.key} of ${rowBits} bits is read as that of each of the ${cluster} instances that share a row`;
    say(
      message,
      `a width of ${shared} says so; the reference read no width beside a cluster size when it took such files`,
    );
    return attributes.map((entry) => (entry === width ? { ...width, value: nodeOf(shared, width.value.span) } : entry));
  }
  if (cluster !== undefined || block === undefined || !Number.isSafeInteger(blocks) || blocks <= 1) return attributes;
  const message = `${blocks} instances of ${owner} share a row: ${rowBits} bits are ${blocks} blocks of ${block} x ${wordBits} bits`;
  const hint = `cluster_size: ${blocks} says so, as the reference takes it; a width of ${wordBits * block} shares nothing`;
  say(message, hint);
  return [...attributes, { key: 'cluster_size', keySpan: width.keySpan, value: nodeOf(blocks, width.value.span) }];
}
