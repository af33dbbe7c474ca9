// An included CSV file is a list of maps, one a line, with the headings as keys: numbers where a cell reads as one, no
// key where it is empty. `#` begins a comment.

import { parse } from 'csv-parse/sync';
import { type Diagnostic, error } from '../../diagnostics/diagnostic.js';
import type { SourceFile } from '../../diagnostics/span.js';
import { type ListNode, mapNodeOf } from '../node.js';

export function readCsvNode(source: SourceFile, diagnostics: Diagnostic[]): ListNode | undefined {
  let records: readonly {
    readonly record: Readonly<Record<string, string>>;
    readonly info: { readonly lines: number };
  }[];
  try {
    const options = { bom: true, columns: true, comment: '#', info: true, skip_empty_lines: true, trim: true } as const;
    records = parse(source.text, options) as unknown as typeof records;
  } catch (problem) {
    const { message, lines } = problem as Error & { readonly lines?: number };
    const span = lineSpan(source, lines ?? 1);
    diagnostics.push(error('E-READ', `${source.name} is not CSV: ${message}`, { span }));
    return undefined;
  }
  const items = records.map(({ record, info }) => {
    const cells = Object.entries(record).filter(([, cell]) => cell !== '');
    const values = cells.map(([key, cell]) => [key, Number.isFinite(Number(cell)) ? Number(cell) : cell] as const);
    return mapNodeOf(Object.fromEntries(values), lineSpan(source, info.lines));
  });
  return { kind: 'list', items, span: { source, start: 0, end: source.text.length } };
}

function lineSpan(source: SourceFile, line: number): ListNode['span'] {
  const lines = source.text.split('\n');
  const start = lines.slice(0, line - 1).reduce((offset, text) => offset + text.length + 1, 0);
  return { source, start, end: start + (lines[line - 1]?.trimEnd().length ?? 0) };
}
