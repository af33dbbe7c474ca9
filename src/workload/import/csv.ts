// Layers from tables: the topology files of SCALE-Sim (convolutions, or matrix products), and a plain table whose columns are
// named as the dimensions of the shipped workloads.

import { type Diagnostic, error, hasErrors, type Outcome, warning } from '../../diagnostics/diagnostic.js';
import type { SourceFile } from '../../diagnostics/span.js';
import { oneOf } from '../../diagnostics/suggestion.js';
import { type ConvolutionBounds, convolutionProblem, productProblem } from './convolution-form.js';
import { type FoundStep, type Network, networkOf, outputWords } from './network.js';
import { checkCells, type Row, readLines, type Table } from './table-lines.js';
import type { Density, LayerProblem } from './workload-text.js';

export type TableKind = 'scalesim' | 'csv';

/** `kind`: absent, the header decides. */
export function importTable(source: SourceFile, name: string, kind?: TableKind): Outcome<Network> {
  const diagnostics: Diagnostic[] = [];
  const lines = readLines(source, diagnostics);
  const [header, ...rows] = lines;
  if (!header || rows.length === 0) {
    if (diagnostics.length === 0) {
      const expected = 'a header and a line a layer';
      diagnostics.push(
        error('E-MODEL', `${source.name} holds no layers`, { span: { source, start: 0, end: 0 }, expected }),
      );
    }
    return { value: undefined, diagnostics };
  }
  const table: Table = { header, rows, diagnostics };
  const names = header.cells.map(normal);
  checkCells(table);
  const isTopology =
    kind === 'scalesim' ||
    (kind === undefined &&
      (names.some((one) => /^(ifmap|filter)/.test(one)) || (/^layer/.test(names[0]!) && names[1] === 'm')));
  const found = isTopology ? topology(table, names) : plainLayers(table);
  const sound = !hasErrors(diagnostics) && found.length > 0;
  return { value: sound ? networkOf(name, found) : undefined, diagnostics };
}

function normal(cell: string): string {
  return cell.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
}

const convolutionColumns = [
  ...['IFMAP Height', 'IFMAP Width', 'Filter Height', 'Filter Width'],
  ...['Channels', 'Num Filter', 'Strides'],
];
const productColumns = ['M', 'N', 'K'];

/** Columns are told by their place, as SCALE-Sim does; their names are checked. */
function topology(table: Table, names: readonly string[]): FoundStep[] {
  const isProduct = names[1] === 'm';
  const wanted = isProduct ? productColumns : convolutionColumns;
  const wrong = wanted.findIndex((column, at) => !sameColumn(names[at + 1] ?? '', normal(column)));
  if (wrong >= 0) {
    const { header, diagnostics } = table;
    const message = `column ${wrong + 2} is ${JSON.stringify(header.cells[wrong + 1] ?? '')}`;
    const expected = `"${wanted[wrong]}" (Layer name, ${wanted.join(', ')})`;
    diagnostics.push(error('E-MODEL', message, { span: header.at(wrong + 1), expected }));
    return [];
  }
  const sparsityAt = names.findIndex((name) => name.startsWith('sparsity'));
  for (const [at, cell] of table.header.cells.entries()) {
    if (at <= wanted.length || at === sparsityAt || cell === '') continue;
    const hint = 'what stands in it is not read';
    table.diagnostics.push(warning('W-MODEL', `unknown column "${cell}"`, { span: table.header.at(at), hint }));
  }
  return table.rows.flatMap((row) => {
    const numbers = wanted.map((column, at) => numberAt(row, at + 1, { column, table }));
    if (numbers.includes(undefined)) return [];
    const density = sparsityAt < 0 ? undefined : densityAt(row, sparsityAt, table);
    const problem = isProduct ? productOf(numbers as number[]) : topologyConvolution(numbers as number[], row, table);
    if (!problem) return [];
    const own = density ? { ...problem, densities: { Weights: density } } : problem;
    const name = row.cells[0] || `layer${table.rows.indexOf(row) + 1}`;
    return [isProduct ? stepOf(name, 'Gemm', own) : stepOf(name, 'Conv', own, numbers[6])];
  });
}

function sameColumn(found: string, wanted: string): boolean {
  return found === wanted || found === `${wanted}s` || `${found}s` === wanted;
}

