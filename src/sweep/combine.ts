// How the axes of a sweep file combine to settings: its `mode`.

import { type Diagnostic, error, warning } from '../diagnostics/diagnostic.js';
import type { Span } from '../diagnostics/span.js';
import { distinctBy } from '../math/distinct.js';
import { settingOf } from '../spec/attribute-names.js';
import { childOf, type MapNode, type Node, plain } from '../spec/node.js';
import { type Axis, grid, type Settings, sample, settingsOf, valueText, zip } from './axis.js';

export interface Mode {
  readonly kind: 'grid' | 'zip' | 'random' | 'list';
  readonly samples: number | undefined;
  readonly seed: string;
  readonly points: Node | undefined;
}

/** A grid beyond this would be meant as a random sample of it. */
const mostSettings = 1_000_000;

interface Place {
  readonly node: MapNode;
  readonly diagnostics: Diagnostic[];
}

/** Each once: a point more would be taken for a layer more. */
export function combine(mode: Mode, axes: readonly Axis[], { node, diagnostics }: Place): readonly Settings[] {
  for (const key of mode.kind === 'random' ? [] : ['samples', 'seed']) {
    const idle = childOf(node, key);
    const hint = key === 'seed' ? 'the seed of the search stands in search: {seed: ...}' : undefined;
    if (idle) diagnostics.push(warning('W-UNUSED', `${key} goes with mode: random`, { span: idle.span, hint }));
  }
  const found = combinations(mode, axes, node);
  if ('code' in found) {
    diagnostics.push(found);
    return [];
  }
  const { points } = mode;
  return distinctBy(
    found,
    (settings) => settings.map(({ key, value }) => `${key}=${value}`).join(', '),
    (text, at) => {
      const { span } = (points?.kind === 'list' && points.items[at]) || node;
      diagnostics.push(warning('W-UNUSED', `the point ${text} is there already: it counts once`, { span }));
    },
  );
}

function combinations(mode: Mode, axes: readonly Axis[], node: MapNode): readonly Settings[] | Diagnostic {
  const atAxes = (childOf(node, 'axes') ?? node).span;
  const atMode = (childOf(node, 'mode') ?? node).span;
  const keys = axes.flatMap((axis) => axis.keys);
  const twice = setTwice(keys);
  if (twice !== undefined) return error('E-DUPLICATE', `two axes set ${twice}`, { span: atAxes });
  if (mode.points && (mode.kind !== 'list' || axes.length > 0)) {
    return error('E-CONFLICT', 'points go with mode: list, and without axes', { span: mode.points.span });
  }
  switch (mode.kind) {
    case 'grid': {
      const size = axes.reduce((product, axis) => product * settingsOf(axis).length, 1);
      if (size <= mostSettings) return grid(axes);
      const hint = 'mode: random with samples: N draws some of them';
      return error('E-SIZE', `the axes have ${size} combinations`, { span: atAxes, hint });
    }
    case 'list': {
      if (mode.points?.kind === 'list') return listedAll(mode.points.items as readonly MapNode[]);
      if (axes.length > 0) return inStep(axes, atAxes);
      const hint = 'points: [{GLB.depth: 1024}, ...]';
      return error('E-REQUIRED', 'mode: list needs points', { span: atMode, hint });
    }
    case 'zip':
      return inStep(axes, atAxes);
    case 'random':
      if (mode.samples !== undefined && mode.samples > mostSettings) {
        const { span } = childOf(node, 'samples')!;
        return error('E-SIZE', `${mode.samples} samples are more than a sweep takes`, {
          ...{ span, expected: `at most ${mostSettings}` },
        });
      }
      if (mode.samples !== undefined) return sample(axes, mode.samples, mode.seed);
      return error('E-REQUIRED', 'mode: random needs samples', { span: atMode, hint: 'samples: 100' });
  }
}

function inStep(axes: readonly Axis[], span: Span): readonly Settings[] | Diagnostic {
  const counts = axes.map((axis) => settingsOf(axis).length);
  if (new Set(counts).size <= 1) return zip(axes);
  const each = axes.map((axis, at) => `${axis.keys.join(', ')} ${counts[at]}`).join(', ');
  return error('E-CONFLICT', `axes that advance together need equally many values: ${each}`, { span });
}

function listedAll(nodes: readonly MapNode[]): readonly Settings[] | Diagnostic {
  for (const node of nodes) {
    const twice = setTwice(node.entries.map(({ key }) => key));
    if (twice !== undefined) return error('E-DUPLICATE', `the point sets ${twice}`, { span: node.span });
  }
  return nodes.map(listed);
}

/** What is set twice, and in which words where they differ. */
function setTwice(keys: readonly string[]): string | undefined {
  const again = keys.find((key, at) => keys.findIndex((one) => settingOf(one) === settingOf(key)) !== at);
  const first = again && keys.find((key) => settingOf(key) === settingOf(again));
  return first === again ? again : `the same, as ${first} and as ${again}`;
}

function listed(node: MapNode): Settings {
  return node.entries.map(({ key, value }) => ({ key, value: valueText(plain(value)) }));
}
