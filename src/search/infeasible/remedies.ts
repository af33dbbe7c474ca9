// What would help: changes of single members after which something fits, each of them tried out first.

import type { StorageLevel } from '../../arch/architecture.js';
import { counted } from '../../math/count-text.js';
import { spellings } from '../../spec/attribute-names.js';
import { leastWords } from '../machine-needs.js';
import { Effort } from './effort.js';
import { Feasibility } from './feasibility.js';
import { type Limit, nearest } from './nearest.js';
import type { Requirement } from './requirement.js';
import type { Telling } from './sentence.js';
import { listed } from './statements.js';

const mostSuggestions = 4;

/** `all` are the requirements of the whole problem; undefined when no single change is known to do. */
export function remediesFor(
  members: readonly Requirement[],
  all: readonly Requirement[],
  telling: Telling,
): string | undefined {
  const rank = ({ kind }: Requirement): number => order.indexOf(kind);
  const ranked = members.filter((one) => !isOfMachine(one, telling)).sort((a, b) => rank(a) - rank(b));
  // Where there are several conflicts, no change resolves them all: then what resolves this one.
  for (const set of [all, members]) {
    const found: string[] = [];
    for (const one of ranked) {
      if (found.length === mostSuggestions) break;
      const remedy = remedyOf(one, set, telling);
      if (remedy !== undefined && !found.includes(remedy)) found.push(remedy);
    }
    if (set === all && members.some(({ kind }) => kind === 'bound') && isFittedByImperfect(telling)) {
      found.push('search with --imperfect');
    }
    if (found.length > 0) return listed(found, 'or');
  }
  return undefined;
}

/** Steps, and the largest bound, for which factors that do not divide are tried. */
const imperfectSteps = 300_000;
const mostImperfect = 1024;

/** Whether factors that need not divide their dimension would do. */
function isFittedByImperfect({ feasibility }: Telling): boolean {
  const { problem, imperfect } = feasibility;
  if (imperfect || problem.workload.bounds.some((bound) => bound > mostImperfect)) return false;
  const other = new Feasibility(problem, { imperfect: true });
  return other.decide(other.requirements, new Effort(imperfectSteps)).verdict === 'fits';
}

/** What the machine implies stands where it is named, and no file can take it back. */
function isOfMachine({ span }: Requirement, { feasibility }: Telling): boolean {
  return feasibility.problem.implied?.some((one) => one.span === span) ?? false;
}

const order: readonly Requirement['kind'][] = [
  'capacity',
  'utilization',
  'parallelism',
  'loops',
  'keep',
  'bypass',
  'factor',
  'fanout',
  'split',
  'order',
  'bound',
];

function remedyOf(one: Requirement, set: readonly Requirement[], telling: Telling): string | undefined {
  const { statements, feasibility } = telling;
  const { levels, parallels } = feasibility.problem.architecture;
  switch (one.kind) {
    case 'bound':
      return undefined;
    case 'capacity':
      // Requirements count words, of which a machine's tiles take more.
      return to((words) => enlarge(levels[one.level]!, leastWords(feasibility.problem, one.level, words)));
    case 'utilization':
      return to((words) => {
        const share = roundedDown(words / (one.value / one.share));
        return `lower min_utilization of ${levels[one.level]!.name} to ${share}`;
      });
    case 'parallelism':
      return to((instances) => `lower the least parallelism to ${roundedDown(instances / one.available)}`);
    case 'loops':
      return to((loops) => `allow ${counted(loops, 'temporal loop')}`);
    case 'fanout':
      return to((side) => `widen ${statements.place(one.position)} to ${side} along ${one.axis.toUpperCase()}`);
    case 'keep':
      // In a Parallel branch another child would have to keep it.
      if (parallels.some(({ children }) => children.some((child) => child.levels.includes(one.level))))
        return undefined;
      return unless(`let ${statements.level(one.level)} bypass ${statements.dataspace(one.dataspace)}`);
    case 'bypass':
      return unless(`let ${statements.level(one.level)} keep ${statements.dataspace(one.dataspace)}`);
    case 'factor':
      return unless(`drop ${statements.one(one)}`);
    case 'split':
      return unless(`drop the split of ${statements.place(one.position)}`);
    case 'order':
      return unless(`drop the permutation of ${statements.place(one.position)}`);
  }

  function to(remedy: (value: number) => string): string | undefined {
    const near = nearest(set, one as Limit, telling);
    return near && remedy(near.value);
  }

  function unless(remedy: string): string | undefined {
    const left = set.filter(({ id }) => id !== one.id);
    return telling.decide(left).verdict === 'fits' ? remedy : undefined;
  }
}

/** By the attribute that the size was given with. */
function enlarge(level: StorageLevel, words: number): string {
  const { name, attributes, multipleBuffering, blockSize, wordBits } = level;
  const given = [...spellings.entries, ...spellings.depth, ...spellings.sizeKb].find((key) => attributes[key] != null);
  const raw = Math.ceil(words * multipleBuffering);
  if (given === undefined) return `make ${name} hold ${counted(words, 'word')}`;
  const isDepth = (spellings.depth as readonly string[]).includes(given);
  const isKb = (spellings.sizeKb as readonly string[]).includes(given);
  const value = isDepth ? Math.ceil(raw / blockSize) : isKb ? (raw * wordBits) / 8192 : raw;
  return `raise ${given} of ${name} to ${value}${value === words ? '' : ` (${counted(words, 'word')})`}`;
}

/** To three digits. */
function roundedDown(share: number): number {
  if (share === 0) return 0;
  const unit = 10 ** (Math.floor(Math.log10(share)) - 2);
  return Number((Math.floor(share / unit + 1e-9) * unit).toPrecision(3));
}
