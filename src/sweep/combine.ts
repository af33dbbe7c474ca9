// How the axes of a sweep file combine to settings: its `mode`.

import { type Diagnostic, error, warning } from '../diagnostics/diagnostic.js';
import { distinctBy } from '../math/distinct.js';
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
export function combine(mode: Mode, axes: readonly Axis[], place: Place): readonly Settings[] {
  const { points } = mode;
  return distinctBy(
    combinations(mode, axes, place),
    (settings) => settings.map(({ key, value }) => `${key}=${value}`).join(', '),
    (text, at) => {
      const { span } = (points?.kind === 'list' && points.items[at]) || place.node;
      place.diagnostics.push(warning('W-UNUSED', `the point ${text} is there already: it counts once`, { span }));
    },
  );
}

function combinations(mode: Mode, axes: readonly Axis[], { node, diagnostics }: Place): readonly Settings[] {
  const refuse = (code: 'E-CONFLICT' | 'E-REQUIRED' | 'E-DUPLICATE' | 'E-SIZE', message: string, hint?: string) => {
    // A mode that lacks something, or what does not go together.
    const meant = mode.points ?? childOf(node, code === 'E-REQUIRED' ? 'mode' : 'axes') ?? node;
    diagnostics.push(error(code, message, { span: meant.span, hint }));
    return [];
  };
  const keys = axes.flatMap((axis) => axis.keys);
  const twice = keys.find((key, at) => keys.indexOf(key) !== at);
  if (twice !== undefined) return refuse('E-DUPLICATE', `two axes set ${twice}`);
  if (mode.points && (mode.kind !== 'list' || axes.length > 0)) {
    return refuse('E-CONFLICT', 'points go with mode: list, and without axes');
  }
  switch (mode.kind) {
    case 'grid': {
      const size = axes.reduce((product, axis) => product * settingsOf(axis).length, 1);
      if (size > mostSettings) {
        return refuse(
          'E-SIZE',
          `the axes have ${size} combinations`,
          'mode: random with samples: N draws some of them',
        );
      }
      return grid(axes);
    }
    case 'list':
      if (mode.points?.kind === 'list') return mode.points.items.map((item) => listed(item as MapNode));
      if (axes.length === 0) return refuse('E-REQUIRED', 'mode: list needs points', 'points: [{GLB.depth: 1024}, ...]');
      return inStep(axes, refuse);
    case 'zip':
      return inStep(axes, refuse);
    case 'random':
      if (mode.samples === undefined) return refuse('E-REQUIRED', 'mode: random needs samples', 'samples: 100');
      return sample(axes, mode.samples, mode.seed);
  }
}

function inStep(
  axes: readonly Axis[],
  refuse: (code: 'E-CONFLICT', message: string) => readonly Settings[],
): readonly Settings[] {
  const counts = axes.map((axis) => settingsOf(axis).length);
  if (new Set(counts).size <= 1) return zip(axes);
  const each = axes.map((axis, at) => `${axis.keys.join(', ')} ${counts[at]}`).join(', ');
  return refuse('E-CONFLICT', `axes that advance together need equally many values: ${each}`);
}

function listed(node: MapNode): Settings {
  return node.entries.map(({ key, value }) => ({ key, value: valueText(plain(value)) }));
}
