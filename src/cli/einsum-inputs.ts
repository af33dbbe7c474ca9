// Lines of einsum as inputs: each the workload file that says the same, or the convolution that it is where the files that it is read
// with speak of one.

import { type Diagnostic, error, hasErrors, type Outcome, warning } from '../diagnostics/diagnostic.js';
import { childOf, type PlainValue, plain } from '../spec/node.js';
import { glanceAt } from '../spec/read/include.js';
import type { InputFile } from '../spec/read/input-file.js';
import { readEinsum } from '../workload/import/einsum.js';
import { asConvolution } from '../workload/import/einsum-form.js';
import { workloadText } from '../workload/import/workload-text.js';
import type { LayerInput } from './layer-input.js';

export function einsumInputs(source: InputFile['source'], name: string): Outcome<readonly LayerInput[]> {
  const lines = einsumLines(source, name);
  const inputs = lines.value?.map(({ name: own, problem, text }): LayerInput => {
    const written = (one: typeof problem): string =>
      workloadText({
        ...{ comment: [text], count: 1, problem: one },
        // A known shape is called by its name; the file says what the layer is called.
        ...(typeof one.shape !== 'string' && { name: own }),
      });
    const form = asConvolution(problem);
    const said = `Inputs ${form?.inputs}, Weights ${form?.weights}, Outputs ${form?.outputs}; ${form?.renamed.join(', ')}`;
    return {
      source: { name: `${own}.yaml`, text: written(problem) },
      directory: null,
      role: 'any',
      ...(form && { convolution: { text: written(form.problem), said, names: namesOf(problem) } }),
    };
  });
  return { value: inputs, diagnostics: lines.diagnostics };
}

function namesOf({ shape }: EinsumLine['problem']): ReadonlySet<string> {
  if (typeof shape === 'string') return new Set();
  return new Set([...shape.dimensions, ...shape.dataspaces.map(({ name }) => name)]);
}

/** Lines of einsum become convolutions where a file that they are read with speaks of the operands of one. */
export function inTermsOfFiles(inputs: readonly LayerInput[]): {
  readonly inputs: readonly LayerInput[];
  readonly diagnostics: readonly Diagnostic[];
} {
  if (inputs.every(({ convolution }) => convolution === undefined)) return { inputs, diagnostics: [] };
  const spoken = inputs.flatMap((input) => spokenOfConvolutions(input) ?? []);
  const diagnostics: Diagnostic[] = [];
  const read = inputs.map((input): LayerInput => {
    const { source, convolution } = input;
    const speaking = convolution && spoken.find((file) => isForeign(file, convolution.names));
    if (!convolution || !speaking) return input;
    const name = source.name.replace(/\.yaml$/, '');
    const message = `${name} is read as a convolution, as ${speaking.file} speaks of one: ${convolution.said}`;
    diagnostics.push(warning('W-MODEL', message));
    return { ...input, source: { ...source, text: convolution.text } };
  });
  return { inputs: read, diagnostics };
}

const convolutionOperands: ReadonlySet<PlainValue> = new Set(['Weights', 'Inputs', 'Outputs']);
const convolutionDimension = /[CMRSNPQ]/;

/** What a file says of the operands of a convolution, and its texts that name dimensions. */
interface Spoken {
  readonly file: string;
  readonly operands: readonly string[];
  readonly orders: readonly string[];
}

function spokenOfConvolutions(input: InputFile): Spoken | undefined {
  const tree = glanceAt(input);
  if (tree?.kind !== 'map' || childOf(tree, 'problem')) return undefined;
  const operands: string[] = [];
  const orders: string[] = [];
  const listen = (value: PlainValue): void => {
    if (typeof value === 'string' && convolutionOperands.has(value)) operands.push(value);
    if (typeof value !== 'object' || value === null) return;
    for (const [key, one] of Object.entries(value)) {
      if (convolutionOperands.has(key)) operands.push(key);
      if (key === 'factors' || key === 'permutation') orders.push([one].flat().join(' '));
      listen(one);
    }
  };
  listen(plain(tree));
  return operands.length === 0 ? undefined : { file: input.source.name, operands, orders };
}

/** An equation that has the operands of a convolution itself, and whose dimensions are those of the file, is meant as it is. */
function isForeign({ operands, orders }: Spoken, own: ReadonlySet<string>): boolean {
  const longestFirst = [...own].sort((a, b) => b.length - a.length);
  const others = (text: string): string => longestFirst.reduce((rest, name) => rest.replaceAll(name, ' '), text);
  return operands.some((name) => !own.has(name)) || orders.some((text) => convolutionDimension.test(others(text)));
}

interface EinsumLine {
  readonly name: string;
  readonly text: string;
  readonly problem: Parameters<typeof workloadText>[0]['problem'];
}

/** One a line, `#` begins a comment, `name:` may stand before. */
export function einsumLines(source: InputFile['source'], fallback: string): Outcome<readonly EinsumLine[]> {
  const diagnostics: Diagnostic[] = [];
  const found: EinsumLine[] = [];
  let start = 0;
  for (const whole of source.text.split('\n')) {
    const from = start;
    start += whole.length + 1;
    const line = whole.replace(/#.*$/, '').trimEnd();
    if (line.trim() === '') continue;
    const [label = '', name] = /^\s*([\w.-]+)\s*:\s*/.exec(line) ?? [];
    const read = readEinsum(source, from + label.length, from + line.length);
    diagnostics.push(...read.diagnostics);
    if (read.value)
      found.push({
        name: name ?? `${fallback}${found.length === 0 ? '' : `-${found.length + 1}`}`,
        text: line.trim(),
        problem: read.value,
      });
  }
  if (found.length === 0 && diagnostics.length === 0) {
    diagnostics.push(
      error('E-MODEL', `${source.name} holds no line such as Z[m,n] = A[m,k] * B[k,n]; m=128, n=96, k=64`),
    );
  }
  return { value: hasErrors(diagnostics) ? undefined : found, diagnostics };
}
