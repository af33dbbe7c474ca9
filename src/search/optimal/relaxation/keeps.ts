// The storage of a link in the relaxed problem: which dataspaces it may keep, and what keeping settles.

import { keptWords } from '../charges/asked-words.js';
import { copiesPj, copiesPjOf, type PerCopy, perCopy, savingsAtKeep } from '../charges/assumed.js';
import type { Made } from '../charges/copies.js';
import { parentPj } from '../charges/energies.js';
import { oncePj, toldOf, waitingAlong } from '../charges/passing.js';
import type { RelaxedProblem } from '../charges/relaxed-problem.js';
import type { Throttles } from '../charges/throttles.js';
import { type Context, Contexts, nobody, type State, waiting } from '../contexts.js';
import { keepMasks } from '../space/chain.js';

/** One choice of what the storage keeps, under one context of what is inside. */
export interface Keep {
  readonly mask: number;
  /** Contexts inside and outside the storage, as places. */
  readonly inner: number;
  readonly outer: number;
  /** Charge for children that go on waiting through a storage that keeps their dataspaces, inputs. */
  readonly extraPj: number;
  /** The same of outputs for each copy made outside; and what first touches of each save here. */
  readonly passed: PerCopy;
  readonly saved: PerCopy;
  /** Compute's operands that go on waiting through it where what is asked for is counted. */
  readonly asked: readonly Asked[];
}

/** Of one dataspace. */
export interface Asked {
  readonly t: number;
  /** Words, or bytes, that the storage hands out, by tile that it holds, or at least (`keptWords`). */
  readonly words: (node: number | null) => number;
  /** What they cost beyond all words once. */
  readonly pj: (node: number | null) => number;
}

/** What keeping a tile outside the storage of link k costs at least, by tile: all copies that there may be are credited. */
export function keptPjOf(problem: RelaxedProblem, k: number, keep: Keep): (node: number) => number {
  const atLeast = passedPj(keep, problem.copies.most[k]!.sure);
  const savedPj = copiesPjOf(keep.saved, (t) => problem.credited.kept(k, t));
  return (node) => atLeast + askedPj(keep, node) - savedPj(node);
}

/** The same where the fan-outs outside make so many copies, or at least and at most; of whatever tile where that is null. */
export function keptPj(keep: Keep, { copies, sure }: Made, node: number | null): number {
  return passedPj(keep, sure) + askedPj(keep, node) - copiesPj(keep.saved, copies);
}

function askedPj({ asked }: Keep, node: number | null): number {
  let pj = 0;
  for (const one of asked) pj += one.pj(node);
  return pj;
}

function passedPj({ extraPj, passed }: Keep, sure: readonly number[]): number {
  return extraPj + copiesPj(passed, sure);
}

export interface Kept {
  /** Contexts inside the storage. */
  readonly inside: Contexts;
  /** Whether it is told who waits along with another: more contexts, for which tables of few tiles have room. */
  readonly tellsAlong: boolean;
  readonly throttles: Throttles | null;
  /** Whether a context outside the storage is worth looking at. */
  readonly stands: (context: Context) => boolean;
}

/** The storage of link k: what it keeps settles who was charged to it. */
export function keepsOf(
  problem: RelaxedProblem,
  k: number,
  { inside, tellsAlong, throttles, stands }: Kept,
): { readonly contexts: Contexts; readonly keeps: readonly Keep[] } {
  const contexts = new Contexts();
  const keeps: Keep[] = [];
  for (const mask of keepMasks(problem.chain.links[k]!)) {
    inside.list.forEach((context, inner) => {
      if (!allows(context, mask, k)) return;
      const outside = context.map((state, t) => {
        if (((mask >> t) & 1) === 0) return state;
        return waiting(k, { along: tellsAlong ? toldOf(waitingAlong(problem, t, state), throttles) : nobody });
      });
      if (!stands(outside)) return;
      const outer = contexts.add(outside);
      const kept = problem.flows.map(({ index }) => ((mask >> index) & 1) === 1);
      const saved = savingsAtKeep(problem, k, kept);
      const once = context.map((state, t) =>
        kept[t] && state.is === 'waiting' ? oncePj(problem, { t, child: k, along: state.child }) : 0,
      );
      const extraPj = once.reduce((sum, pj, t) => (problem.flows[t]!.readWrite ? sum : sum + pj), 0);
      const passed = perCopy(once.map((pj, t) => (problem.flows[t]!.readWrite ? pj : 0)));
      const asked = context.flatMap((state, t) => (kept[t] ? askedAt(problem, k, { state, t, oncePj: once[t]! }) : []));
      keeps.push({ mask, inner, outer, extraPj, passed, saved, asked });
    });
  }
  return { contexts, keeps };
}

function askedAt(
  problem: RelaxedProblem,
  k: number,
  { state, t, oncePj }: { readonly state: State; readonly t: number; readonly oncePj: number },
): Asked[] {
  const { chain, operands, energies, flows } = problem;
  if (state.is !== 'waiting' || state.child < chain.links.length) return [];
  const { stepping } = state;
  if (!operands.areCounted({ t, stepping })) return [];
  const asked = keptWords(problem, k, { t, stepping });
  const bytes = energies.bytes.least(t, chain.links.length);
  const words = (node: number | null): number => asked(node) * bytes;
  const pj = (node: number | null): number => parentPj(energies, flows[t]!, k, words(node)) - oncePj;
  return [{ t, words, pj: (node) => Math.max(0, pj(node)) }];
}

/** Who was charged to this storage needs it to keep, who was charged to one further outside needs it not to. */
function allows(context: Context, mask: number, k: number): boolean {
  return context.every((state, t) => {
    const kept = ((mask >> t) & 1) === 1;
    if (state.is === 'charged') return kept === (state.parent === k);
    return !kept || state.is === 'waiting';
  });
}
