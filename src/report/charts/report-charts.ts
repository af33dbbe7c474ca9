// The charts of a report as Vega-Lite specifications over named data, which the page fills: `rows` (the mappings to
// compare), `front`, `roofs`, `layers`, `along`, `parts` and `occupancy` (of the chosen ones), `cells` and `lines`. `chosen` holds
// the ids of the rows that the reader picked, in every chart alike.

import type { TopLevelSpec } from 'vega-lite';

export interface ChartUnits {
  readonly energyUnit: string;
  readonly edpUnit: string;
}

export interface ReportChart {
  readonly name: string;
  readonly title: string;
  /** What it shows, for people who do not know such charts. */
  readonly about: string;
  readonly spec: TopLevelSpec;
}

type Encoding = Record<string, object>;

const chosen = { name: 'chosen', value: [] as number[] };
const isChosen = 'indexof(chosen, datum.id) >= 0';

/** Faint where others are chosen. */
const opacity = { condition: { test: `chosen.length == 0 || ${isChosen}`, value: 1 }, value: 0.25 };

const ring = {
  condition: [{ test: isChosen, value: 2.5 }],
  value: 0,
};

function quantity(field: string, title: string, extra: object = {}): object {
  return { field, type: 'quantitative', title, ...extra };
}

const series = { field: 'series', type: 'nominal', title: null, sort: null };
const name = { field: 'label', type: 'nominal', title: 'mapping' };

function tooltipOf({ energyUnit, edpUnit }: ChartUnits): object[] {
  return [
    name,
    quantity('cycles', 'cycles', { format: ',' }),
    quantity('energy', `energy (${energyUnit})`, { format: ',.5~g' }),
    quantity('edp', `EDP (${edpUnit})`, { format: ',.5~g' }),
    { field: 'boundBy', type: 'nominal', title: 'bound by' },
  ];
}

function points(encoding: Encoding, data = 'rows'): object {
  return {
    data: { name: data },
    mark: { type: 'point', filled: true, size: 80, cursor: 'pointer' },
    encoding: { color: series, shape: series, opacity, strokeWidth: ring, ...encoding },
  };
}

const logarithmic = { scale: { type: 'log', nice: false, padding: 16 } };
const wide = { width: 'container', height: 320, autosize: { type: 'fit', contains: 'padding', resize: true } };
/** As many pixels for each category of a field; the page knows how many there are. */
const tall = (pixels: number, field: string) => ({
  usermeta: { pixels, field },
  autosize: { type: 'fit-x', contains: 'padding', resize: true },
});

function spec(parts: object): TopLevelSpec {
  return { ...wide, params: [chosen], ...parts } as TopLevelSpec;
}

