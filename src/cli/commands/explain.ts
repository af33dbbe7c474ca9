// `mapper explain`: one mapping, that of a file or the optimum, taken apart; and the optimum again with each thing doubled.

import { outermostStorage } from '../../arch/architecture.js';
import { type Diagnostic, error, hasErrors } from '../../diagnostics/diagnostic.js';
import { diagnosticToJson } from '../../diagnostics/render.js';
import { type Change, changesOf } from '../../explain/changes.js';
import { type Costs, type Explanation, headline, type Sensitivity } from '../../explain/explanation.js';
import { leastOf } from '../../explain/least.js';
import { levelUse } from '../../explain/level-use.js';
import { repeatsOf } from '../../explain/repeats.js';
import { mappingEntries } from '../../mapping/codec.js';
import type { Mapping } from '../../mapping/mapping.js';
import { energyParts } from '../../model/cost-parts.js';
import { explanationText } from '../../report/explanation-text.js';
import { csvText } from '../../results/csv.js';
import { type JsonObject, schemaVersion } from '../../results/evaluation-json.js';
import { type Found, foundAs } from '../../results/mapping-row.js';
import type { Cell } from '../../results/row.js';
import type { InputFile } from '../../spec/read/input-file.js';
import type { ReadOptions } from '../../spec/read-spec.js';
import type { Context } from '../context.js';
import { answerNo, badInput, done, type Ending } from '../ending.js';
import { evaluateInputs } from '../evaluate-inputs.js';
import { noFiles, readGiven, sectionsOf } from '../inputs.js';
import { watchInterrupts } from '../interrupts.js';
import { buildLayer, groupLayers, type Layer } from '../layers.js';
import { modelOptions } from '../model-options.js';
import { numberOf } from '../options.js';
import { eachOnce, print, refuse, showDiagnostics } from '../output.js';
import { type SearchedLayer, searchLayers } from '../search-layers.js';
import { withStoredMapping } from '../stored-input.js';

export async function explain(context: Context): Promise<Ending> {
  const { files, options } = context;
  const loaded = await readGiven(files, options);
  const stored = loaded.value && withStoredMapping(loaded.value, numberOf(options, 'rank')!);
  const usage = noFiles(files, 'no input files', 'mapper explain <arch.yaml> <workload.yaml> [<mapping.yaml>]');
  const problems = [...usage, ...loaded.diagnostics, ...(stored?.diagnostics ?? [])];
  if (!loaded.value || !stored?.value || hasErrors(problems)) return refuse(context, problems);
  const { read } = loaded.value;
  const groups = groupLayers(withoutMappings(stored.value));
  if (groups.length > 1) {
    const hint = 'mapper explain <arch.yaml> <workload.yaml> [<mapping.yaml>]';
    return refuse(context, [
      ...problems,
      error('E-OPTION', `explain takes one workload, got ${groups.length}`, { hint }),
    ]);
  }
  const asSearched = buildLayer(groups[0]!, options, read, { looksAtMapping: true });
  if (!asSearched.value) return refuse(context, [...problems, ...asSearched.diagnostics]);
  const said = [...problems, ...asSearched.diagnostics];
  const given = stored.value.some(holdsMapping)
    ? evaluateInputs(stored.value, { read, model: modelOptions(options) })
    : undefined;
  if (given && given.kind !== 'evaluated') {
    const ending = given.kind === 'invalid-mapping' ? answerNo : badInput;
    return refuse(context, eachOnce([...said, ...given.diagnostics]), { ending });
  }
  const passed = given ? passedBy(given.mapping, asSearched.value.problem) : undefined;
  const inputs = [...groups[0]!, ...(passed ? [passed.constraint] : [])];
  const base = (passed && buildLayer(inputs, options, read, { looksAtMapping: true }).value) ?? asSearched.value;

  const changed = changesOf(base.problem.architecture).map((change) => withChange(change, inputs, context, read));
  const layers = [base, ...changed.flatMap(({ layer }) => layer ?? [])];
  const interrupts = watchInterrupts();
  const names = new Map(changed.map(({ layer, change }) => [layer, `${change.level} ${change.resource}`]));
  const { searched, signal } = await searchLayers(context, layers, interrupts, (one) => names.get(one) ?? 'as it is');
  const found = new Map(searched.map((one) => [one.layer, one]));
  const optimum = found.get(base);
  const shown = given ?? bestOf(optimum);
  // What the files have to say is heard with the search and with the mapping.
  const diagnostics = eachOnce([...said, ...(given?.diagnostics ?? []), ...(optimum?.result.diagnostics ?? [])]);
  showDiagnostics(context, diagnostics);
  if (!shown) {
    await print(context, {
      json: () => nothingFound(diagnostics),
      csv: () => csvText([sensitivityHeader]),
      text: () => '',
    });
    return signal ? { kind: 'interrupted', signal } : answerNo;
  }

  const sensitivities = changed.map((one) => sensitivity(one, one.layer && found.get(one.layer)));
  const among = passed?.sentence ?? null;
  const explanation = explained(base, shown, { optimum: costsOf(optimum), among, sensitivities });
  await print(context, {
    json: () => document(explanation, { ...shown, diagnostics }),
    csv: () => sensitivityCsv(explanation),
    text: (style) => explanationText(explanation, style),
  });
  if (signal) return { kind: 'interrupted', signal };
  interrupts.release();
  return done;
}

