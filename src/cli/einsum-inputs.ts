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
      ...(form && { convolution: { text: written(form.problem), said } }),
    };
  });
  return { value: inputs, diagnostics: lines.diagnostics };
}

/** Lines of einsum become convolutions where a file that they are read with speaks of the operands of one. */
export function inTermsOfFiles(inputs: readonly LayerInput[]): {
  readonly inputs: readonly LayerInput[];
  readonly diagnostics: readonly Diagnostic[];
} {
  if (inputs.every(({ convolution }) => convolution === undefined)) return { inputs, diagnostics: [] };
  const speaking = inputs.find(speaksOfConvolutions);
  if (!speaking) return { inputs, diagnostics: [] };
  const diagnostics: Diagnostic[] = [];
  const read = inputs.map((input): LayerInput => {
    const { source, convolution } = input;
    if (!convolution) return input;
    const name = source.name.replace(/\.yaml$/, '');
    const message = `${name} is read as a convolution, as ${speaking.source.name} speaks of one: ${convolution.said}`;
    diagnostics.push(warning('W-MODEL', message));
    return { ...input, source: { ...source, text: convolution.text } };
  });
  return { inputs: read, diagnostics };
}

const convolutionNames: ReadonlySet<PlainValue> = new Set(['Weights', 'Inputs', 'Outputs']);

function speaksOfConvolutions(input: InputFile): boolean {
  const tree = glanceAt(input);
  const says = (value: PlainValue): boolean =>
    typeof value === 'object' && value !== null
      ? Object.entries(value).some(([key, one]) => convolutionNames.has(key) || says(one))
      : convolutionNames.has(value);
  return tree?.kind === 'map' && !childOf(tree, 'problem') && says(plain(tree));
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
