// The reader behind the floor rules: it must see what it claims to see.

import { expect, test } from 'vitest';
import { codeOnly, importsOf, resolvedImport } from './source-files.js';

test('finds every form of import', () => {
  const text = [
    "import type { A } from './a.js';",
    "import { type B, type C } from './b.js';",
    "import { type D, e } from '../d.js';",
    "import fs from 'node:fs';",
    "import * as yaml from 'yaml';",
    "import './side-effect.js';",
    "export { f } from './f.js';",
    "export type { G } from './g.js';",
    "const late = await import('ajv');",
    "const worker = new URL('./worker.js', import.meta.url);",
    "import {\n  h,\n  type I,\n} from './h.js';",
    "// import gone from 'gone';",
  ].join('\n');
  const found = Object.fromEntries(importsOf(text).map(({ specifier, typeOnly }) => [specifier, typeOnly]));
  expect(found).toEqual({
    './a.js': true,
    './b.js': true,
    '../d.js': false,
    'node:fs': false,
    yaml: false,
    './side-effect.js': false,
    './f.js': false,
    './g.js': true,
    ajv: false,
    './worker.js': false,
    './h.js': false,
  });
});

test('resolves relative imports against src', () => {
  expect(resolvedImport('model/kernel/tiles.ts', '../plan.js')).toBe('model/plan.ts');
  expect(resolvedImport('cli/main.ts', '../spec/compat.js')).toBe('spec/compat.ts');
  expect(resolvedImport('cli/main.ts', 'yaml')).toBeNull();
});

test('sees identifiers, not comments or strings', () => {
  expect(codeOnly("const a = 'process'; // process")).not.toContain('process');
  expect(codeOnly(`/* Date */ const b = \`x \${process.pid}\`;`)).toContain('process.pid');
  expect(codeOnly('process.exit(1);')).toContain('process.exit');
});
