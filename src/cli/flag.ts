// What a flag of the command line is.

import type { InspectionOption } from '../machines/machine.js';

export type FlagValue = boolean | number | string | readonly string[];

export type CommandName =
  | 'search'
  | 'evaluate'
  | 'explain'
  | 'sweep'
  | 'worker'
  | 'merge'
  | 'validate'
  | 'compare'
  | 'components'
  | 'report'
  | 'inspect'
  | 'import'
  | 'convert'
  | 'completion';

export type FlagGroup = 'Inputs' | 'Model' | 'Search' | 'Sweep' | 'Comparison' | 'Request' | 'Output' | 'General';

/** An option as machines have them, and more; its name is also the key in a --config file. */
export interface Flag extends Omit<InspectionOption, 'kind' | 'default' | 'required'> {
  /** One letter, for what is typed often. */
  readonly short?: string;
  /**
   * `switch`: on or off; `choice`: one of `choices`; `choices`: a comma-separated list of them; `list`: may be given
   * several times.
   */
  readonly kind: 'switch' | 'text' | 'integer' | 'number' | 'choice' | 'choices' | 'list';
  /** Other words for some of the choices. */
  readonly aliases?: Readonly<Record<string, string>>;
  readonly default?: FlagValue;
  readonly completes?: 'file' | 'directory';
  /** May hold a password: shown nowhere in full. */
  readonly secret?: boolean;
  readonly group: FlagGroup;
  readonly commands: readonly CommandName[];
}

type Where = Pick<Flag, 'group' | 'commands'>;
type Details = Pick<Flag, 'short' | 'completes' | 'secret' | 'aliases' | 'min' | 'default' | 'without'>;

/** A switch that is off unless it is given. */
export function toggle<const Name extends string>(name: Name, doc: string, where: Where) {
  return { name, kind: 'switch', default: false, doc, ...where } as const;
}

function valued<const Kind extends Flag['kind']>(kind: Kind) {
  return <const Name extends string>(name: Name, value: string, doc: string, where: Where, details?: Details) =>
    ({ name, kind, value, doc, ...where, ...details }) as const;
}

export const text = valued('text');
export const integer = valued('integer');
export const number = valued('number');
export const list = valued('list');

/** One of several words. */
export function choice<const Name extends string>(
  ...[name, value, choices, doc, where, details]: [Name, string, readonly string[], string, Where, Details]
) {
  return { name, kind: 'choice', value, choices, doc, ...where, ...details } as const;
}
