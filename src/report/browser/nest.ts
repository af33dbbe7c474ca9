// The loop nest of the first chosen mapping as boxes in boxes: levels with what they keep, loops between them.

interface NestEntry {
  readonly target: string;
  readonly type: 'temporal' | 'spatial' | 'dataspace';
  readonly factors?: string;
  readonly permutation?: string;
  readonly split?: number;
  readonly keep?: readonly string[];
}

/** `C1 M4`, `C=1 M=4`, `P=4,3`. */
function factorsOf(text: string): Map<string, string> {
  const found = text.split(/[\s]+/).flatMap((word) => {
    const match = /^(.*?)(?:=(\d+(?:,\d+)?)|(\d+))$/.exec(word);
    return match ? [[match[1]!, match[2] ?? match[3]!] as const] : [];
  });
  return new Map(found);
}

/** Innermost first, as it stands in a mapping. */
function orderOf(text: string, known: ReadonlySet<string>): string[] {
  return (text.includes(',') || known.has(text) ? text.split(',') : [...text]).filter((one) => known.has(one));
}

function loopsOf(entry: NestEntry): { name: string; bound: string; axis: string }[] {
  const factors = factorsOf(entry.factors ?? '');
  const order = orderOf(entry.permutation ?? '', new Set(factors.keys()));
  const { split } = entry;
  return order
    .map((name, at) => {
      const axis = entry.type !== 'spatial' ? '' : split !== undefined && at < split ? 'X' : 'Y';
      return { name, bound: factors.get(name)!, axis };
    })
    .filter(({ bound }) => bound !== '1')
    .reverse();
}

function drawNest(): void {
  const target = element('nest');
  const best = focus();
  const row =
    best.find(({ mapping }) => mapping.length > 0) ??
    (chosen.length === 0 ? layers.find(({ design }) => design === best[0]?.design) : undefined);
  target.replaceChildren();
  if (!row) {
    target.append(make('div', 'a total has no loop nest: choose one of its layers in the table', 'empty'));
    return;
  }
  target.append(make('p', row.label));
  const entries = row.mapping as readonly NestEntry[];
  let inside: HTMLElement = target;
  for (const entry of entries.filter(({ type }) => type !== 'dataspace')) {
    const loops = loopsOf(entry);
    const kept = entries.find(({ type, target: level }) => type === 'dataspace' && level === entry.target)?.keep ?? [];
    if (entry.type === 'spatial' && loops.length === 0) continue;
    const box = make('div', '', entry.type === 'spatial' ? 'level spatial' : 'level');
    box.append(make('b', entry.type === 'spatial' ? `${entry.target}, side by side` : entry.target));
    if (entry.type === 'temporal') for (const dataspace of kept) box.append(tileOf(row, entry.target, dataspace));
    for (const { name, bound, axis } of loops) {
      const line = make('div', '', 'loop');
      line.append(axis ? 'parallel for ' : 'for ', make('i', name), ` in [0:${bound})${axis && ` on ${axis}`}`);
      box.append(line);
    }
    inside.append(box);
    inside = box;
  }
  inside.append(make('div', '<< compute >>', 'loop'));
}

/** Its words, and the share of the level that it takes. */
function tileOf(row: Row, level: string, dataspace: string): HTMLElement {
  const part = row.parts.find(([name, one]) => name === level && one === dataspace);
  const chip = make('span', `${dataspace}${part?.[2] == null ? '' : ` ${short(part[2])}`}`, 'tile');
  const full = row.occupancy.find(([name]) => name === level)?.[1];
  const held = row.parts.filter(([name]) => name === level).reduce((sum, [, , words]) => sum + (words ?? 0), 0);
  if (full !== undefined && part?.[2] != null && held > 0) {
    const meter = document.createElement('meter');
    meter.max = 100;
    meter.value = (full * part[2]) / held;
    meter.title = `${meter.value.toFixed(1)} % of ${level}`;
    chip.append(' ', meter);
  }
  return chip;
}
