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
  return ownName(entry) ?? calledAfter(fileOf(entry, files), 'architecture') ?? 'architecture';
}

/** What a file calls what it holds: `designs/eyeriss/arch.yaml` eyeriss, and a layer in `resnet18/00.yaml` resnet18-00. */
export function calledAfter(file: NamedFile, what: 'architecture' | 'problem'): string | undefined {
  const { stem, folder } = fileNames(file);
  if (what === 'problem' && /^\d+$/.test(stem)) return `${folder}-${stem}`;
  if (!SAYS_NOTHING.test(stem)) return stem;
  return SAYS_NOTHING.test(folder) ? undefined : folder;
}

export function problemName(
  entry: Entry | undefined,
  architecture: Entry | undefined,
  files: readonly NamedFile[],
): string {
  if (!entry) return '';
  const own = ownName(entry);
  if (own !== undefined) return own;
  const file = fileOf(entry, files);
  const { stem } = fileNames(file);
  const ownFile = entry.value.span.source !== architecture?.value.span.source;
  const says = /^\d+$/.test(stem) || (ownFile && !SAYS_NOTHING.test(stem));
  return (says ? calledAfter(file, 'problem') : shapeName(entry)) ?? 'problem';
}

function ownName({ value }: Entry): string | undefined {
  return textOf(value, 'name') || undefined;
}

function shapeName({ value }: Entry): string | undefined {
  return textOf(value, 'shape') ?? textOf(childOf(value, 'shape'), 'name');
}

function fileOf({ value }: Entry, files: readonly NamedFile[]): NamedFile {
  const { source } = value.span;
  return files.find((file) => file.source === source) ?? { source, directory: null };
}

/** `designs/eyeriss/arch.yaml` has stem `arch` and folder `eyeriss`, and so has `eyeriss/arch` in a batch. */
function fileNames(file: NamedFile): { readonly stem: string; readonly folder: string } {
  const [stem, above] = pathParts(file).toReversed() as [string, string | undefined];
  const around = (file.directory ?? '').split(/[\\/]/).at(-1)!;
  return { stem, folder: above === undefined || /^\.*$/.test(above) ? around : above };
}

/** The path as it was given, without what the last part ends with. */
export function pathParts({ source }: NamedFile): readonly string[] {
  const parts = visible(source.name).split(/[\\/]/);
  return [...parts.slice(0, -1), parts.at(-1)!.replace(/(\.(ya?ml|json))?(\.(jinja2?|j2))?$/i, '')];
}
