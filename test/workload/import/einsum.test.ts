import { describe, expect, it } from 'vitest';
import { readSpec } from '../../../src/spec/read-spec.js';
import { buildWorkload } from '../../../src/workload/build-workload.js';
import { looksLikeEinsum, readEinsum } from '../../../src/workload/import/einsum.js';
import { asConvolution } from '../../../src/workload/import/einsum-form.js';
import { workloadText } from '../../../src/workload/import/workload-text.js';

const read = (text: string) => readEinsum({ name: 'line', text });

function workload(text: string) {
  const { value, diagnostics } = read(text);
  expect(diagnostics).toEqual([]);
  const file = { name: 'x.yaml', text: workloadText({ comment: [], count: 1, problem: value! }) };
  const spec = readSpec([{ source: file, directory: null, role: 'any' }], { compat: 'none', overrides: [] });
  return buildWorkload(spec.value!).value!;
}

/** The message, and the text that it points at. */
function complaints(text: string): string[] {
  const { value, diagnostics } = read(text);
  expect(value).toBeUndefined();
  return diagnostics.map(({ message, span }) => `${message} @ ${text.slice(span!.start, span!.end)}`);
}

describe('a workload in one line', () => {
  it('is a product with the sizes of its ranks, however it is spaced and separated', () => {
    const expected = {
      dimensions: ['m', 'k', 'n'],
      bounds: [128, 64, 96],
      dataspaces: [
        {
          name: 'A',
          readWrite: false,
          projection: [[{ dimension: 0, coefficient: 1 }], [{ dimension: 1, coefficient: 1 }]],
        },
        {
          name: 'B',
          readWrite: false,
          projection: [[{ dimension: 1, coefficient: 1 }], [{ dimension: 2, coefficient: 1 }]],
        },
        {
          name: 'Z',
          readWrite: true,
          projection: [[{ dimension: 0, coefficient: 1 }], [{ dimension: 2, coefficient: 1 }]],
        },
      ],
    };
    for (const text of [
      'Z[m,n]=A[m,k]*B[k,n];m=128,n=96,k=64',
      'Z[m, n] = A[m, k] * B[k, n]; m=128; n=96; k=64',
      'Z[m,n] += A[m,k] * B[k,n], m = 128, n = 96, k = 64',
      'Z[m,n] = A[m,k] * B[k,n] m=128 n=96 k=64',
    ]) {
      expect(looksLikeEinsum(text)).toBe(true);
      expect(workload(text)).toMatchObject(expected);
    }
  });

  it('has windows, strides and differences', () => {
    const { dataspaces, dimensions } = workload('O[n,p] = W[r] * I[n, p*2+r, 3p - r]; n=1, p=4, r=3');
    const [p, r] = ['p', 'r'].map((name) => dimensions.indexOf(name));
    expect(dataspaces.find(({ name }) => name === 'I')!.projection.slice(1)).toEqual([
      [
        { dimension: p, coefficient: 2 },
        { dimension: r, coefficient: 1 },
      ],
      [
        { dimension: p, coefficient: 3 },
        { dimension: r, coefficient: -1 },
      ],
    ]);
  });

  it('may have one operand, or three, or a scalar result', () => {
    expect(workload('S[] = A[m,k]; m=4, k=3').dataspaces.map(({ name }) => name)).toEqual(['A', 'S']);
    expect(workload('Z[i,r] = T[i,j,k] * B[j,r] * C[k,r]; i=2,j=3,k=4,r=5').bounds).toEqual([2, 3, 4, 5]);
  });

  it('says what is wrong and where', () => {
    expect(complaints('Z[m,n]=A[m,k]*B[k,n]; m=512, k=256')).toEqual(['dimension n has no size @ n']);
    expect(complaints('Z[m,n]=A[m,k]*B[k,n; m=512, k=256')).toEqual(['this bracket is not closed @ [']);
    expect(complaints('Z[m,x]=A[m,k]*B[k,n]; m=5,k=2,n=4,x=3')).toEqual(['rank x of Z fits no rank of an operand @ x']);
    expect(complaints('Z[m,n]=A[m,k]*B[k,n]; m=5,k=2,n=4,q=3')).toEqual(['q is a rank of no operand @ q=3']);
    expect(complaints('Z[m,n]=A[m,k]*B[k,n]; m=5,k=2,n=4.5')).toEqual([
      '"n=4.5" gives no size @ n=4.5',
      'dimension n has no size @ n',
    ]);
    expect(complaints('Z[m,n]=A[m,k]*B[k,n]; m=5,k=2,n=4,m=6')).toEqual(['the size of m is given twice @ m=6']);
    expect(complaints('Z[m,n]=A[m k]*B[k,n]; m=5,k=2,n=4')).toEqual(['"m k" cannot be a rank @ m k']);
    expect(complaints('Z[m,n]=A[m,k]+B[k,n]; m=5,k=2,n=4')).toEqual([
      'operands are joined by something else than * @ +',
    ]);
    expect(complaints('Z[m,m2]=A[m,k]*A[m2,k]; m=5,k=2,m2=4')).toEqual(['operand A is used twice @ A[m2,k]']);
    expect(complaints('Z[m,n]=A[m,k]@B[k,n]; m=5,k=2,n=4')).toEqual([
      'operands are joined by something else than * @ @',
    ]);
    expect(complaints('Z[m,n]=A[m,k]*B[k,n]; m=1,024,k=2,n=4')).toEqual(['"024" gives no size @ 024']);
    for (const other of ['Z=A*B; m=3', 'mk,kn->mn; m=4,k=4,n=4', 'Z(m,n)=A(m,k)*B(k,n); m=4,k=4,n=4']) {
      expect(looksLikeEinsum(other)).toBe(true);
      expect(complaints(other)).toEqual([`this is no product of operands @ ${other}`]);
    }
    for (const file of ['arch.yaml', 'a/b=c/arch.yaml', 'layer (1).yaml']) expect(looksLikeEinsum(file)).toBe(false);
    expect(looksLikeEinsum('Z = A[m]; m=4')).toBe(true);
    expect(readEinsum({ name: 'line', text: 'Z = A[m]; m=4' }).diagnostics).toMatchObject([
      { message: 'this is no product of operands', hint: 'an output of one word is Z[]' },
    ]);
    expect(complaints('Z[m,n]=; m=5,n=4')).toEqual(['this is no product of operands @ Z[m,n]=; m=5,n=4']);
  });

  it('is told from the name of a file', () => {
    for (const path of ['layer.yaml', 'a[1]/layer.yaml', 'key=value', '-']) expect(looksLikeEinsum(path)).toBe(false);
  });
});

