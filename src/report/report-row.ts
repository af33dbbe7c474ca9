// What a report's page is given; the page's own script, which imports nothing, is typed by this.

export interface ReportRow {
  readonly id: number;
  readonly label: string;
  /** `total`: of all layers of a network on one design. */
  readonly kind: 'mapping' | 'total';
  readonly architecture: string;
  readonly workload: string;
  /** Everything but the workload. */
  readonly design: string;
  readonly rank: number;
  readonly count: number;
  readonly cycles: number;
  readonly energy: number;
  readonly edp: number;
  /** Percent; null for totals. */
  readonly utilization: number | null;
  readonly proven: boolean;
  readonly boundBy: string;
  readonly opsPerCycle: number | null;
  readonly opsPerByte: number | null;
  readonly peak: number | null;
  /** Bytes per cycle; null = unlimited or unknown. */
  readonly bandwidth: number | null;
  /** One value for each of `axes`. */
  readonly axes: readonly (string | number)[];
  /** Part, dataspace, words of its tile, energy: `partsJson` in the unit of the page. */
  readonly parts: readonly (readonly [string, string | null, number | null, number])[];
  /** Level and percent. */
  readonly occupancy: readonly (readonly [string, number])[];
  /** Mapping entries; empty for totals. */
  readonly mapping: readonly object[];
}

/** A result as a point of a line along the axis that takes most values. */
export interface AlongPoint {
  readonly id: number;
  /** What else tells results apart. */
  readonly series: string;
  readonly at: number;
  readonly cycles: number;
  readonly energy: number;
}

export interface ReportData {
  readonly title: string;
  readonly rows: readonly ReportRow[];
  readonly axes: readonly string[];
  /** Null where no axis takes three numbers. */
  readonly along: { readonly axis: string; readonly points: readonly AlongPoint[] } | null;
  readonly energyUnit: string;
  readonly edpUnit: string;
  /** Points without a result, with what was said of them. */
  readonly failed: readonly (readonly [string, string])[];
}

/** What the page's script finds in the element `data`. */
export interface PageData extends ReportData {
  readonly charts: readonly { readonly name: string; readonly spec: object }[];
  readonly themes: { readonly light: object; readonly dark: object };
}
