import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { commands } from '../../src/cli/command-table.js';
import { flagsOf } from '../../src/cli/flags.js';
import { resolvedImport, sourceFiles } from '../architecture/source-files.js';
import { cleanEnvironment, example, mapper, mapperHere, program, root } from './run-mapper.js';

const directory = mkdtempSync(join(tmpdir(), 'mapper-cli-'));
afterAll(() => rmSync(directory, { recursive: true }));

function file(name: string, text: string): string {
  const path = join(directory, name);
  writeFileSync(path, text);
  return path;
}

describe('help', () => {
  it('lists every command', () => {
    const { status, stdout, stderr } = mapper(['--help']);
    expect([status, stderr]).toEqual([0, '']);
    for (const command of commands) expect(stdout).toContain(`  ${command.name} ${command.usage}`);
  });

  it('keeps to 80 columns but for commands to be typed', async () => {
    for (const words of [[], ['inspect'], ['inspect', 'tpu'], ...commands.map(({ name }) => [name])]) {
      const { stdout } = await mapperHere([...words, '--help']);
      const wide = stdout
        .split('\n')
        .filter((line) => line.length > 80 && !/^ {2}(mapper|echo|source|MAPPER_)/.test(line));
      expect([words, wide]).toEqual([words, []]);
    }
  });

  it.each(commands.map((command) => command.name))('of %s shows its flags and an example', async (name) => {
    const { status, stdout } = await mapperHere([name, '--help']);
    expect(status).toBe(0);
    for (const flag of flagsOf(name)) expect(stdout).toContain(`--${flag.name}`);
    expect(stdout).toMatch(new RegExp(`Examples:\\n[^]*mapper ${name}`));
  });

  it.each([
    [['help'], ['--help']],
    [['-h'], ['--help']],
    [
      ['help', 'search'],
      ['search', '--help'],
    ],
    [
      ['search', '-h'],
      ['search', '--help'],
    ],
    [
      ['help', 'inspect', 'tpu', 'layout'],
      ['inspect', 'tpu', 'layout', '--help'],
    ],
  ])('is what %j prints', async (asked, usual) => {
    expect(await mapperHere(asked)).toEqual({ ...(await mapperHere(usual)), status: 0 });
  });

  it('has examples whose shipped files exist', () => {
    const words = commands.flatMap((command) => command.examples).flatMap((example) => example.split(' '));
    const shipped = words.filter((word) => /^(arch|workloads)\//.test(word));
    expect(shipped.length).toBeGreaterThan(1);
    for (const path of shipped) expect(existsSync(join(root, path)), path).toBe(true);
  });

  it('loads nothing but the parser, so that it starts at once', () => {
    const files = new Map(sourceFiles().map((one) => [one.path, one]));
    const packages = new Set<string>();
    const seen = new Set<string>();
    const visit = (path: string): void => {
      if (seen.has(path)) return;
      seen.add(path);
      for (const { specifier, typeOnly } of files.get(path)!.imports) {
        const target = resolvedImport(path, specifier);
        const lazy = files.get(path)!.text.includes(`import('${specifier}')`);
        if (typeOnly || lazy || specifier.endsWith('package.json')) continue;
        if (target === null) packages.add(specifier);
        else visit(target);
      }
    };
    visit('cli/main.ts');
    visit('cli/process.ts');
    expect(seen.size).toBeGreaterThan(5);
    expect([...packages].filter((name) => !name.startsWith('node:'))).toEqual(['commander']);
  });

  it('prints the version', () => {
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
    expect(mapper(['--version'])).toEqual({ status: 0, stdout: `${version}\n`, stderr: '' });
    expect(mapper(['search', '--version']).stdout).toBe(`${version}\n`);
  });
});

describe('bad usage is exit code 2, said on stderr', () => {
  it.each([
    [['serch'], "unknown command 'serch'", 'Did you mean search?'],
    [['search', '--objectve', 'edp'], "unknown option '--objectve'", 'Did you mean --objective?'],
    [['evaluate', '--compat', 'timelop-v4'], '--compat must be one of', 'did you mean timeloop-v4?'],
    [['evaluate', '--set'], "option '--set <KEY=VALUE>' argument missing", ''],
    [['evaluate'], 'no input files', 'mapper evaluate <arch.yaml>'],
    [['validate'], 'no files', 'mapper validate'],
    [['compare', 'one.csv'], 'compare takes two CSV files, got 1', ''],
    [['completion', 'tcsh'], "'tcsh' is invalid", ''],
    [[], 'Usage: mapper', ''],
    [['evaluate', ...example, '--set', 'depth'], '--set must be KEY=VALUE, got "depth"', ''],
    [['evaluate', '-', '-', example[2]], 'standard input (-) can be only one of the files', ''],
    [['evaluate', ...example, '--config', 'nowhere.yaml'], 'cannot read nowhere.yaml', ''],
  ])('%j', async (args, message, hint) => {
    const { status, stdout, stderr } = await mapperHere(args);
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toContain(message);
    expect(stderr).toContain(hint);
  });
});

it('bad usage is the same in a process of its own', async () => {
  for (const args of [['serch'], [], ['evaluate', '--compat', 'timelop-v4']]) {
    const run = mapper(args);
    expect(run.status).toBe(2);
    expect(await mapperHere(args)).toEqual(run);
  }
});

describe('configuration', () => {
  const config = file('config.yaml', 'json: true\nseed: from-file\nobjective: [energy, cycles]\n');

  it('shows every value and where it came from', () => {
    const args = ['search', '--config', config, '--top', '3', '--print-config'];
    const { status, stdout } = mapper(args, { environment: { MAPPER_SEED: 'from-variable' } });
    expect(status).toBe(0);
    const { command, options } = JSON.parse(stdout) as { command: string; options: Record<string, unknown> };
    expect(command).toBe('search');
    expect(options).toMatchObject({
      top: { value: 3, origin: 'command line' },
      seed: { value: 'from-variable', origin: 'environment', where: 'MAPPER_SEED' },
      objective: { value: ['energy', 'cycles'], origin: 'config file', where: config },
      algorithm: { value: 'optimal', origin: 'default' },
    });
  });

  it('is applied, and may be named by a variable', async () => {
    const { stdout } = await mapperHere(['evaluate', ...example], { environment: { MAPPER_CONFIG: config } });
    expect(JSON.parse(stdout)).toMatchObject({ valid: true });
  });

  it.each([
    ['seed: 1\ntops: 3', '2:1', 'unknown key tops'],
    ['top: many', '1:6', 'must be an integer of at least 1, got "many"'],
    ['- top', '1:1', 'must hold a map'],
    ['top: [', '1:6', 'error[E-YAML]'],
    ['top: 1\ntop: 2', '2:1', 'key top is given twice'],
  ])('refuses %j where it stands', async (text, place, message) => {
    const path = file('bad.yaml', text);
    const { status, stderr } = await mapperHere(['search', 'a', 'b', '--config', path]);
    expect(status).toBe(2);
    expect(stderr).toContain(message);
    expect(stderr).toContain(`bad.yaml:${place}: error`);
  });

  it('may say nothing', async () => {
    const empty = file('empty.yaml', '# nothing yet\n');
    expect((await mapperHere(['evaluate', ...example, '--config', empty])).status).toBe(0);
  });
});

describe('streams', () => {
  const colorStart = '\u001b[';

  it('colors only when asked to or on a terminal', async () => {
    const shown = async (args: readonly string[], environment = {}) =>
      (await mapperHere(['evaluate', ...example, ...args], { environment })).stdout.includes(colorStart);
    expect(await shown([])).toBe(false);
    expect(await shown(['--color', 'always'])).toBe(true);
    expect(await shown([], { FORCE_COLOR: '1' })).toBe(true);
    expect(await shown([], { FORCE_COLOR: '1', NO_COLOR: '1' })).toBe(false);
    expect(await shown(['--color', 'never'], { FORCE_COLOR: '1' })).toBe(false);
    expect(await shown(['--color', 'always'], { NO_COLOR: '1' })).toBe(true);
    const run = mapper(['evaluate', ...example], { environment: { FORCE_COLOR: '1' } });
    expect(run.stdout).toContain(colorStart);
  });

  it('ends quietly when the reader has gone', () => {
    const cases = `${JSON.stringify({ id: 1 })}\n`.repeat(3000);
    const script = `"${process.execPath}" "${program}" evaluate --batch - | head -n 1 >/dev/null; echo "\${PIPESTATUS[0]}"`;
    const run = spawnSync('bash', ['-c', script], { input: cases, env: cleanEnvironment(), encoding: 'utf8' });
    expect(run.stdout).toBe('0\n');
    expect(run.stderr).toBe('');
  });
});
