// The order of evaluation (section A.4): `variables` first, each seeing the ones before it; then the architecture; then
// everything else, which sees the variables.

import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import type { Scope } from '../expression/evaluate-expression.js';
import { fromPlain, type Namespace } from '../expression/value.js';
import { type Entry, type MapNode, type Node, plain, replaceValue } from '../node.js';
import type { Sections } from './combine.js';
import { evaluateArchitecture } from './evaluate-architecture.js';
import { Evaluator } from './evaluator.js';
import { type DeclaredType, declaredTypes, schemaOf } from './schemas.js';
import { firstOf, groupOf, named } from './scopes.js';
import type { SectionName } from './sections.js';
import { sequence } from './sequence.js';

export interface Evaluated {
  readonly sections: Sections;
  /** The refused nodes and those whose expressions had no value. */
  readonly failed: ReadonlySet<Node>;
}

/** Architectures that need no other section than `variables`, by what was written there: they come again with every layer. */
const known = new WeakMap<Node, { readonly variables: Node | undefined; readonly value: Node }>();

/** `refused`: nodes that have been reported before. */
export function evaluateSections(sections: Sections, refused: ReadonlySet<Node>, diagnostics: Diagnostic[]): Evaluated {
  const evaluator = new Evaluator(diagnostics, refused);
  const asked = { spec: false };
  const variables = evaluateVariables(sections, evaluator, asked);
  const written = sections.get('variables')?.value;
  const architecture = (node: Node): Node => {
    const before = known.get(node);
    if (before && before.variables === written) return before.value;
    const value = evaluateArchitecture(node, variables.scope, evaluator);
    if (!asked.spec && diagnostics.length === 0 && evaluator.failed.size === 0)
      known.set(node, { variables: written, value });
    return value;
  };
  const evaluate = (name: SectionName, entry: Entry): Entry => {
    if (name === 'variables') return variables.entry ?? entry;
    const value =
      name === 'architecture'
        ? architecture(entry.value)
        : evaluateSection(name, entry.value, variables.scope, evaluator);
    return { ...entry, value };
  };
  return {
    sections: new Map([...sections].map(([name, entry]) => [name, evaluate(name, entry)])),
    failed: evaluator.failed,
  };
}

/** Typed keys and parenthesized strings are expressions; components and globals are passed through as written. */
function evaluateSection(name: SectionName, node: Node, scope: Scope, evaluator: Evaluator): Node {
  const schema = schemaOf[name];
  if (schema === 'document') return node;
  // Entries of a mapping have the fields of constraints.
  const types = declaredTypes(schema === 'mapping' ? 'constraints' : schema);
  const result = evaluator.strict(node, scope, { types, label: name });
  if (name !== 'problem' || result.kind !== 'map') return result;
  // Whatever stands in `instance` is meant as a number, under any key.
  return replaceValue(result, 'instance', (instance) => {
    if (instance.kind !== 'map') return instance;
    const types = new Map<string, DeclaredType>(instance.entries.map((entry) => [entry.key, 'number']));
    return evaluator.strict(instance, scope, { types, label: 'problem.instance' });
  });
}

function evaluateVariables(
  sections: Sections,
  evaluator: Evaluator,
  asked: { spec: boolean },
): { readonly entry?: Entry; readonly scope: Scope } {
  let group: Namespace | undefined;
  const written = specAsWritten(sections, () => group, asked);
  const entry = sections.get('variables');
  if (entry?.value.kind !== 'map') return { scope: written };
  const map: MapNode = entry.value;
  const { cells, timeline, entries } = sequence(map, written, { evaluator, label: 'variables', types: new Map() });
  group = groupOf('variables', cells);
  const scope = firstOf(timeline.before(Infinity), named(new Map([['variables', group]])), written);
  return { entry: { ...entry, value: { ...map, entries: entries() } }, scope };
}

/** `spec.problem.instance` and the like: sections by name, with their values as they are written. */
function specAsWritten(sections: Sections, variables: () => Namespace | undefined, asked: { spec: boolean }): Scope {
  const spec: Namespace = {
    kind: 'namespace',
    label: 'spec',
    get: (name) => {
      if (name === 'variables') return variables();
      const section = sections.get(name as SectionName);
      return section && fromPlain(plain(section.value));
    },
    names: () => [...sections.keys()],
  };
  return {
    lookup: (name) => {
      if (name === 'spec') asked.spec = true;
      return name === 'spec' ? spec : undefined;
    },
    names: () => ['spec'],
  };
}
