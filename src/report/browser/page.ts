// The script of a report's page: fills the charts with the rows in view, links them with each other, the table and the
// drawing of the loop nest by one set of chosen rows, and exports them. A plain script without imports, as it stands in
// the page.

type Row = import('../report-row.js').ReportRow;
type Data = import('../report-row.js').PageData;
type Spec = Record<string, unknown>;
type Values = readonly Record<string, unknown>[];

const data = JSON.parse(document.getElementById('data')!.textContent!) as Data;
const { rows, axes } = data;
const byId = new Map(rows.map((row) => [row.id, row]));
const views = new Map<string, View>();
let chosen: number[] = [];

const element = <T extends HTMLElement = HTMLElement>(id: string): T => document.getElementById(id) as T;
const distinct = <T>(items: readonly T[]): T[] => [...new Set(items)];
const scope = element<HTMLSelectElement>('scope');

function make(tag: string, text = '', className = ''): HTMLElement {
  const made = document.createElement(tag);
  made.textContent = text;
  if (className) made.className = className;
  return made;
}

// ---- What is in view

const workloads = distinct(rows.map((row) => row.workload));
const architectures = distinct(rows.map((row) => row.architecture));
const designs = distinct(rows.map((row) => row.design));
const layers = rows.filter((row) => row.kind === 'mapping');
const everything = 'every result';

/** Totals of designs against each other; the layers of a single one; or all there is. */
function firstScope(): string {
  const totals = rows.filter((row) => row.kind === 'total');
  return totals.length > 1 ? totals[0]!.workload : everything;
}

function inView(): Row[] {
  return scope.value === everything ? layers : rows.filter((row) => row.workload === scope.value);
}

/** Looked for once: thousands of rows ask for their series, chart by chart. */
const seriesAxis = axes.findIndex((_, at) => distinct(rows.map((row) => String(row.axes[at]))).length <= 8);

/** What tells points apart by colour. */
function series(row: Row): string {
  if (architectures.length > 1) return row.architecture;
  return seriesAxis === -1 ? 'mapping' : `${axes[seriesAxis]} ${row.axes[seriesAxis]}`;
}

const flat = (row: Row): Record<string, unknown> => {
  const { id, label, workload, cycles, energy, edp, boundBy, opsPerCycle, opsPerByte } = row;
  return { id, label, workload, cycles, energy, edp, boundBy, opsPerCycle, opsPerByte, series: series(row) };
};

/** The first of the chosen rows, or the best; at most four are compared in detail. */
function focus(): Row[] {
  const picked = chosen.flatMap((id) => byId.get(id) ?? []).slice(0, 4);
  const [best] = [...inView()].sort((a, b) => a.edp - b.edp);
  return picked.length > 0 ? picked : best ? [best] : [];
}

// ---- Data of every chart

function front(visible: readonly Row[]): Values {
  if (distinct(visible.map((row) => row.workload)).length > 1) return [];
  let least = Number.POSITIVE_INFINITY;
  return [...visible]
    .sort((a, b) => a.cycles - b.cycles || a.energy - b.energy)
    .filter(({ energy }) => {
      const better = energy < least;
      least = Math.min(least, energy);
      return better;
    })
    .map(flat);
}

function roofs(measured: readonly Row[]): Values {
  const at = measured.map((row) => row.opsPerByte!);
  const [low, high] = [Math.min(...at) / 2, Math.max(...at) * 2];
  const machines = new Map(measured.map((row) => [`${series(row)} ${row.peak} ${row.bandwidth}`, row]));
  return [...machines].flatMap(([roof, row]) => {
    const ridge = row.bandwidth === null ? [] : [row.peak! / row.bandwidth].filter((x) => x > low && x < high);
    return [low, ...ridge, high].map((opsPerByte) => ({
      roof,
      series: series(row),
      opsPerByte,
      opsPerCycle: row.bandwidth === null ? row.peak : Math.min(row.peak!, row.bandwidth * opsPerByte),
    }));
  });
}

type Axis = { readonly name: string; readonly of: (row: Row) => string | number };

function metrics(): Axis[] {
  return [
    { name: `EDP (${data.edpUnit})`, of: (row) => row.edp },
    { name: `energy (${data.energyUnit})`, of: (row) => row.energy },
    { name: 'cycles', of: (row) => row.cycles },
  ];
}

function coordinates(): Axis[] {
  return [
    ...(architectures.length > 1 ? [{ name: 'architecture', of: (row: Row) => row.architecture }] : []),
    ...axes.map((name, at) => ({ name, of: (row: Row) => row.axes[at]! })),
    ...(workloads.length > 1 ? [{ name: 'workload', of: (row: Row) => row.workload }] : []),
  ];
}

const ordered = (values: readonly (string | number)[]): (string | number)[] =>
  values.every((value) => typeof value === 'number') ? [...values].sort((a, b) => Number(a) - Number(b)) : [...values];