/** ceil((H - R + S) / S), which is one more than others have where the stride does not divide. */
function topologyConvolution(numbers: readonly number[], row: Row, { diagnostics }: Table): LayerProblem | undefined {
  const [height = 1, width = 1, filterHeight = 1, filterWidth = 1, channels = 1, filters = 1, stride = 1] = numbers;
  const extent = (size: number, kernel: number): number => Math.ceil((size - kernel + stride) / stride);
  if (filterHeight > height || filterWidth > width) {
    const message = `a filter of ${filterHeight} x ${filterWidth} does not fit an input of ${height} x ${width}`;
    const hint = 'the format has no column for padding: the input counts with it';
    diagnostics.push(error('E-MODEL', message, { span: row.at(3), hint }));
    return undefined;
  }
  if ((height - filterHeight) % stride !== 0 || (width - filterWidth) % stride !== 0) {
    const usual = (size: number, kernel: number): number => Math.floor((size - kernel) / stride) + 1;
    const message = `${row.cells[0]} gives ${extent(height, filterHeight)} x ${extent(width, filterWidth)} as SCALE-Sim counts, where frameworks give ${usual(height, filterHeight)} x ${usual(width, filterWidth)}`;
    diagnostics.push(warning('W-MODEL', message, { span: row.at(7) }));
  }
  if (filters === 1 && channels > 1) {
    const message = `${row.cells[0]} is one filter over ${channels} channels, which may stand for a depthwise layer`;
    const hint =
      'SCALE-Sim sums over the channels, and so does this; a depthwise layer has a group a channel (G) in a plain table';
    diagnostics.push(warning('W-MODEL', message, { span: row.at(6), hint }));
  }
  return convolutionProblem({
    ...{ batch: 1, inside: channels, filters, groups: 1, dilation: [1, 1] },
    extents: [extent(height, filterHeight), extent(width, filterWidth)],
    kernel: [filterHeight, filterWidth],
    stride: [stride, stride],
  });
}

/** M, N, K. */
function productOf([rows, columns, inner]: readonly number[]): LayerProblem {
  return productProblem({ rows: rows!, inner: inner!, columns: columns! });
}

/** `N:M`: of M weights in a row N are not zero. */
function densityAt(row: Row, column: number, { diagnostics }: Table): Density | undefined {
  const text = row.cells[column]?.trim();
  if (!text) return undefined;
  const [, kept, of] = /^(\d+):(\d+)$/.exec(text) ?? [];
  const density = Number(kept) / Number(of);
  if (density > 0 && density <= 1) return density === 1 ? undefined : { distribution: 'fixed_structured', density };
  const expected = 'N:M with N up to M, for instance 2:4';
  diagnostics.push(error('E-MODEL', `sparsity "${text}" cannot be read`, { span: row.at(column), expected }));
  return undefined;
}

function numberAt(
  row: Row,
  column: number,
  { column: name, table }: { readonly column: string; readonly table: Table },
): number | undefined {
  const text = row.cells[column]?.trim() ?? '';
  const number = Number(text);
  if (text !== '' && Number.isSafeInteger(number) && number >= 1) return number;
  const found = text === '' ? 'nothing' : `"${text}"`;
  const message = `${row.cells[0] || 'a layer'} has no ${name}`;
  table.diagnostics.push(error('E-MODEL', message, { span: row.at(column), expected: 'a positive integer', found }));
  return undefined;
}

const optionalColumns = ['N', 'G', 'Wstride', 'Hstride', 'Wdilation', 'Hdilation'];
const dimensionColumns = ['C', 'M', 'R', 'S', 'P', 'Q'];
/** What `mapper import --csv` prints besides: the first two follow from the rest. */
const derivedColumns = ['groups', 'macs', 'shape'];
const plainColumns = ['name', 'operator', ...dimensionColumns, ...optionalColumns, 'K', 'stride', 'dilation', 'count'];

