// Projects with a slip in a template, as their users see them: the place in the template, what is wrong, what to do.

import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mapperHere, root } from './run-mapper.js';

const top = 'example_designs/top.yaml.jinja2';
const arch = 'example_designs/eyeriss_like/arch.yaml';
const mapper = 'example_designs/_include/mapper.yaml';
let directory = '';

beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'mapper-broken-'));
  cpSync(join(root, 'test/golden/projects/exercises'), directory, { recursive: true });
});

afterAll(() => rmSync(directory, { recursive: true }));

interface Slip {
  readonly what: string;
  readonly file: string;
  readonly from: string;
  readonly to: string;
  readonly said: string;
}

const slips: readonly Slip[] = [
  {
    what: 'a name that nobody gives',
    file: top,
    from: "'/problem.yaml'%}",
    to: "suffix ~ '/problem.yaml'%}",
    said: `${top}:20:51: error[E-JINJA]: suffix is not defined
   20 | … alt_problem = cwd() ~ '/' ~ architecture ~ suffix ~ '/problem.yaml'%}
      |                                              ^^^^^^
  hint: give it with --jinja suffix=...
`,
  },
  {
    what: 'a block that nobody closes',
    file: top,
    from: '  {% set problem = problem | default(alt_problem)%}\n{% endif %}',
    to: '  {% set problem = problem | default(alt_problem)%}',
    said: `${top}:21:1: error[E-JINJA]: if is never closed
   21 | {% if path_exists(alt_problem) %}
      | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
  hint: close it with {% endif %}
`,
  },
  {
    what: 'an operator too many',
    file: top,
    from: "{% set mapping = cwd() ~ '/'",
    to: "{% set mapping = cwd() ~ ~ '/'",
    said: `${top}:35:1: error[E-JINJA]: an operator without a value before it
   35 | {% set mapping = cwd() ~ ~ '/' ~ architecture ~ '/mapping.yaml'%}
      | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
`,
  },
  {
    what: 'a filter that does not exist',
    file: top,
    from: "problem | default('_include",
    to: "problem | defalt('_include",
    said: `${top}:26:33: error[E-JINJA]: unknown filter: defalt
   26 | …set problem =       problem | defalt('_include/default_problem.yaml')%…
      |                                ^^^^^^
  hint: did you mean default?
`,
  },
  {
    what: 'a file that is not there',
    file: top,
    from: "'/_include/mapper.yaml'",
    to: "'/_include/maper.yaml'",
    said: `${top}:65:11: error[E-INCLUDE]: cannot find example_designs/_include/maper.yaml: no such file beside it or on the path
   65 | mapper: {{include(cwd() ~ '/_include/maper.yaml', 'mapper')}}
      |           ^^^^^^^
  hint: did you mean mapper.yaml?
`,
  },
  {
    what: 'a key that an included file does not have',
    file: top,
    from: "'compound_components.classes'",
    to: "'compound_components.clases'",
    said: `${top}:60:14: error[E-INCLUDE]: example_designs/_components/intmac.yaml has no compound_components.clases
   60 |   classes: {{include_all('_components/*.yaml', 'compound_components.cl…
      |              ^^^^^^^^^^^
  hint: it has version, classes
`,
  },
  {
    what: 'a slip of YAML in an included file',
    file: mapper,
    from: 'timeout: 10000',
    to: 'timeout: [10000',
    said: `${mapper}:6:12: error[E-YAML]: [ is not closed
    6 |   timeout: [10000
      |            ^
  expected ]
  hint: what follows is read as if it were inside
`,
  },
  {
    what: 'an expression without a value in an included template',
    file: arch,
    from: 'depth: 16384',
    to: "depth: {{ '2 * rowz' }}",
    said: `${arch}:27:22: error[E-NAME]: shared_glb.depth: rowz is not known here, in 2 * rowz
   27 |       depth: {{ '2 * rowz' }}
      |                      ^^^^
  expected an integer
`,
  },
];

test.each(slips)('$what', async ({ file, from, to, said }) => {
  const path = join(directory, file);
  const before = readFileSync(path, 'utf8');
  expect(before).toContain(from);
  writeFileSync(path, before.replace(from, to));
  try {
    const run = await mapperHere(['search', top, '--jinja', 'architecture=eyeriss_like', '--no-results', '--quiet'], {
      directory,
    });
    expect(run.stderr).toBe(said);
    expect(run).toMatchObject({ status: 2, stdout: '' });
  } finally {
    writeFileSync(path, before);
  }
});
