// What architecture and problem are called in results: the name they give themselves, or else what their files are
// called, unless that says nothing (`arch.yaml`).

import type { SourceFile } from '../../diagnostics/span.js';
import { visible } from '../../diagnostics/visible.js';
import { childOf, type Entry, textOf } from '../node.js';

export interface NamedFile {
  readonly source: SourceFile;
  readonly directory: string | null;
}

const SAYS_NOTHING =
  /^(arch|architecture|accelerator|prob|problem|workload|layer|spec|input|inputs|all|top|-|<stdin>)?$/i;

export function architectureName(entry: Entry | undefined, files: readonly NamedFile[]): string {
  if (!entry) return '';
  const own = ownName(entry);
  if (own !== undefined) return own;
  const { stem, folder } = fileNames(entry, files);
  if (!SAYS_NOTHING.test(stem)) return stem;
  return SAYS_NOTHING.test(folder) ? 'architecture' : folder;
}

export function problemName(
  entry: Entry | undefined,
  architecture: Entry | undefined,
  files: readonly NamedFile[],
): string {
  if (!entry) return '';
  const own = ownName(entry);
  if (own !== undefined) return own;
  const { stem, folder } = fileNames(entry, files);
  const ownFile = entry.value.span.source !== architecture?.value.span.source;
  // `resnet18/00.yaml`
  if (/^\d+$/.test(stem)) return `${folder}-${stem}`;
  if (ownFile && !SAYS_NOTHING.test(stem)) return stem;
  return shapeName(entry) ?? 'problem';
}

function ownName({ value }: Entry): string | undefined {
  return (value.kind === 'map' && textOf(value, 'name')) || undefined;
}

function shapeName({ value }: Entry): string | undefined {
  const shape = value.kind === 'map' ? childOf(value, 'shape') : undefined;
  if (shape?.kind === 'map') return textOf(shape, 'name');
  return shape?.kind === 'scalar' && typeof shape.value === 'string' ? shape.value : undefined;
}

/** `designs/eyeriss/arch.yaml` has stem `arch` and folder `eyeriss`, and so has `eyeriss/arch` in a batch. */
function fileNames(entry: Entry, files: readonly NamedFile[]): { readonly stem: string; readonly folder: string } {
  const { source } = entry.value.span;
  const directory = files.find((file) => file.source === source)?.directory ?? '';
  const parts = visible(source.name).split(/[\\/]/);
  const stem = parts.at(-1)!.replace(/(\.(ya?ml|json))?(\.(jinja2?|j2))?$/i, '');
  const folder = parts.at(-2) ?? directory.split(/[\\/]/).at(-1)!;
  return { stem, folder: /^\.*$/.test(folder) ? (directory.split(/[\\/]/).at(-1) ?? '') : folder };
}