/** `name`, then C, M, R, S, P, Q and what else there is of a convolution, or M, N, K of a matrix product; and `count`. */
function plainLayers(table: Table): FoundStep[] {
  const { header, rows, diagnostics } = table;
  const columns = header.cells.map((cell) => columnOf(cell));
  const shapeAt = columns.indexOf('shape');
  const nameAt = columns.indexOf('name');
  const nameOf = (row: Row): string => row.cells[nameAt] || `layer${rows.indexOf(row) + 1}`;
  // A cell that is missing has been said.
  const others = rows.filter((row) => row.cells[shapeAt] && !predefined.includes(row.cells[shapeAt]));
  for (const row of others) {
    const hint = 'mapper import -o DIR writes it as a workload file, whole';
    const message = `${nameOf(row)} is more than its bounds tell`;
    diagnostics.push(error('E-MODEL', message, { span: row.at(shapeAt), expected: predefined.join(' or '), hint }));
  }
  if (others.length > 0) return [];
  for (const [at, cell] of header.cells.entries()) {
    if (columns[at] !== undefined || cell === '') continue;
    const details = { span: header.at(at), ...oneOf(cell, plainColumns) };
    diagnostics.push(error('E-MODEL', `unknown column "${cell}"`, details));
  }
  const isProduct = !['C', 'R', 'S', 'P', 'Q'].some((one) => columns.includes(one));
  const kinds = isProduct ? 'matrix products' : 'convolutions';
  const foreign = isProduct ? [...optionalColumns.filter((one) => one !== 'N'), 'stride', 'dilation'] : ['K'];
  for (const [at, column] of columns.entries()) {
    if (column === undefined) continue;
    const span = header.at(at);
    if (columns.indexOf(column) < at) {
      const hint = 'leave one of them out';
      diagnostics.push(error('E-MODEL', `there are two columns ${column}`, { span, expected: 'one', hint }));
    } else if (foreign.includes(column)) {
      const hint = isProduct
        ? 'a grouped layer is a convolution: C, M, R, S, P, Q and G'
        : 'a matrix product is M, N, K';
      const expected = 'columns of one of the two kinds';
      diagnostics.push(error('E-MODEL', `a table of ${kinds} has no column ${column}`, { span, expected, hint }));
    }
  }
  const needed = isProduct ? productColumns : ['C', 'M'];
  const missing = needed.filter((one) => !columns.includes(one));
  if (missing.length > 0) {
    const expected = 'name,C,M,R,S,P,Q of convolutions or name,M,N,K of matrix products';
    diagnostics.push(error('E-MODEL', `there is no column ${missing.join(', ')}`, { span: header.span, expected }));
  }
  if (hasErrors(diagnostics)) return [];
  return rows.flatMap((row) => {
    const value = (column: string, otherwise?: number): number | undefined => {
      const at = columns.indexOf(column);
      // Without its column a dimension is 1; in its column an empty cell would be one that was lost.
      const mayBeEmpty = at < 0 || (!dimensionColumns.includes(column) && !row.cells[at]?.trim());
      if (otherwise !== undefined && mayBeEmpty) return otherwise;
      return numberAt(row, at, { column, table });
    };
    const count = value('count', 1);
    const both = (column: string): readonly (number | undefined)[] => {
      const cell = row.cells[columns.indexOf(column)]?.trim() ?? '';
      if (/^[1-9]\d* +[1-9]\d*$/.test(cell)) return cell.split(/ +/).map(Number);
      const one = value(column, 1);
      return [one, one];
    };
    const problem = isProduct ? product(value) : convolution(value, both);
    if (!problem || count === undefined) return [];
    const stated = row.cells[columns.indexOf('operator')];
    return [{ ...stepOf(nameOf(row), stated || (isProduct ? 'Gemm' : 'Conv'), problem), times: count }];
  });
}

function columnOf(cell: string): string | undefined {
  const name = normal(cell).replace(/^layer(name)?$/, 'name');
  return [...plainColumns, ...derivedColumns].find((one) => normal(one) === name);
}

const predefined = ['cnn_layer', 'grouped_cnn_layer'];

type ReadCell = (column: string, otherwise?: number) => number | undefined;

function product(value: ReadCell): LayerProblem | undefined {
  const numbers = productColumns.map((column) => value(column));
  return numbers.includes(undefined) ? undefined : productOf(numbers as number[]);
}

/** `both`: height before width, as ONNX lists them. */
function convolution(
  value: ReadCell,
  both: (column: string) => readonly (number | undefined)[],
): LayerProblem | undefined {
  const [inside, filters] = [value('C'), value('M')];
  const [width, height, batch, columns, rows] = ['R', 'S', 'N', 'P', 'Q'].map((column) => value(column, 1));
  const [stride, dilation, groups] = [both('stride'), both('dilation'), value('G', 1)];
  const bounds = {
    ...{ batch, inside, filters, groups },
    extents: [rows, columns],
    kernel: [height, width],
    stride: [value('Hstride', stride[0]), value('Wstride', stride[1])],
    dilation: [value('Hdilation', dilation[0]), value('Wdilation', dilation[1])],
  };
  return Object.values(bounds).flat().includes(undefined) ? undefined : convolutionProblem(bounds as ConvolutionBounds);
}

function stepOf(
  name: string,
  operator: string,
  problem: LayerProblem,
  stride = problem.instance.Wstride ?? 1,
): FoundStep {
  const { Hstride = stride, Hdilation = 1, Wdilation = 1, G: groups = 1 } = problem.instance;
  const convolutional = { stride: [Hstride, stride], dilation: [Hdilation, Wdilation], groups };
  const layer = { name, operator, problem, ...(operator === 'Conv' && convolutional) };
  return { name, times: 1, produces: outputWords(problem), consumes: [], layer };
}
