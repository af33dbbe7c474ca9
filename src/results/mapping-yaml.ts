// A mapping as a file that `mapper evaluate` reads back to the same mapping.

import { Document, isMap, isSeq } from 'yaml';
import { inOneLine } from '../diagnostics/visible.js';
import type { MappingEntry } from '../mapping/codec.js';
import type { Settings } from '../mapping/implied.js';

export interface MappingHead {
  readonly comment: readonly string[];
  /** What the search chose of the machine, which the file then says too: the mapping is one under these choices. */
  readonly machine?: Settings | undefined;
}

export function mappingYaml(entries: readonly MappingEntry[], { comment, machine }: MappingHead): string {
  const document = new Document({ ...(machine && { machine }), mapping: entries });
  const list = document.get('mapping');
  // One entry a line.
  if (isSeq(list)) for (const item of list.items) if (isMap(item)) item.flow = true;
  const head = comment.map((line) => `# ${inOneLine(line)}\n`).join('');
  return `${head}${document.toString({ lineWidth: 0, flowCollectionPadding: false })}`;
}
