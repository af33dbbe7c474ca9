// SRAM as CACTI 7 sees it, in the configuration of the field's estimation tools: low-standby-power cells and
// periphery, 300 K, the organisation of least leakage. `data/cacti.json` holds its results on a grid of width, depth, ports and
// banks at five nodes; between them powers of width and depth, between nodes linear. What those tools do around CACTI is
// done here as well: rows of at least 32 bits and 64 rows a bank, smaller memories a share of that.

import { createRequire } from 'node:module';
import { remembered } from '../../math/remembered.js';
import { accessTimeNs, type Memory } from './access-time.js';
import {
  actions,
  type EstimateAttributes,
  type EstimatorOutcome,
  numberAttribute,
  originWithin,
  textAttribute,
} from './figures.js';
import { nodeOf, nodeQuantity, voltageFactors, whyNoNode } from './technology.js';

/** `data/` lies beside `src/` and beside `dist/`, and is read when a first memory is estimated. */
const require = createRequire(import.meta.url);
const tables = () => require('../../../data/cacti.json').nodes as Readonly<Record<number, readonly string[]>>;
const nodes = [22, 32, 45, 65, 90];

const figures = ['readPj', 'writePj', 'areaUm2', 'leakageMw'] as const;
type Result = Readonly<Record<(typeof figures)[number], number>>;

const limits = { leastWidth: 32, leastRows: 64, mostPorts: 2, mostBanks: 32 } as const;

/** Nine of ten points that the tables do not hold are closer than this (`test/arch/estimate/sram.test.ts`). */
const FIT_ERROR_PERCENT = 15;
/** Below 22 nm and from 90 nm on, by the rules of `atNode`, which go on to the nodes of logic. */
const SCALED_ERROR_PERCENT = 40;

export function estimateSram(attributes: EstimateAttributes): EstimatorOutcome {
  const nm = nodeOf(attributes);
  if (nm === undefined) return { unknown: whyNoNode(attributes) };
  const width = numberAttribute(attributes, ['width', 'memory_width', 'data_storage_width']);
  const depth = numberAttribute(attributes, ['depth', 'memory_depth', 'data_storage_depth']);
  if (width === undefined || depth === undefined) return { unknown: 'no width and depth are given' };
  const shared = numberAttribute(attributes, ['n_rdwr_ports', 'n_rw_ports', 'n_ports', 'num_ports']);
  const single =
    (numberAttribute(attributes, ['n_rd_ports']) ?? 0) + (numberAttribute(attributes, ['n_wr_ports']) ?? 0);
  const ports = Math.max(1, (shared ?? (single > 0 ? 0 : 1)) + single);
  const banks = numberAttribute(attributes, ['n_banks', 'num_banks']) ?? 1;
  if (width < 0 || depth < 0 || !(banks >= 1)) return { unknown: 'its size is not positive' };
  if (!Number.isInteger(ports)) return { unknown: 'its ports are no whole number' };
  if (width > 2 ** 20 || depth > 2 ** 40 || ports > 64 || banks > 2 ** 16)
    return { unknown: 'its size is beyond any estimate' };
  const own = textAttribute(attributes, 'estimator') === 'cacti';
  const volts = voltageFactors(attributes, nm);
  const found = width * depth === 0 ? nothing : atNode({ width, depth, ports, banks }, nm, own);
  const size = `${width} x ${depth}${banks > 1 ? `, ${banks} banks` : ''}${ports > 1 ? `, ${ports} ports` : ''}`;
  const [least, most] = [nodes[0]!, nodes.at(-1)!];
  const followed = nm >= most && !own;
  const inside = nm >= least && nm <= most;
  const range = inside ? '' : ` (scaled: tables are of ${least} to ${most} nm)`;
  const quirk = ` (${least} nm scaled, as the reference's package does; estimator: cacti for CACTI's own)`;
  return {
    actionsPj: actions([
      ['read', found.readPj * volts.dynamic],
      ['write|update', found.writePj * volts.dynamic],
    ]),
    leakageMw: found.leakageMw * volts.leakage,
    areaUm2: found.areaUm2,
    accessNs: accessTimeNs({ width, depth, ports, banks: 2 ** Math.ceil(Math.log2(banks)) }, nm),
    origin: originWithin([...sizeRange({ width, depth, ports, banks }), nodeQuantity(nm)], {
      kind: inside && !followed && volts.note === '' ? 'cacti-fit' : 'scaled',
      source: `CACTI 7 at ${nm} nm, ${size}${range}${followed ? quirk : ''}${volts.note}`,
      errorPercent: inside ? FIT_ERROR_PERCENT : SCALED_ERROR_PERCENT,
    }),
  };
}

const nothing = each(() => 0);

/** What the tables hold, for as many ports and banks as they have. Smaller memories are shares of the least (`asCalled`). */
function sizeRange({ width, depth, ports, banks }: Memory) {
  const called = Math.min(2 ** Math.ceil(Math.log2(banks)), limits.mostBanks);
  const widest = rowsOf(nodes[0]!, { ports: Math.min(ports, limits.mostPorts), banks: called }).at(-1)!;
  return [
    ['width', width, 0, widest.width],
    ['depth', depth, 0, widest.points.at(-1)!.depth],
    ['ports', ports, 1, limits.mostPorts],
    ['banks', banks, 1, limits.mostBanks],
  ] as const;
}

