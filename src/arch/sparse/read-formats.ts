// `representation_format`: the ranks of every stored dataspace, with the bits of their metadata (G.1).

import { type Diagnostic, error, warning } from '../../diagnostics/diagnostic.js';
import { locatedNames, locatedText, mapItems, numberOf } from '../../spec/build/values.js';
import { childOf, itemsOf, type MapNode, type Node, textOf } from '../../spec/node.js';
import { isCompressed, type RankFormat, type RankKind, type StoredFormat } from './sparsity.js';

export interface MetadataStore {
  readonly owner: string;
  readonly wordBits: number;
  readonly rowBits: number;
  /** Under --compat. */
  readonly asReference: boolean;
  readonly diagnostics: Diagnostic[];
}

export function readFormats(groups: readonly MapNode[], store: MetadataStore): StoredFormat[] {
  const written = groups.map((group) => childOf(group, 'representation_format'));
  const formats = written.flatMap((format) => mapItems(childOf(format, 'data_spaces')));
  const read = formats.map((node) => readFormat(node, store));
  read.forEach((one, at) => {
    const first = read.findIndex(({ dataspace }) => dataspace.value === one.dataspace.value);
    if (first === at) return;
    const related = [{ message: 'the other one', span: read[first]!.dataspace.span }];
    const message = `${store.owner} has two formats for ${one.dataspace.value}`;
    store.diagnostics.push(error('E-DUPLICATE', message, { span: one.dataspace.span, related }));
  });
  return read;
}

function readFormat(node: MapNode, store: MetadataStore): StoredFormat {
  const dataspace = locatedText(node, 'name')!;
  const ranks = mapItems(childOf(node, 'ranks')).map((rank) => readRank(rank, store));
  ranks.forEach((rank, at) => {
    const above = ranks.slice(0, at).find(isCompressed);
    if (above === undefined || isCompressed(rank)) return;
    const message = `${store.owner} stores ${dataspace.value} with an uncompressed ${rank.kind} rank inside a compressed ${above.kind} rank`;
    const hint = 'list uncompressed ranks (UOP, UB) before compressed ones (CP, RLE, B)';
    store.diagnostics.push(error('E-SPARSE', message, { span: dataspace.span, hint }));
  });
  return { dataspace, innerToOuter: textOf(node, 'rank_application_order') === 'inner_to_outer', ranks };
}

function readRank(node: MapNode, store: MetadataStore): RankFormat {
  const kind = (textOf(node, 'format') ?? 'UOP').toUpperCase() as RankKind;
  const flattened = itemsOf(childOf(node, 'flattened_rankIDs')).map(locatedNames);
  // The reference reads no widths of UB, whose positions take whole words of the level (`uncompressed-bitmask.cpp`).
  if (kind === 'UB' && store.asReference) {
    const bits = store.wordBits;
    return { kind, metadataBits: bits, payloadBits: bits, flattened };
  }
  // A mask has a bit for every position, whether or not the level says how wide other words of metadata are.
  const assumed = kind === 'B' || kind === 'UB' ? 1 : store.wordBits;
  return {
    kind,
    metadataBits: wordBits(node, 'metadata_word_bits', { ...store, assumed }),
    payloadBits: wordBits(node, 'payload_word_bits', { ...store, assumed: store.wordBits }),
    flattened,
  };
}

/** Words of metadata fill rows evenly: a width that does not divide the row is widened to one that does. */
function wordBits(node: MapNode, key: string, store: MetadataStore & { readonly assumed: number }): number {
  const { owner, rowBits, diagnostics } = store;
  const given = childOf(node, key);
  const bits = numberOf(given) ?? store.assumed;
  if (given === undefined || rowBits === 0 || bits === 0 || rowBits % bits === 0) return bits;
  const { span }: Node = given;
  if (bits > rowBits) {
    const message = `${owner}: ${key} of ${bits} bits does not fit into a row of ${rowBits} bits`;
    const hint = 'raise metadata_storage_width';
    diagnostics.push(error('E-SPARSE', message, { span, expected: `at most ${rowBits}`, found: `${bits}`, hint }));
    return bits;
  }
  for (let wider = bits + 1; wider < 2 * bits; wider += 1) {
    if (rowBits % wider !== 0) continue;
    const message = `${owner}: ${key} of ${bits} bits is widened to ${wider}, so that words fill a row of ${rowBits} bits`;
    diagnostics.push(warning('W-SPARSE', message, { span }));
    return wider;
  }
  return bits;
}
