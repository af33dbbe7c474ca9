// The files under `src/` and what each imports, for the rules that are tests.

import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export interface SourceFile {
  /** Relative to `src/`, with slashes. */
  readonly path: string;
  readonly text: string;
  /** Specifiers, type-only ones included. */
  readonly imports: readonly ImportedModule[];
}

export interface ImportedModule {
  readonly specifier: string;
  /** Erased by the compiler, so never loaded. */
  readonly typeOnly: boolean;
  /** Loaded when it is needed, by `import()`. */
  readonly lazy: boolean;
}

export const root = new URL('../../', import.meta.url);
const sources = new URL('src/', root);

export function sourceFiles(): readonly SourceFile[] {
  return readdirSync(sources, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path.endsWith('.ts'))
    .sort()
    .map((path) => {
      const text = readFileSync(fileURLToPath(new URL(path, sources)), 'utf8');
      return { path, text, imports: importsOf(text) };
    });
}

const statement = /^\s*(?:import|export)\s+(type\s+)?((?:[\w*{},\s$]+?\s+from\s+)?)['"]([^'"]+)['"]/gm;
const dynamic = /\bimport\(\s*['"]([^'"]+)['"]\s*\)|\bnew URL\(\s*['"](\.[^'"]+)['"]\s*,\s*import\.meta\.url/g;

export function importsOf(text: string): ImportedModule[] {
  const code = text.replace(/^\s*(?:\/\/|\*).*$/gm, '');
  return [
    ...[...code.matchAll(statement)].map(([, type, names, specifier]) => ({
      specifier: specifier!,
      typeOnly: type !== undefined || /^\{(\s*type\s+\w+(\s+as\s+\w+)?\s*,?)+\}\s*from\s*$/.test(names!.trim()),
      lazy: false,
    })),
    ...[...code.matchAll(dynamic)].map(([, module, url]) => ({
      specifier: (module ?? url)!,
      typeOnly: false,
      lazy: true,
    })),
  ];
}

/** The path of a relative import, relative to `src/`; null for packages and node modules. */
export function resolvedImport(from: string, specifier: string): string | null {
  if (!specifier.startsWith('.')) return null;
  const url = new URL(specifier, new URL(from, 'file:///src/'));
  return url.pathname.replace(/^\/src\//, '').replace(/\.js$/, '.ts');
}

/** The folder that a file belongs to; files of `src/` itself are their own. */
export function folderOf(path: string): string {
  return path.includes('/') ? path.slice(0, path.indexOf('/')) : path;
}

/** The code without comments and string contents: what a rule about identifiers looks at. */
export function codeOnly(text: string): string {
  return text.replace(
    /\/\*[\s\S]*?\*\/|\/\/[^\n]*|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`/g,
    (match) => (match.startsWith('`') ? match.replace(/[^${}\n]/g, (c) => (/[\w.()[\] ]/.test(c) ? c : ' ')) : "''"),
  );
}
