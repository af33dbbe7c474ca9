// Hyphens in attribute names (section A.7): the engine takes `word-bits` for `word_bits`. Unknown attributes are legal,
// so a hyphenated one would otherwise be passed to the estimator and silently mean nothing. A fan-out or attributes
// written as a list, `spatial: [meshX: 4]`, are the map that its items make together, as in the reference's front end
// (timeloopfe, common/nodes.py, DictNode).

import { type Diagnostic, error, warning } from '../../diagnostics/diagnostic.js';
import { type Entry, entriesOf, entryOf, type MapNode, type Node, replaceValue } from '../node.js';
import type { Sections } from './combine.js';
import { attributeNames } from './schemas.js';

export function normalizeAttributes(sections: Sections, diagnostics: Diagnostic[]): Sections {
  const entry = sections.get('architecture');
  if (!entry) return sections;
  const known = new Set(attributeNames());
  return new Map(sections).set('architecture', { ...entry, value: inNode(entry.value, known, diagnostics) });
}

function inNode(node: Node, known: ReadonlySet<string>, diagnostics: Diagnostic[]): Node {
  if (node.kind !== 'map') return node;
  const nodes = replaceValue(node, 'nodes', (list) => {
    if (list.kind !== 'list') return list;
    const items = list.items.map((item) => inNode(item, known, diagnostics));
    return items.every((item, at) => item === list.items[at]) ? list : { ...list, items };
  });
  return replaceValue(replaceValue(nodes, 'spatial', asMap), 'attributes', (written) => {
    const attributes = asMap(written);
    return attributes.kind === 'map' ? inAttributes(attributes, known, diagnostics) : attributes;
  });
}

/** A key that comes twice leaves the list as it is: the schema refuses it. */
function asMap(node: Node): Node {
  if (node.kind !== 'list' || node.items.length === 0 || node.items.some((item) => item.kind !== 'map')) return node;
  const entries = node.items.flatMap(entriesOf);
  const isUnique = new Set(entries.map(({ key }) => key)).size === entries.length;
  return isUnique ? { kind: 'map', entries, span: node.span } : node;
}

function inAttributes(attributes: MapNode, known: ReadonlySet<string>, diagnostics: Diagnostic[]): MapNode {
  if (!attributes.entries.some(({ key }) => key.includes('-'))) return attributes;
  const entries = attributes.entries.flatMap((entry): Entry[] => {
    const key = entry.key.replaceAll('-', '_');
    if (key === entry.key || !known.has(key)) return [entry];
    const other = entryOf(attributes, key);
    if (other) {
      const related = [{ message: 'the other spelling', span: other.keySpan }];
      diagnostics.push(
        error('E-DUPLICATE', `${entry.key} and ${key} are the same attribute`, { span: entry.keySpan, related }),
      );
      return [];
    }
    diagnostics.push(warning('W-LEGACY', `attribute ${entry.key} is read as ${key}`, { span: entry.keySpan }));
    return [{ ...entry, key }];
  });
  return { ...attributes, entries };
}