function cells(): { values: Values; x: Axis; y: Axis; metric: Axis } | null {
  const known = coordinates();
  const pick = (id: string, all: readonly Axis[]): Axis | undefined =>
    all.find(({ name }) => name === element<HTMLSelectElement>(id).value);
  const [x, y, metric] = [pick('heat-x', known), pick('heat-y', known), pick('heat-value', metrics())];
  if (!x || !y || !metric || x === y) return null;
  const best = new Map<string, Row>();
  const all = x.name === 'workload' || y.name === 'workload' ? layers : inView();
  for (const row of all) {
    const key = JSON.stringify([x.of(row), y.of(row)]);
    const before = best.get(key);
    if (!before || Number(metric.of(row)) < Number(metric.of(before))) best.set(key, row);
  }
  const found = [...best.values()];
  const logs = found.map((row) => Math.log(Number(metric.of(row))));
  const [low, high] = [Math.min(...logs), Math.max(...logs)];
  const rank = (axis: Axis) => {
    const values = ordered(distinct(found.map(axis.of)));
    return (row: Row): number => values.indexOf(axis.of(row));
  };
  const [atX, atY] = [rank(x), rank(y)];
  const values = found
    .sort((a, b) => atY(a) - atY(b) || atX(a) - atX(b))
    .map((row, at) => {
      const share = high > low ? (Math.log(Number(metric.of(row))) - low) / (high - low) : 0;
      const value = Number(metric.of(row));
      return { ...flat(row), at, x: x.of(row), y: y.of(row), value, dark: isDark() ? share < 0.45 : share > 0.45 };
    });
  return { values, x, y, metric };
}

function parallel(visible: readonly Row[]): { lines: Values; ends: Values } {
  const all = [...coordinates().filter(({ name }) => name !== 'workload'), ...metrics()].filter(
    ({ of }) => distinct(visible.map(of)).length > 1,
  );
  const scales = all.map(({ name, of }) => {
    const values = ordered(distinct(visible.map(of)));
    const numeric = values.every((value) => typeof value === 'number' && value > 0);
    const [low, high] = [Math.log(Number(values[0])), Math.log(Number(values.at(-1)))];
    const at = (value: string | number): number =>
      numeric ? (Math.log(Number(value)) - low) / (high - low) : values.indexOf(value) / (values.length - 1);
    return { name, of, at, values, numeric };
  });
  const lines = visible.flatMap((row) =>
    scales.map(({ name, of, at }, order) => ({ ...flat(row), axis: name, at: at(of(row)), order })),
  );
  const ends = scales.flatMap(({ name, at, values, numeric }) =>
    (numeric ? [values[0]!, values.at(-1)!] : values).map((value) => ({
      axis: name,
      at: at(value),
      text: short(value),
    })),
  );
  return { lines, ends };
}

// ---- Drawing

function isDark(): boolean {
  const forced = document.documentElement.dataset.theme;
  return forced ? forced === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
}

/** The named data of a chart; null where there is nothing to draw. */
function dataOf(name: string, visible: readonly Row[]): Record<string, Values> | null {
  const picked = focus();
  const mark = (row: Row, at: number) => ({
    label: row.label,
    short: picked.length > 1 ? `${at + 1}: ${row.label}` : row.label,
  });
  switch (name) {
    case 'frontier':
      return { rows: visible.map(flat), front: front(visible) };
    case 'energy': {
      const parts = picked.flatMap((row, at) =>
        row.parts.map(([part, dataspace, , energy]) => {
          return { ...mark(row, at), part, dataspace: dataspace ?? 'other', energy, share: energy / row.energy };
        }),
      );
      return parts.length > 0 ? { parts } : null;
    }
    case 'occupancy': {
      const occupancy = picked.flatMap((row, at) =>
        row.occupancy.map(([level, full]) => ({ ...mark(row, at), level, full })),
      );
      return occupancy.length > 0 ? { occupancy } : null;
    }
    case 'roofline': {
      const measured = visible.filter((row) => row.opsPerByte && row.opsPerCycle && row.peak);
      const shown =
        measured.length > 0 ? measured : layers.filter((row) => row.opsPerByte && row.opsPerCycle && row.peak);
      return shown.length > 0 ? { measured: shown.map(flat), roofs: roofs(shown) } : null;
    }
    case 'layers': {
      const best = layers.filter((row) => row.rank === 1);
      if (workloads.length < 2 || best.length > 400) return null;
      const each = (row: Row) => ({ ...flat(row), cycles: row.count * row.cycles, energy: row.count * row.energy });
      return { layers: best.map(each) };
    }
    case 'along':
      return data.along && { along: data.along.points as unknown as Values };
    case 'heat': {
      const found = cells();
      return found && found.values.length > 1 ? { cells: found.values } : null;
    }
    default: {
      const { lines, ends } = parallel(visible);
      return visible.length > 1 && lines.length > visible.length ? { lines, ends } : null;
    }
  }
}