export function reportCharts(units: ChartUnits): readonly ReportChart[] {
  const { energyUnit } = units;
  const tooltip = tooltipOf(units);
  const cyclesEnergy = {
    x: quantity('cycles', 'cycles', logarithmic),
    y: quantity('energy', `energy (${energyUnit})`, logarithmic),
  };
  const cyclesBytes = {
    x: quantity('opsPerByte', 'operations per byte', logarithmic),
    y: quantity('opsPerCycle', 'operations per cycle', logarithmic),
  };
  return [
    {
      name: 'frontier',
      title: 'Cycles and energy',
      about:
        'Down and left is better; the line joins what nothing else beats in both. Click to choose, drag for a region.',
      spec: spec({
        layer: [
          {
            data: { name: 'front' },
            mark: { type: 'line', interpolate: 'step-after', strokeDash: [5, 4], opacity: 0.7 },
            encoding: { ...cyclesEnergy, order: quantity('cycles', ''), color: { value: '#888888' } },
          },
          { ...points({ ...cyclesEnergy, tooltip } as Encoding), params: [{ name: 'area', select: 'interval' }] },
        ],
      }),
    },
    {
      name: 'energy',
      title: 'Where the energy goes',
      about: 'Of the chosen mappings, by level and dataspace.',
      spec: spec({
        data: { name: 'parts' },
        mark: { type: 'bar', stroke: null },
        ...tall(26, 'part'),
        encoding: {
          y: { field: 'part', type: 'nominal', title: null, sort: null },
          yOffset: { field: 'short', type: 'nominal', sort: null },
          x: quantity('energy', `energy (${energyUnit})`, { stack: 'zero' }),
          color: { field: 'dataspace', type: 'nominal', title: 'dataspace', sort: null },
          tooltip: [
            name,
            { field: 'part', type: 'nominal' },
            { field: 'dataspace', type: 'nominal' },
            quantity('energy', `energy (${energyUnit})`, { format: ',.5~g' }),
            quantity('share', 'share', { format: '.1%' }),
          ],
        },
      }),
    },
    {
      name: 'occupancy',
      title: 'How full the buffers are',
      about: 'Of the chosen mappings, in percent of the capacity.',
      spec: spec({
        data: { name: 'occupancy' },
        mark: { type: 'bar' },
        ...tall(26, 'level'),
        encoding: {
          y: { field: 'level', type: 'nominal', title: null, sort: null },
          yOffset: { field: 'short', type: 'nominal', sort: null },
          x: quantity('full', 'full (%)', { scale: { domain: [0, 100] } }),
          color: { field: 'short', type: 'nominal', title: null, sort: null },
          tooltip: [name, { field: 'level', type: 'nominal' }, quantity('full', 'full (%)', { format: '.1f' })],
        },
      }),
    },
    {
      name: 'roofline',
      title: 'Roofline',
      about:
        'Operations per cycle over operations per byte that the outermost level really moves; the lines are what compute and that level allow.',
      spec: spec({
        layer: [
          {
            data: { name: 'roofs' },
            mark: { type: 'line', opacity: 0.8 },
            encoding: { ...cyclesBytes, detail: { field: 'roof', type: 'nominal' }, color: series },
          },
          points(
            {
              ...cyclesBytes,
              tooltip: [
                ...tooltip,
                quantity('opsPerByte', 'ops per byte', { format: '.4~g' }),
                quantity('opsPerCycle', 'ops per cycle', { format: '.4~g' }),
              ],
            } as Encoding,
            'measured',
          ),
        ],
      }),
    },
    {
      name: 'layers',
      title: 'Layer by layer',
      about: 'Each layer as often as it occurs.',
      spec: {
        params: [chosen],
        data: { name: 'layers' },
        vconcat: [
          ['cycles', 'cycles'],
          ['energy', `energy (${energyUnit})`],
        ].map(([field, title]) => ({
          width: 860,
          height: 170,
          mark: { type: 'bar', cursor: 'pointer' },
          encoding: {
            x: { field: 'workload', type: 'nominal', title: null, sort: null, axis: { labelAngle: -40 } },
            xOffset: { field: 'series', type: 'nominal', sort: null },
            y: quantity(field!, title!),
            color: series,
            opacity,
            tooltip,
          },
        })),
      } as TopLevelSpec,
    },
    {
      name: 'along',
      title: 'Along an axis',
      about: 'The best results over the axis that takes most values.',
      spec: {
        params: [chosen],
        data: { name: 'along' },
        hconcat: [
          ['energy', `energy (${energyUnit})`],
          ['cycles', 'cycles'],
        ].map(([field, title]) => ({
          width: 320,
          height: 240,
          mark: { type: 'line', point: { cursor: 'pointer' } },
          encoding: {
            x: quantity('at', 'axis', { scale: { zero: false, nice: true } }),
            y: quantity(field!, title!, { scale: { zero: false, nice: true } }),
            color: { ...series, legend: { orient: 'bottom', columns: 3 } },
            tooltip: [
              series,
              quantity('at', 'axis'),
              quantity('cycles', 'cycles', { format: ',' }),
              quantity('energy', `energy (${energyUnit})`, { format: ',.5~g' }),
            ],
          },
        })),
      } as TopLevelSpec,
    },
    {
      name: 'heat',
      title: 'Heat map',
      about: 'The best value of every combination of two axes.',
      spec: spec({
        data: { name: 'cells' },
        encoding: {
          x: { field: 'x', type: 'ordinal', title: 'x', sort: null, axis: { labelAngle: -30 } },
          y: { field: 'y', type: 'ordinal', title: 'y', sort: null },
        },
        ...tall(34, 'y'),
        layer: [
          {
            mark: { type: 'rect', cursor: 'pointer' },
            encoding: {
              color: quantity('value', 'value', { scale: { type: 'log' } }),
              tooltip,
            },
          },
          {
            mark: { type: 'text', fontSize: 11 },
            encoding: {
              text: quantity('value', 'value', { format: '.3~g' }),
              color: { condition: { test: 'datum.dark', value: '#ffffff' }, value: '#111111' },
            },
          },
        ],
      }),
    },
    {
      name: 'parallel',
      title: 'Parallel coordinates',
      about: 'One line a point, each axis from its least to its greatest value.',
      spec: spec({
        layer: [
          {
            data: { name: 'lines' },
            mark: { type: 'line', strokeWidth: 1.6, cursor: 'pointer' },
            encoding: {
              x: { field: 'axis', type: 'nominal', title: null, sort: null, axis: { labelAngle: 0, grid: true } },
              y: quantity('at', '', { axis: null, scale: { domain: [-0.08, 1.08] } }),
              detail: { field: 'id', type: 'nominal' },
              color: series,
              opacity: { condition: { test: `chosen.length == 0 || ${isChosen}`, value: 0.9 }, value: 0.12 },
              order: quantity('order', ''),
              tooltip,
            },
          },
          {
            data: { name: 'ends' },
            mark: { type: 'text', dx: 5, align: 'left', fontSize: 11 },
            encoding: {
              x: { field: 'axis', type: 'nominal', sort: null },
              y: quantity('at', ''),
              text: { field: 'text', type: 'nominal' },
            },
          },
        ],
      }),
    },
  ];
}