/**
 * What the outermost storage bypasses in a mapping that was given, and in no search that is not told so (B.7): the optimum
 * to hold against it is that of mappings which do so too.
 */
function passedBy({ levels }: Mapping, { architecture, workload, constraints }: Layer['problem']) {
  const top = architecture.levels.indexOf(outermostStorage(architecture));
  const stated = constraints.levels[top]!.bypass;
  const names = workload.dataspaces
    .filter((_, t) => !levels[top]!.keep[t] && (stated & (1 << t)) === 0)
    .map(({ name }) => name);
  if (names.length === 0) return undefined;
  const { name, leaf } = architecture.levels[top]!;
  const text = JSON.stringify({ constraints: [{ target: leaf, type: 'dataspace', bypass: names }] });
  const constraint: InputFile = { source: { name: 'the mapping', text }, directory: null, role: 'constraints' };
  return { constraint, sentence: `the optimum is that of mappings in which ${name} bypasses ${names.join(', ')}, too` };
}

/** Perhaps beside other sections: what a machine chose for it, or all that a run reads. */
function holdsMapping(input: InputFile): boolean {
  return input.role === 'mapping' || (input.role === 'any' && sectionsOf(input).has('mapping'));
}

/** A search of its own looks at no mapping, and at nothing that a machine chose for one. */
function withoutMappings(inputs: readonly InputFile[]): readonly InputFile[] {
  const only = (input: InputFile) => [...sectionsOf(input)].every((one) => one === 'mapping' || one === 'machine');
  return inputs.filter((input) => !(holdsMapping(input) && only(input)));
}

type Changed = ReturnType<typeof withChange>;

function withChange(change: Change, inputs: readonly InputFile[], { options }: Context, read: ReadOptions) {
  const overrides = [...read.overrides, ...change.settings];
  const { value, diagnostics } = buildLayer(inputs, options, { ...read, overrides });
  return { change, layer: value, diagnostics };
}

function sensitivity({ change, layer, diagnostics }: Changed, searched: SearchedLayer | undefined): Sensitivity {
  const best = costsOf(searched);
  if (best) return { ...change, best, reason: null };
  const said = layer ? (searched?.result.diagnostics ?? []) : diagnostics;
  const why = said.find(({ severity }) => severity === 'error')?.message;
  return { ...change, best, reason: why ?? (searched ? 'no mapping was found' : 'not searched') };
}

function costsOf(searched: SearchedLayer | undefined): Costs | null {
  const best = searched?.result.mappings[0];
  if (!best) return null;
  const { cycles, energyPj, edpPjCycles } = best;
  return { cycles, energyPj, edpPjCycles, optimal: searched!.result.optimal };
}

type Shown = Pick<Found, 'problem' | 'plan' | 'evaluation'> & { readonly mapping: Mapping };

function bestOf(searched: SearchedLayer | undefined): Shown | undefined {
  const best = searched?.result.mappings[0];
  if (!best) return undefined;
  const { layer } = searched!;
  return { ...foundAs(layer, best), mapping: best.mapping };
}

function explained(
  { options }: Layer,
  { plan, mapping, evaluation }: Shown,
  searched: Pick<Explanation, 'optimum' | 'among' | 'sensitivities'>,
): Explanation {
  const { workload, architecture } = plan;
  const { objective } = options;
  return {
    architecture: architecture.name,
    workload: workload.name,
    objective,
    headline: headline(evaluation, searched.optimum, { ...searched, objective }),
    evaluation,
    levels: levelUse(evaluation, architecture),
    least: leastOf(plan, evaluation),
    repeats: repeatsOf(plan, mapping, evaluation),
    ...searched,
  };
}

function document(
  { evaluation, ...parts }: Explanation,
  { problem, mapping, diagnostics }: Shown & { readonly diagnostics: readonly Diagnostic[] },
): JsonObject {
  const { cycles, energyPj, edpPjCycles, binding, machine, loopNest } = evaluation;
  return {
    schemaVersion,
    ...parts,
    cycles,
    energyPj,
    edpPjCycles,
    binding,
    ...(machine && { machine }),
    energy: energyParts(evaluation),
    mapping: mappingEntries(problem, mapping),
    loopNest,
    diagnostics: diagnostics.map(diagnosticToJson),
  };
}

/** Of an optimum that there is none of, or that a signal left no time for. */
function nothingFound(diagnostics: readonly Diagnostic[]): JsonObject {
  return {
    ...{ schemaVersion, valid: false, optimum: null, sensitivities: [] },
    diagnostics: diagnostics.map(diagnosticToJson),
  };
}

const sensitivityHeader = [
  'architecture',
  'workload',
  'level',
  'doubled',
  'detail',
  'cycles',
  'energy_pj',
  'edp_pj_cycles',
  'optimal',
  'reason',
];

/** The optimum first, then one row for everything that was doubled. */
function sensitivityCsv({ architecture, workload, optimum, sensitivities }: Explanation): string {
  const figures = (one: Costs | null): readonly Cell[] =>
    one ? [one.cycles, one.energyPj, one.edpPjCycles, one.optimal] : [null, null, null, null];
  const rows = sensitivities.map(({ level, resource, detail, best, reason }) => [
    ...[architecture, workload, level, resource, detail],
    ...figures(best),
    reason,
  ]);
  return csvText([sensitivityHeader, [architecture, workload, null, null, null, ...figures(optimum), null], ...rows]);
}