describe('as a convolution', () => {
  const form = (text: string) => asConvolution(read(text).value!);

  it('a product: rows P, inner dimension C, columns M, groups G', () => {
    expect(form('Z[m,n]=A[m,k]*B[k,n]; m=512,k=256,n=128')).toEqual({
      problem: { shape: 'cnn_layer', instance: { C: 256, M: 128, R: 1, S: 1, N: 1, P: 512, Q: 1 } },
      ...{ inputs: 'A', weights: 'B', outputs: 'Z', renamed: ['C=k', 'M=n', 'P=m'] },
    });
    expect(form('Z[b,h,i,j]=Q[b,h,i,d]*K[b,h,j,d]; b=2,h=3,i=4,j=5,d=6')!.problem).toEqual({
      shape: 'grouped_cnn_layer',
      instance: { C: 6, M: 5, R: 1, S: 1, N: 1, P: 4, Q: 1, G: 6 },
    });
  });

  it('windows, whichever operand they are in: rows before columns as written, strides and dilations', () => {
    for (const operands of ['I[n,c,2*q+s,p+3*r]*W[m,c,s,r]', 'W[m,c,s,r]*I[n,c,s+2*q,3*r+p]']) {
      expect(form(`O[n,m,q,p]=${operands}; n=2,c=3,m=4,q=5,p=6,s=7,r=8`)).toEqual({
        problem: {
          shape: 'cnn_layer',
          instance: { C: 3, M: 4, R: 8, S: 7, N: 2, P: 6, Q: 5, Hstride: 2, Wdilation: 3 },
        },
        ...{ inputs: 'I', weights: 'W', outputs: 'O' },
        renamed: ['C=c', 'M=m', 'N=n', 'P=p', 'R=r', 'Q=q', 'S=s'],
      });
    }
  });

  it('nothing else', () => {
    for (const text of [
      'Z[i,r]=T[i,j,k]*B[j,r]*C[k,r]; i=2,j=3,k=4,r=5',
      'Z[m]=A[m,k]; m=2,k=3',
      'Z[k,n]=A[m,k]*B[k,n]; m=2,k=3,n=4',
      'Z[m,n]=A[2*m,k]*B[k,n]; m=2,k=3,n=4',
      'Z[m,n]=A[m-k,k]*B[k,n]; m=2,k=3,n=4',
    ])
      expect(form(text), text).toBeUndefined();
  });
});
