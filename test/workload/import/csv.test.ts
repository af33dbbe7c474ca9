import { describe, expect, it } from 'vitest';
import { networkCsv, networkDocument } from '../../../src/results/network-json.js';
import { importTable, type TableKind } from '../../../src/workload/import/csv.js';
import { lines } from './importing.js';

const read = (text: string, kind?: TableKind) => importTable({ name: 'net.csv', text }, 'net', kind);

function complaints(text: string): string[] {
  const { value, diagnostics } = read(text);
  expect(value).toBeUndefined();
  return diagnostics.map(
    ({ message, expected, span }) => `${message} @ ${text.slice(span!.start, span!.end)} | ${expected}`,
  );
}

describe('what mapper import --csv prints', () => {
  it('is a table of the same layers, strides of two directions too', () => {
    const table = 'name,C,M,R,S,P,Q,stride,G,count\nuneven,8,16,5,3,28,56,2 1,,2\ngrouped,4,4,3,3,14,14,2,8,1\n';
    const network = read(table).value!;
    expect(network.layers[0]!.problem.instance).toMatchObject({ Hstride: 2 });
    expect(network.layers[0]!.problem.instance).not.toHaveProperty('Wstride');
    const printed = networkCsv(network);
    expect(printed).toContain('uneven,Conv,1,2,');
    const { value, diagnostics } = read(printed);
    expect(diagnostics).toEqual([]);
    expect(networkDocument(value!)).toEqual(networkDocument(network));
  });

  it('is refused where bounds are not all of a layer', () => {
    const table = 'name,operator,groups,count,macs,m,k,n,stride,dilation,shape\nY,Einsum,1,1,32768,64,16,32,,,other\n';
    expect(complaints(table)).toEqual(['Y is more than its bounds tell @ other | cnn_layer or grouped_cnn_layer']);
    expect(complaints('C,layer,M,shape\n3,X,8,other\n')[0]).toMatch(/^X is more/);
    // Of a line that ends too soon nothing else is said, and an empty cell is none.
    expect(complaints('name,C,M,shape\na,3,8\n')).toHaveLength(1);
    expect(read('name,C,M,shape\na,3,8,\n').diagnostics).toEqual([]);
  });
});

const header = 'Layer name, IFMAP Height, IFMAP Width, Filter Height, Filter Width, Channels, Num Filter, Strides,';

describe('SCALE-Sim topologies', () => {
  it('convolutions: padded cells, trailing commas, blank lines, either line ending', () => {
    const { value, diagnostics } = read(
      `${header}\r\nConv1,\t224, 226,  7, 5, 3, 64, 1,\r\n\r\nConv2, 56, 56, 1, 1, 64, 64, 1,\n`,
    );
    expect(diagnostics).toEqual([]);
    expect(lines(value!)).toEqual(['Conv C3 M64 R5 S7 N1 P222 Q218', 'Conv C64 M64 R1 S1 N1 P56 Q56']);
  });

  it('the output is ceil((H - R + S) / S): 8 x 8 from 14 x 14 at stride 2, with a warning', () => {
    const { value, diagnostics } = read(`${header}\nshortcut, 14, 14, 1, 1, 1024, 2048, 2,\n`);
    expect(lines(value!)).toEqual(['Conv C1024 M2048 R1 S1 N1 P8 Q8 stride 2x2']);
    expect(diagnostics.map(({ code, message }) => `${code}: ${message}`)).toEqual([
      'W-MODEL: shortcut gives 8 x 8 as SCALE-Sim counts, where frameworks give 7 x 7',
    ]);
  });

  it('warns of a depthwise layer written as one filter', () => {
    const { value, diagnostics } = read(`${header}\ndw, 114, 114, 3, 3, 32, 1, 1,\n`);
    expect(lines(value!)).toEqual(['Conv C32 M1 R3 S3 N1 P112 Q112']);
    expect(diagnostics.map(({ message }) => message)).toEqual([
      'dw is one filter over 32 channels, which may stand for a depthwise layer',
    ]);
  });

  it('sparsity N:M is the density of the weights', () => {
    const { value } = read(`${header} Sparsity,\nConv1, 8, 8, 3, 3, 4, 4, 1, 2:4,\nConv2, 8, 8, 3, 3, 4, 4, 1, 4:4,\n`);
    expect(value!.layers.map(({ problem }) => problem.densities)).toEqual([
      { Weights: { distribution: 'fixed_structured', density: 0.5 } },
      undefined,
    ]);
  });

  it('warns of a column that it does not read', () => {
    const { value, diagnostics } = read(`${header} Padding,\nConv1, 8, 8, 3, 3, 4, 4, 1, 1,\n`);
    expect(lines(value!)).toEqual(['Conv C4 M4 R3 S3 N1 P6 Q6']);
    expect(diagnostics.map(({ code, message }) => `${code}: ${message}`)).toEqual([
      'W-MODEL: unknown column "Padding"',
    ]);
  });

  it('products: rows, columns, inner dimension', () => {
    const { value, diagnostics } = read('Layer, M, N, K,\nQKV, 128, 2304, 768,\nagain, 128, 2304, 768,\n');
    expect(diagnostics).toEqual([]);
    expect(lines(value!)).toEqual(['Gemm C768 M2304 R1 S1 N1 P128 Q1', 'Gemm C768 M2304 R1 S1 N1 P128 Q1']);
    expect(value!.layers.map(({ count }) => count)).toEqual([2]);
  });

  it('says what is wrong and where', () => {
    expect(complaints(`${header.replace('Channels', 'Padding')}\nConv1, 8, 8, 3, 3, 4, 4, 1,\n`)[0]).toMatch(
      /^column 6 is "Padding" @ Padding \| "Channels"/,
    );
    expect(complaints(`${header}\nConv1, 8, 8, 3, , 4, 4, 1,\n`)).toEqual([
      'Conv1 has no Filter Width @ , | a positive integer',
    ]);
    expect(complaints(`${header}\nConv1, 8, 8, 3, x, 4, 4, 1,\n`)).toEqual([
      'Conv1 has no Filter Width @ x | a positive integer',
    ]);
    expect(complaints(`${header}\nConv1, 8, 8, 9, 9, 4, 4, 1,\n`)[0]).toMatch(
      /^a filter of 9 x 9 does not fit an input of 8 x 8 @ 9 /,
    );
    expect(complaints(`${header}\nConv1, 8, 8, 3, 3, 4, 4, 1, 9\n`)[0]).toMatch(
      /^"9" stands in no column @ 9 \| 8 cells/,
    );
    expect(complaints('Layer, M, N, K,\n')).toEqual(['net.csv holds no layers @  | a header and a line a layer']);
  });
});