/**
 * Below 22 nm, energies shrink with the root of the node and areas with the node, as SRAM has since. The reference's
 * package does the same from 90 nm on, from 22 nm upwards, though CACTI has a 90 nm of its own that costs several times
 * as much; it is followed unless the component says `estimator: cacti`.
 */
function atNode(memory: Memory, nm: number, own: boolean): Result {
  const [least, most] = [nodes[0]!, nodes.at(-1)!];
  if (nm < least || (nm >= most && !own)) {
    const ratio = nm / least;
    const root = Math.sqrt(ratio);
    // FinFETs leak 21 % less (Parvais et al., VLSI-TSA 2009).
    const leakage = nm < least ? 0.79 * root : 1;
    return scaled(asCalled(memory, least), { readPj: root, writePj: root, areaUm2: ratio, leakageMw: leakage });
  }
  if (nm > most) {
    const square = (nm / most) ** 2;
    return scaled(
      asCalled(memory, most),
      each(() => square),
    );
  }
  const below = nodes.findLast((node) => node <= nm)!;
  const above = nodes.find((node) => node >= nm)!;
  const low = asCalled(memory, below);
  if (below === above) return low;
  const high = asCalled(memory, above);
  const share = (nm - below) / (above - below);
  return combine(low, high, (a, b) => (1 - share) * a + share * b);
}

/** Sizes that CACTI does not take become a share of the least that it does. */
function asCalled({ width, depth, ports, banks }: Memory, node: number): Result {
  const calledBanks = 2 ** Math.ceil(Math.log2(banks));
  const calledWidth = Math.max(Math.ceil(width / 8) * 8, limits.leastWidth);
  const calledDepth = Math.max(depth, limits.leastRows * banks);
  const [widthShare, depthShare] = [width / calledWidth, depth / calledDepth];
  const known = Math.min(ports, limits.mostPorts);
  const at = { width: calledWidth, depth: calledDepth, banks: Math.min(calledBanks, limits.mostBanks) };
  const found = interpolated(rowsOf(node, { ...at, ports: known }), at);
  // Every further port costs what the second one did.
  const more = ports - known;
  const one = more > 0 ? interpolated(rowsOf(node, { ...at, ports: known - 1 }), at) : found;
  const all = more > 0 ? combine(one, found, (a, b) => b * (b / a) ** more) : found;
  const energy = (0.3 + 0.7 * widthShare) * depthShare ** 0.78;
  const areaUm2 = widthShare * depthShare;
  const leakageMw = (widthShare * depthShare * banks) / calledBanks;
  return scaled(all, { readPj: energy, writePj: energy, areaUm2, leakageMw });
}

function each(of: (figure: keyof Result) => number): Result {
  return Object.fromEntries(figures.map((figure) => [figure, of(figure)])) as Result;
}

function scaled(result: Result, by: Result): Result {
  return combine(result, by, (figure, factor) => figure * factor);
}

function combine(first: Result, second: Result, join: (a: number, b: number) => number): Result {
  return each((figure) => join(first[figure], second[figure]));
}

/** Straight lines in the logarithms of width, depth and result, going on beyond the ends of the grid. */
export function interpolated(rows: readonly Row[], { width, depth }: Pick<Memory, 'width' | 'depth'>): Result {
  const [narrow, wide] = around(rows, (row) => row.width, width);
  const [first, second] = [inRow(narrow, depth), inRow(wide, depth)];
  const share = Math.log(width / narrow.width) / Math.log(wide.width / narrow.width);
  return combine(first, second, (a, b) => a * (b / a) ** share);
}

function inRow({ points }: Row, depth: number): Result {
  const [shallow, deep] = around(points, (point) => point.depth, depth);
  const share = Math.log(depth / shallow.depth) / Math.log(deep.depth / shallow.depth);
  return combine(shallow.result, deep.result, (a, b) => a * (b / a) ** share);
}

/** The neighbours of a size; beyond the last one, that and the one a quarter of it, for a slope without steps. */
function around<T>(ordered: readonly T[], key: (item: T) => number, wanted: number): readonly [T, T] {
  const after = ordered.findIndex((item) => key(item) > wanted);
  const last = ordered.at(-1)!;
  if (after < 0) return [ordered.findLast((item) => key(item) <= key(last) / 4)!, last];
  return [ordered[Math.max(after, 1) - 1]!, ordered[Math.max(after, 1)]!];
}

export interface Row {
  readonly width: number;
  readonly points: readonly { readonly depth: number; readonly result: Result }[];
}

const read = new Map<string, readonly Row[]>();

/** Results for one node and one number of ports and banks, by width. Read when first needed: `ports banks width`, then for every depth fJ, fJ, square micrometres and nW. */
export function rowsOf(node: number, { ports, banks }: Pick<Memory, 'ports' | 'banks'>): readonly Row[] {
  const key = `${ports} ${banks}`;
  return remembered(read, `${node} ${key}`, () => {
    const lines = tables()[node]!.filter((line) => line.startsWith(`${key} `));
    return lines.map((line): Row => {
      const [head, ...points] = line.split(';');
      return { width: Number(head!.split(' ')[2]), points: points.map(pointOf) };
    });
  });
}

function pointOf(text: string): Row['points'][number] {
  const [depth = 0, readFj = 0, writeFj = 0, areaUm2 = 0, leakageNw = 0] = text.split(',').map(Number);
  const result = { readPj: readFj / 1000, writePj: writeFj / 1000, areaUm2, leakageMw: leakageNw / 1e6 };
  return { depth, result };
}
