import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { commands } from '../../src/cli/command-table.js';
import { flagsOf } from '../../src/cli/flags.js';
import { bashCompletion } from '../../src/cli/shells/bash.js';
import { fishCompletion } from '../../src/cli/shells/fish.js';
import { zshCompletion } from '../../src/cli/shells/zsh.js';
import { machines } from '../../src/machines/registry.js';

describe.each([
  ['bash', bashCompletion(), (flag: string) => `--${flag}`],
  ['zsh', zshCompletion(), (flag: string) => `--${flag}[`],
  ['fish', fishCompletion(), (flag: string) => `-l ${flag} `],
])('%s completion', (_shell, script, spelled) => {
  it('knows every command and flag', () => {
    for (const command of commands) {
      expect(script).toContain(command.name);
      for (const flag of flagsOf(command.name)) expect(script).toContain(spelled(flag.name));
    }
  });

  it('knows every machine, its questions and their options', () => {
    for (const { name, inspections } of machines) {
      expect(script).toContain(name);
      for (const inspection of inspections) {
        expect(script).toContain(inspection.name);
        for (const option of inspection.options) expect(script).toContain(spelled(option.name));
      }
    }
  });
});

function complete(line: string): string[] {
  const words = line.split(' ');
  const program = `${bashCompletion()}
COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}
_mapper; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { stdout, stderr, status } = spawnSync('bash', ['--noprofile', '--norc', '-c', program], { encoding: 'utf8' });
  expect([status, stderr]).toEqual([0, '']);
  return stdout.trim().split('\n');
}

describe('bash completion, run', () => {
  it('completes commands, flags and choices', () => {
    expect(complete('mapper se')).toEqual(['search']);
    expect(complete('mapper search --obj')).toEqual(['--objective']);
    expect(complete('mapper search arch.yaml --objective e')).toEqual(['edp', 'energy', 'ed2p']);
    expect(complete('mapper compare --obj')).toEqual(['']);
    expect(complete('mapper completion z')).toEqual(['zsh']);
  });

  it('completes machines, questions and their options', () => {
    expect(complete('mapper inspect t')).toEqual(['tpu']);
    expect(complete('mapper inspect tpu l')).toEqual(['layout']);
    expect(complete('mapper inspect tpu layout --sl')).toEqual(['--slot', '--slice']);
    expect(complete('mapper inspect tpu format --j')).toEqual(['--json']);
    expect(complete('mapper inspect tpu layout --index ')).toEqual(['']);
    expect(complete('mapper inspect nobody l')).toEqual(['']);
  });

  it('completes files', () => {
    expect(complete('mapper validate package.js')).toContain('package.json');
  });
});
