import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root, shippedFiles } from './shipped-files.js';

const files = [...shippedFiles('arch'), ...shippedFiles('workloads')];

describe('every shipped file', () => {
  it.each(files)('%s tells editors its schema', (name) => {
    const text = readFileSync(join(root, name), 'utf8');
    const schema = /^# yaml-language-server: \$schema=(\S+)\n/.exec(text)?.[1];
    expect(schema).toBeDefined();
    const kind = name.startsWith('arch') ? 'arch' : name.includes('mappings') ? 'mapping' : 'workload';
    expect(schema).toMatch(new RegExp(`/schemas/${kind}\\.schema\\.json$`));
    expect(existsSync(join(root, dirname(name), schema!))).toBe(true);
  });

  it.each(files)('%s ends in a newline and holds no tabs, trailing blanks or overlong lines', (name) => {
    const lines = readFileSync(join(root, name), 'utf8').split('\n');
    expect(lines.at(-1)).toBe('');
    expect(lines.filter((line) => line.includes('\t') || line.length > 180 || /\s$/.test(line))).toEqual([]);
  });
});