describe('a plain table', () => {
  it('has columns named as dimensions, in any order, strides and counts', () => {
    const { value, diagnostics } = read(
      'name,count,M,C,R,S,P,Q,G,stride\nconv1,1,64,3,7,7,112,112,,2\n"dw, deep",3,1,1,3,3,56,56,64,\n',
    );
    expect(diagnostics).toEqual([]);
    expect(lines(value!)).toEqual([
      'Conv C3 M64 R7 S7 N1 P112 Q112 stride 2x2',
      'Conv C1 M1 R3 S3 N1 P56 Q56 G64 groups 64 x 3',
    ]);
    expect(value!.layers.map(({ name, count }) => [name, count])).toEqual([
      ['conv1', 1],
      ['dw, deep', 3],
    ]);
  });

  it('may call its layers as SCALE-Sim does', () => {
    expect(lines(read('Layer,C,M,P\na,3,4,5\n').value!)).toEqual(['Conv C3 M4 R1 S1 N1 P5 Q1']);
  });

  it.each([';', '\t'])('may be separated by %j, as spreadsheets write it', (separator) => {
    const table = (text: string) => text.replaceAll(',', separator);
    expect(lines(read(table('name,M,N,K\nup,128,3072,768\n,,,\n')).value!)).toEqual([
      'Gemm C768 M3072 R1 S1 N1 P128 Q1',
    ]);
    expect(complaints(table('name,M,N,K\nx,128,,768\n'))[0]).toMatch(/^x has no N/);
    const topology = table(`${header}\nConv1, 8, 8, 3, 3, 4, 4, 1,\n`);
    expect(lines(read(topology).value!)).toEqual(['Conv C4 M4 R3 S3 N1 P6 Q6']);
  });

  it('or the three of a product', () => {
    expect(lines(read('name,M,N,K\nup,128,3072,768\n').value!)).toEqual(['Gemm C768 M3072 R1 S1 N1 P128 Q1']);
  });

  it('says what is wrong and where', () => {
    expect(complaints('name,C,M,R,S,P,W\nx,1,1,1,1,1,1\n')[0]).toMatch(/^unknown column "W" @ W \| one of name/);
    expect(complaints('name,M,N\nx,1,1\n')[0]).toMatch(/^there is no column K @ name,M,N/);
    expect(complaints('name,C,P\nx,1,1\n')[0]).toMatch(/^there is no column M @ name,C,P/);
    expect(complaints('name,M,N,K\nx,1,2,3,4\n')).toEqual(['"4" stands in no column @ 4 | 4 cells as in the header']);
    expect(complaints('name,C,M,R,S,P,Q\nx,32,64,3,3,5\n')).toEqual([
      'the line ends before column Q @ 5 | 7 cells as in the header',
    ]);
    expect(complaints('name,C,M,P,Q\nx,32,64,,5\n')).toEqual(['x has no P @ , | a positive integer']);
    expect(complaints('name,C,M,N,K\nx,1,2,3,4\n')[0]).toMatch(/^a table of convolutions has no column K @ K /);
    expect(complaints('name,M,N,K,G\nx,1,2,3,4\n')[0]).toMatch(/^a table of matrix products has no column G @ G /);
    expect(complaints('name,M,N,K,n\nx,1,2,3,4\n')[0]).toMatch(/^there are two columns N @ n /);
    expect(complaints('name,M,N,K\nx,128,0,768\n')).toEqual(['x has no N @ 0 | a positive integer']);
  });
});
