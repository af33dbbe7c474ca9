// What a template can see: variables from outside, what it may call, and Jinja's own names.

import type { SourceFile } from '../../diagnostics/span.js';
import type { Marks } from './marks.js';
import { TemplateFault } from './segments.js';
import { Environment, functionValue, type Scope, toRuntime } from './values.js';

export interface RenderContext {
  readonly marks: Marks;
  readonly variables: ReadonlyMap<string, unknown>;
  /** What templates may call, by name; they throw `TemplateFault`. */
  readonly functions: Readonly<Record<string, (...args: readonly unknown[]) => unknown>>;
  /** The template that `include`, `import` or `from` names. */
  readonly template: (path: string) => { readonly source: SourceFile; readonly context: RenderContext };
  readonly budget: { templateSteps: number; readonly templateNames: Set<string> };
}

export function newScope({ variables, functions }: RenderContext): Scope {
  const scope = new Environment();
  for (const [name, value] of Object.entries({ true: true, false: false, none: null })) {
    scope.set(name, value);
    scope.set(name[0]!.toUpperCase() + name.slice(1), value);
  }
  const builtins = { range, dict: (named: unknown = {}) => named };
  for (const [name, apply] of Object.entries({ ...builtins, ...functions })) {
    const value = functionValue((args) => apply(...args));
    scope.setVariable(name, value);
  }
  for (const [name, value] of variables) scope.setVariable(name, toRuntime(value));
  return scope;
}

function range(...args: readonly unknown[]): readonly number[] {
  const [start, stop] = args.length < 2 ? [0, Number(args[0])] : [Number(args[0]), Number(args[1])];
  const step = Number(args[2] ?? 1);
  const length = Math.max(0, Math.ceil((stop - start) / step));
  if (!(length <= 100_000)) throw new TemplateFault(`range() of ${length} items`, { code: 'E-SIZE' });
  return Array.from({ length }, (_, at) => start + at * step);
}

export function namesIn(scope: Scope | undefined): readonly string[] {
  return scope ? [...scope.variables.keys(), ...namesIn(scope.parent)] : [];
}
