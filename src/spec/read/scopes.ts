// What an expression can see (section A.4), as scopes over cells. Lookups go by index and not along a chain of entries:
// a hostile map may have a hundred thousand keys.

import type { Scope } from '../expression/evaluate-expression.js';
import type { Namespace } from '../expression/value.js';
import type { Cell } from './evaluator.js';

/** The first scope that knows a name decides. */
export function firstOf(...scopes: readonly Scope[]): Scope {
  return {
    lookup: (name) => {
      for (const scope of scopes) {
        const found = scope.lookup(name);
        if (found !== undefined) return found;
      }
      return undefined;
    },
    names: () => scopes.flatMap((scope) => scope.names()),
    origin: (name) => scopes.find((scope) => scope.lookup(name) !== undefined)?.origin?.(name),
  };
}

/** Names that mean groups of values, e.g. leaves. */
export function named(groups: ReadonlyMap<string, Namespace>): Scope {
  return { lookup: (name) => groups.get(name), names: () => [...groups.keys()] };
}

/**
 * Cells in document order. The same name may come several times (two containers with an attribute `foo`); who looks
 * from a position sees the last one before it.
 */
export class Timeline {
  private readonly cells = new Map<string, { readonly position: number; readonly cell: Cell }[]>();

  add(name: string, position: number, cell: Cell): void {
    const known = this.cells.get(name);
    if (known) known.push({ position, cell });
    else this.cells.set(name, [{ position, cell }]);
  }

  before(position: number): Scope {
    return {
      lookup: (name) => this.find(name, position)?.value(),
      names: () => [...this.cells.keys()].filter((name) => this.find(name, position)),
      origin: (name) => this.find(name, position)?.node().span,
    };
  }

  private find(name: string, position: number): Cell | undefined {
    const candidates = this.cells.get(name) ?? [];
    let low = 0;
    let high = candidates.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (candidates[middle]!.position < position) low = middle + 1;
      else high = middle;
    }
    return candidates[low - 1]?.cell;
  }
}

export function groupOf(label: string, cells: ReadonlyMap<string, Cell>): Namespace {
  return { kind: 'namespace', label, get: (name) => cells.get(name)?.value(), names: () => [...cells.keys()] };
}

/** `GLB.spatial.meshX` is 1 where nothing else is written. */
export function withOnes(namespace: Namespace, names: readonly string[]): Namespace {
  return {
    ...namespace,
    get: (name) => {
      const given = namespace.get(name);
      return given === undefined && names.includes(name) ? 1n : given;
    },
    names: () => [...new Set([...namespace.names(), ...names])],
  };
}
