// A mapping as a file that `mapper evaluate` reads back to the same mapping.

import { Document, isMap, isSeq } from 'yaml';
import type { MappingEntry } from '../mapping/codec.js';

export function mappingYaml(entries: readonly MappingEntry[], comment: readonly string[]): string {
  const document = new Document({ mapping: entries });
  const list = document.get('mapping');
  // One entry a line.
  if (isSeq(list)) for (const item of list.items) if (isMap(item)) item.flow = true;
  const head = comment.map((line) => `# ${line}\n`).join('');
  return `${head}${document.toString({ lineWidth: 0, flowCollectionPadding: false })}`;
}
