// What the inside of a tile still owes the outside, dataspace by dataspace: the context by which tables are kept.

export type State =
  /** A child inside has been charged to the storage of link `parent`, and nothing between may keep the dataspace; null: the
   * child is the backing store, and nothing outside may keep it. */
  | { readonly is: 'charged'; readonly parent: number | null }
  /** The child at link `child`, or compute (the number of links), waits for a loop that moves its tile, and with it those inside at
   * the links `along`, each the next one of the one before; what is further inside has been charged. Of compute's operands,
   * whether neighbours forward them only as something steps. */
  | { readonly is: 'waiting'; readonly child: number; readonly along: Along; readonly stepping: boolean }
  /** Compute asks for its operands, and nobody has been charged for them yet. */
  | { readonly is: 'demanded' };

/** Links of children that wait along with one outside them, the outermost first. */
export type Along = readonly number[];

export const nobody: Along = [];

type WaitsHow = Partial<Pick<Extract<State, { is: 'waiting' }>, 'along' | 'stepping'>>;

/** By dataspace. */
export type Context = readonly State[];

export function charged(parent: number | null): State {
  return { is: 'charged', parent };
}

export function waiting(child: number, { along = nobody, stepping = false }: WaitsHow = {}): State {
  return { is: 'waiting', child, along, stepping };
}

export const demanded: State = { is: 'demanded' };

/** The same where nobody is told who waits along. */
export function untold(context: Context): Context {
  return context.map((state) => (state.is === 'waiting' ? { ...state, along: nobody } : state));
}

/** Whether nothing need be outside: what still waits has been charged once, at the backing store. */
export function isServed(context: Context): boolean {
  return context.every((state) => state.is === 'waiting' || (state.is === 'charged' && state.parent === null));
}

/** Equal for equal contexts. */
export function keyOf(context: Context): string {
  return context.map((state) => Object.values(state).join(' ')).join();
}

/** Contexts, each once, and their places. */
export class Contexts {
  readonly list: Context[] = [];
  readonly #places = new Map<string, number>();

  add(context: Context): number {
    const key = keyOf(context);
    const known = this.#places.get(key);
    if (known !== undefined) return known;
    this.#places.set(key, this.list.length);
    return this.list.push(context) - 1;
  }
}
