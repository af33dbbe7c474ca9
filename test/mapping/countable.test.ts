// Workloads whose counts cannot be exact are refused where they are read, and no others.

import { describe, expect, it } from 'vitest';
import { buildProblem } from '../../src/mapping/problem.js';
import { readSpec } from '../../src/spec/read-spec.js';
import { tallTree, wideProduct } from '../support/tall-texts.js';

function diagnosticsOf(bounds: string) {
  const workload = wideProduct(3, 4).replace(/instance: .*/, `instance: {${bounds}}`);
  const files = { 'tree.yaml': tallTree(3), 'work.yaml': workload };
  const inputs = Object.entries(files).map(([name, text]) => ({
    source: { name, text },
    directory: null,
    role: 'any' as const,
  }));
  const spec = readSpec(inputs, { compat: 'none', overrides: [] }).value!;
  return buildProblem(spec, { compat: 'none' }).diagnostics.filter(({ severity }) => severity === 'error');
}

describe('counts beyond 2^53', () => {
  it('are refused at the largest bound', () => {
    const [refusal, ...others] = diagnosticsOf('D0: 4194304, D1: 8388608, D2: 4096');
    expect(others).toEqual([]);
    expect(refusal).toMatchObject({
      code: 'E-OVERFLOW',
      severity: 'error',
      hint: 'split the workload into smaller ones',
    });
    const { source, start, end } = refusal!.span!;
    expect([source.name, source.text.slice(start, end)]).toEqual(['work.yaml', '8388608']);
  });

  it('are left to the model where as many instances as there are could share them', () => {
    // 2^55 computes on four instances: one cycle more than can be counted, and one bound less.
    expect(diagnosticsOf('D0: 4194304, D1: 4194304, D2: 2048').map(({ code }) => code)).toEqual(['E-OVERFLOW']);
    expect(diagnosticsOf('D0: 4194304, D1: 4194304, D2: 2047')).toEqual([]);
  });
});
