// What the page uses of the libraries that stand in it.

interface View {
  runAsync(): Promise<View>;
  finalize(): void;
  toSVG(): Promise<string>;
  signal(name: string, value: unknown): View;
  addSignalListener(name: string, listen: (name: string, value: Record<string, [number, number]>) => void): View;
  addEventListener(type: string, listen: (event: Event, item?: { datum?: { id?: number } }) => void): View;
  tooltip(show: (handler: unknown, event: MouseEvent, item: unknown, value: unknown) => void): View;
}
declare const vega: {
  View: new (runtime: unknown, options: object) => View;
  parse(spec: unknown): unknown;
};
declare const vegaLite: { compile(spec: Record<string, unknown>, options: object): { spec: unknown } };
