// The typed Spec from the sections that were found sound.

import { type Diagnostic, error, warning } from '../../diagnostics/diagnostic.js';
import { childOf, type Entry, entryOf, type MapNode, type Node, type PlainValue, plain } from '../node.js';
import type { Sections } from '../read/combine.js';
import type { SectionName } from '../read/sections.js';
import type { Located, ModelSwitches, NonzeroPattern, Spec } from '../spec.js';
import { buildArchitecture } from './build-architecture.js';
import { buildDirectives } from './build-directives.js';
import { buildProblem } from './build-problem.js';
import { buildArt, buildErt } from './build-tables.js';
import { architectureName, type NamedFile, problemName } from './display-names.js';
import { booleanOf } from './values.js';

export interface SpecInputs {
  readonly files: readonly NamedFile[];
  readonly patterns: ReadonlyMap<Node, NonzeroPattern>;
}

export function buildSpec(sections: Sections, { files, patterns }: SpecInputs, diagnostics: Diagnostic[]): Spec {
  const node = (name: SectionName): Node | undefined => sections.get(name)?.value;
  const map = (name: SectionName): MapNode | undefined => asMap(node(name));
  const architecture = node('architecture');
  const problem = map('problem');
  const components = node('components');
  const sparse = map('sparse_optimizations');
  const [mapper, mapspace, machine] = [map('mapper'), map('mapspace'), map('machine')];
  const mapping = sections.get('mapping');
  warnOfModel(map('model'), diagnostics);
  const version = versionOf([node('architecture'), node('constraints'), node('mapping')]);
  return {
    ...(version !== undefined && { version }),
    architectureName: architectureName(sections.get('architecture'), files),
    problemName: problemName(sections.get('problem'), sections.get('architecture'), files),
    ...(architecture && { architecture: buildArchitecture(architecture, diagnostics) }),
    ...(problem && { problem: buildProblem(problem, patterns, diagnostics) }),
    constraints: buildDirectives(node('constraints'), 'constraints'),
    // An `imperfect` entry is one more directive for its level, with `residuals` as its only field.
    mapping: [...buildDirectives(node('mapping'), 'mapping'), ...buildDirectives(node('imperfect'), 'mapping')],
    ...(mapping && { mappingSpan: mapping.keySpan }),
    ...(mapper && { mapper }),
    ...(mapspace && { mapspace }),
    ...(machine && { machine }),
    ...(components && components.kind !== 'scalar' && { components }),
    ...(sparse && { sparseOptimizations: sparse }),
    variables: variablesOf(map('variables')),
    switches: readGlobals(map('globals'), diagnostics),
    ...tables(sections),
  };
}

/** What the reference's own evaluation is told: only one of the keys would change a result. */
function warnOfModel(model: MapNode | undefined, diagnostics: Diagnostic[]): void {
  const entry = entryOf(model, 'auto_bypass_on_failure');
  if (!entry || booleanOf(entry.value) !== true) return;
  const message = 'auto_bypass_on_failure has no effect: a mapping that does not fit is refused, no level is bypassed';
  diagnostics.push(warning('W-UNUSED', message, { span: entry.keySpan }));
}

export function tables(sections: Sections): Pick<Spec, 'ert' | 'art'> {
  const node = (name: SectionName): Node | undefined => sections.get(name)?.value;
  const given = (...names: SectionName[]) => names.some((name) => sections.has(name));
  return {
    ...(given('ERT', 'ERT_summary') && { ert: buildErt(node('ERT'), node('ERT_summary')) }),
    ...(given('ART', 'ART_summary') && { art: buildArt(node('ART'), node('ART_summary')) }),
  };
}

function variablesOf(node: MapNode | undefined): ReadonlyMap<string, Located<PlainValue>> {
  const located = ({ key, value }: Entry) => [key, { value: plain(value), span: value.span }] as const;
  return new Map((node?.entries ?? []).filter((entry) => entry.key !== 'version').map(located));
}

function versionOf(sections: readonly (Node | undefined)[]): string | undefined {
  const stated = sections.map((section) => childOf(section, 'version'));
  const found = stated.find((version) => version?.kind === 'scalar');
  return found?.kind === 'scalar' ? String(found.value) : undefined;
}

function asMap(node: Node | undefined): MapNode | undefined {
  return node?.kind === 'map' ? node : undefined;
}

/**
 * `globals:` (section A.2). Of the variables that it sets for the reference's process, two change what the model counts; the
 * functions that it lists are Python, which is not run.
 */
function readGlobals(globals: MapNode | undefined, diagnostics: Diagnostic[]): ModelSwitches {
  let switches: ModelSwitches = {};
  for (const { key, keySpan, value } of globals?.entries ?? []) {
    if (key === 'version' || isEmpty(value)) continue;
    if (key === 'expression_custom_functions') {
      const hint = 'write the expressions that use them with the built-in functions';
      const message = 'functions written in Python are not run';
      diagnostics.push(error('E-UNSUPPORTED', message, { span: keySpan, hint }));
    } else if (key === 'environment_variables' && value.kind === 'map') switches = environment(value, diagnostics);
    else diagnostics.push(warning('W-DROPPED', `globals.${key} has no effect`, { span: keySpan }));
  }
  return switches;
}

function isEmpty(value: Node): boolean {
  return value.kind === 'scalar' || (value.kind === 'list' ? value.items : value.entries).length === 0;
}

/** Those of the reference that change its counts and have no counterpart here. */
const UNKNOWN_EFFECTS =
  /^TIMELOOP_(ENABLE_UPDATED_RMW|ENABLE_TOROIDAL_LINKS|DISABLE_TEMPORAL_EXTRAPOLATION|USE_SYNTHETIC_MASK|USE_ISL)$/;

function environment(variables: MapNode, diagnostics: Diagnostic[]): ModelSwitches {
  const set = new Map(
    variables.entries.map(({ key, value }) => [key, value.kind === 'scalar' ? String(value.value) : '']),
  );
  for (const { key, keySpan } of variables.entries)
    if (UNKNOWN_EFFECTS.test(key) && set.get(key) !== '0')
      diagnostics.push(warning('W-DROPPED', `${key} has no effect on this model`, { span: keySpan }));
  return {
    ...(set.get('TIMELOOP_ENABLE_FIRST_READ_ELISION') === '0' && { firstReadElision: false }),
    ...(set.has('TIMELOOP_DISABLE_LINK_TRANSFERS') && { linkTransfers: false }),
  };
}
