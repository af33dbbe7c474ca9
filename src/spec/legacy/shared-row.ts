// A row wider than its block, in files of versions before 0.4: instances share it, as many as it has blocks (A.8,
// `src/model/buffer.cpp` of the reference). In version 0.4 nobody shares unless `cluster_size` says so.

import { type Diagnostic, warning } from '../../diagnostics/diagnostic.js';
import { numberOf } from '../build/values.js';
import { type Entry, nodeOf } from '../node.js';
import { defaultWordBits } from '../spec.js';

/** The cluster size that these attributes of an SRAM imply, where they give none; keys with underscores. */
export function sharedRow(owner: string, attributes: readonly Entry[], diagnostics: Diagnostic[]): readonly Entry[] {
  const find = (...names: readonly string[]) => attributes.find(({ key }) => names.includes(key));
  const width = find('width', 'memory_width', 'data_storage_width');
  const [rowBits, block] = [numberOf(width?.value), numberOf(find('block_size', 'n_words')?.value)];
  const wordBits = numberOf(find('word_bits', 'word_width', 'datawidth')?.value) ?? defaultWordBits;
  if (!width || rowBits === undefined || block === undefined || find('cluster_size')) return [];
  const blocks = rowBits / (wordBits * block);
  if (!Number.isSafeInteger(blocks) || blocks <= 1) return [];
  const message = `${blocks} instances of ${owner} share a row: ${rowBits} bits are ${blocks} blocks of ${block} x ${wordBits} bits`;
  const hint = `cluster_size: ${blocks} says so, as the reference takes it; a width of ${wordBits * block} shares nothing`;
  diagnostics.push(warning('W-COMPAT', message, { span: width.keySpan, hint }));
  return [{ key: 'cluster_size', keySpan: width.keySpan, value: nodeOf(blocks, width.value.span) }];
}
