// The one place where a Spec becomes something to evaluate or search: workload, flattened architecture, constraints.

import { buildArchitecture } from '../arch/build-architecture.js';
import { type Diagnostic, hasErrors, type Outcome, warning } from '../diagnostics/diagnostic.js';
import { didYouMean } from '../diagnostics/suggestion.js';
import { directiveOf } from '../spec/build/build-directives.js';
import { type Compat, unitLoopsOf } from '../spec/compat.js';
import { mapNodeOf, textOf } from '../spec/node.js';
import type { Directive, Spec } from '../spec/spec.js';
import { buildWorkload } from '../workload/build-workload.js';
import type { Workload } from '../workload/workload.js';
import { adviseNames } from './adapt-names.js';
import { checkSparsity } from './check-sparsity.js';
import type { Constraints } from './constraints.js';
import { checkCountable } from './countable.js';
import type { BareProblem, Implied, MachineRules, Settings } from './implied.js';
import { checkMapperSection, readMaxTemporalLoops } from './mapper-section.js';
import { expandMaximizedDims } from './maximize-dims.js';
import { resolveParallels } from './parallel-branches.js';
import { type ConstraintPlaces, placesOf } from './places.js';
import { readConstraints } from './read-directives.js';
import { resolveConstraints } from './resolve-constraints.js';
import { checkSplits } from './split-readings.js';
import { statedConstraints } from './stated-constraints.js';
import { checkModelled } from './unmodelled.js';

export interface Problem extends BareProblem {
  /** From the architecture and constraint files, and from what the machine implies. */
  readonly constraints: Constraints;
  /** What the machine implies, as if it stood in a constraint file. */
  readonly implied?: readonly Directive[];
  /** Where all that is stated; absent where nothing was read from a file. */
  readonly places?: ConstraintPlaces;
  /** What the machine decides here of what its section leaves open. */
  readonly choices?: Settings;
  /** The same problem under the machine's other choices: a search looks at all of them. */
  readonly others?: readonly Problem[];
}

export interface BuildOptions {
  readonly compat: Compat;
  /** The machines that `machine:` may name; without them the generic model is all there is. */
  readonly machines?: MachineRules;
  /** Whether what is searched for are fewest cycles before all else. */
  readonly fastest?: boolean;
}

export function buildProblem(spec: Spec, options: BuildOptions): Outcome<Problem> {
  const workload = buildWorkload(spec, options.compat);
  const architecture = buildArchitecture(spec, options);
  const diagnostics = [...workload.diagnostics, ...architecture.diagnostics, ...checkMapperSection(spec.mapper)];
  if (!workload.value || !architecture.value) return { value: undefined, diagnostics };

  const given = { workload: workload.value, architecture: architecture.value };
  const { machines } = options;
  diagnostics.push(...checkModelled(spec, given.architecture, machines?.names ?? []), ...checkBandwidthScales(given));
  diagnostics.push(...checkSparsity(given.workload, given.architecture));
  if (hasErrors(diagnostics)) return { value: undefined, diagnostics };
  const stated = machines ? statedConstraints(spec, { ...given, compat: options.compat }) : null;
  const settings = machines?.choices({ ...given, stated, fastest: options.fastest ?? false }) ?? [{}];
  const built = settings.map((choices) => underChoices(spec, { ...options, ...given, stated }, choices));
  const possible = built.flatMap(({ value }) => value ?? []);
  // Of refused choices nothing need be said as long as there are others.
  const said = built.find(({ value }) => value !== undefined) ?? built[0]!;
  diagnostics.push(...adviseNames(said.diagnostics, given.workload));
  const [first, ...others] = possible;
  if (first === undefined) return { value: undefined, diagnostics };
  return { value: { ...first, ...(others.length > 0 && { others }) }, diagnostics };
}

type ChoiceContext = BuildOptions & BareProblem & { readonly stated: Constraints | null };

function underChoices(spec: Spec, context: ChoiceContext, choices: Settings): Outcome<Problem> {
  const { workload, machines, stated } = context;
  const machineParameters = { ...(context.architecture.machineParameters as Settings), ...choices };
  const architecture = { ...context.architecture, machineParameters };
  const ruled = machines?.imply({ workload, architecture, section: spec.machine, stated });
  const diagnostics = [...(ruled?.diagnostics ?? [])];
  if (ruled !== undefined && ruled.value === undefined) return { value: undefined, diagnostics };
  const parts = {
    workload: padded(ruled?.value?.workload ?? workload, ruled?.value),
    architecture: ruled?.value?.architecture ?? architecture,
  };
  diagnostics.push(...checkCountable(spec, parts));
  const implied = impliedDirectives(spec, ruled?.value);
  const { constraints, draft } = buildConstraints(spec, { ...context, ...parts, implied, diagnostics });
  if (hasErrors(diagnostics)) return { value: undefined, diagnostics };
  const places = placesOf(draft, spec, parts.workload);
  const chosen = Object.keys(choices).length > 0 && { choices };
  return { value: { ...parts, constraints, implied, places, ...chosen }, diagnostics };
}

function padded(workload: Workload, implied: Implied | undefined): Workload {
  if (implied?.bounds === undefined || implied.bounds.every((bound, d) => bound === workload.bounds[d]))
    return workload;
  return { ...workload, bounds: implied.bounds, paddedFrom: workload.paddedFrom ?? workload.bounds };
}

/** They stand where the machine is named. */
function impliedDirectives(spec: Spec, implied: Implied | undefined): Directive[] {
  const span = spec.machine?.span;
  if (implied === undefined || span === undefined) return [];
  const fixed = `leave out what machine ${textOf(spec.machine, 'name')} fixes`;
  return implied.constraints.flatMap(({ advice, ...entry }) => {
    const at = { ...span, advice: typeof advice === 'string' ? advice : fixed };
    return directiveOf(mapNodeOf(entry, at), 'constraints') ?? [];
  });
}

interface ConstraintContext extends BuildOptions, BareProblem {
  readonly implied: readonly Directive[];
  readonly diagnostics: Diagnostic[];
}

function buildConstraints(spec: Spec, context: ConstraintContext) {
  const root = spec.architecture!;
  const draft = readConstraints([...spec.constraints, ...context.implied], { ...context, root });
  expandMaximizedDims(draft, context);
  const coverage = spec.mapping.length > 0 ? 'deferred' : 'required';
  // Unknown names would only come back as dataspaces that nobody keeps.
  if (!hasErrors(context.diagnostics)) resolveParallels(draft, { ...context, root, coverage });
  const maxTemporalLoops = readMaxTemporalLoops(spec.mapper);
  const unitLoops = unitLoopsOf(context.compat, spec.version);
  if (context.compat === 'auto') context.diagnostics.push(...checkSplits(draft, { ...context, unitLoops }));
  return { constraints: resolveConstraints(draft, { ...context, unitLoops, maxTemporalLoops }), draft };
}

/** An architecture may serve many workloads, so a scale for a dataspace of another one is no mistake. */
function checkBandwidthScales(problem: BareProblem): Diagnostic[] {
  const names = problem.workload.dataspaces.map((dataspace) => dataspace.name);
  return problem.architecture.levels.flatMap((level) =>
    [...level.bandwidthScale.keys()]
      .filter((name) => !names.includes(name))
      .map((name) => {
        const message = `${level.name} scales the bandwidth of ${name}, which this workload does not have`;
        return warning('W-UNUSED', message, { span: level.span, hint: didYouMean(name, names) });
      }),
  );
}