async function draw(name: string): Promise<void> {
  const chart = data.charts.find((one) => one.name === name)!;
  const figure = element(`figure-${name}`);
  const target = element(`chart-${name}`);
  const datasets = dataOf(name, inView());
  views.get(name)?.finalize();
  views.delete(name);
  figure.hidden = datasets === null && ['layers', 'along', 'heat', 'parallel'].includes(name);
  if (datasets === null) {
    target.replaceChildren(make('div', emptyText(name), 'empty'));
    return;
  }
  target.replaceChildren();
  let text = JSON.stringify(chart.spec);
  if (name === 'along') text = text.replaceAll('"title":"axis"', `"title":${JSON.stringify(data.along!.axis)}`);
  const heat = name === 'heat' ? cells() : null;
  if (heat) {
    for (const [word, axis] of [
      ['x', heat.x],
      ['y', heat.y],
      ['value', heat.metric],
    ] as const)
      text = text.replaceAll(`"title":"${word}"`, `"title":${JSON.stringify(axis.name)}`);
  }
  const spec = JSON.parse(text) as Spec;
  const rowed = spec.usermeta as { readonly pixels: number; readonly field: string } | undefined;
  if (rowed) {
    const values = Object.values(datasets)[0]!;
    const many = distinct(values.map((value) => JSON.stringify([value[rowed.field], value.short]))).length;
    spec.height = rowed.pixels * Math.max(2, many);
  }
  const config = data.themes[isDark() ? 'dark' : 'light'];
  const compiled = vegaLite.compile({ ...spec, datasets }, { config }).spec;
  const view = new vega.View(vega.parse(compiled), { renderer: 'svg', container: target, hover: true });
  view.tooltip(tip).signal('chosen', chosenIn(name));
  view.addEventListener('click', (event, item) => {
    const id = item?.datum?.id;
    const { clientX, clientY } = event as MouseEvent;
    // The end of a drag is no click.
    if (Math.hypot(clientX - pressed.x, clientY - pressed.y) > 4) return;
    if (id !== undefined) choose([id], (event as MouseEvent).shiftKey || (event as MouseEvent).ctrlKey);
  });
  if (name === 'frontier') view.addSignalListener('area', (_name, area) => chooseRegion(area));
  views.set(name, view);
  await view.runAsync();
  target.dataset.drawn = 'yes';
}

function emptyText(name: string): string {
  const total = focus().some((row) => row.kind === 'total');
  return name === 'occupancy' && total
    ? 'a total fills no buffer: choose a mapping in the table'
    : 'these results do not say';
}

let pressed = { x: 0, y: 0 };
addEventListener('pointerdown', ({ clientX: x, clientY: y }) => (pressed = { x, y }), true);

let region = 0;

/** While a region is dragged, what lies in it is chosen. */
function chooseRegion(area: Record<string, [number, number]>): void {
  const { cycles, energy } = area;
  if (!cycles || !energy) return;
  // A scale whose values are all the same gives them back with an error in the last digit.
  const within = (value: number, [a, b]: [number, number]): boolean =>
    value >= Math.min(a, b) * (1 - 1e-9) && value <= Math.max(a, b) * (1 + 1e-9);
  const ids = inView()
    .filter((row) => within(row.cycles, cycles) && within(row.energy, energy))
    .map((row) => row.id);
  cancelAnimationFrame(region);
  region = requestAnimationFrame(() => choose(ids, false));
}

/** Where none of the chosen is in view, nothing is set off against them. */
function chosenIn(name: string): readonly number[] {
  const shown = new Set((name === 'layers' || name === 'roofline' ? rows : inView()).map(({ id }) => id));
  return chosen.filter((id) => shown.has(id));
}

function choose(ids: readonly number[], more: boolean): void {
  const added = more ? ids.filter((id) => !chosen.includes(id)) : ids;
  const kept = more ? chosen.filter((id) => !ids.includes(id)) : [];
  const same = !more && ids.length === 1 && chosen.length === 1 && chosen[0] === ids[0];
  chosen = same ? [] : [...kept, ...added];
  for (const [name, view] of views) void view.signal('chosen', chosenIn(name)).runAsync();
  void Promise.all(['energy', 'occupancy'].map(draw));
  drawNest();
  for (const line of element('table').querySelectorAll<HTMLElement>('tbody tr'))
    line.classList.toggle('chosen', chosen.includes(Number(line.dataset.id)));
  element<HTMLButtonElement>('clear').disabled = chosen.length === 0;
}

function tip(_handler: unknown, event: MouseEvent, _item: unknown, value: unknown): void {
  const box = element('tip');
  box.hidden = value === null || typeof value !== 'object';
  if (box.hidden) return;
  const table = make('table');
  for (const [key, text] of Object.entries(value as object)) {
    if (text === null || text === 'null' || text === '') continue;
    const line = make('tr');
    line.append(make('td', key), make('td', String(text)));
    table.append(line);
  }
  box.replaceChildren(table);
  box.style.left = `${Math.min(event.clientX + 14, innerWidth - box.offsetWidth - 8)}px`;
  box.style.top = `${Math.min(event.clientY + 14, innerHeight - box.offsetHeight - 8)}px`;
}

function short(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'string') return value;
  if (Number.isInteger(value)) return value.toLocaleString('en-US');
  return Number(value.toPrecision(5)).toLocaleString('en-US', { maximumFractionDigits: 6 });
}
