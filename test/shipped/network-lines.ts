// How the tests write a network down: a line a layer, its bounds and its stride.

export interface Network {
  readonly directory: string;
  /** File names of this network start with it; a directory may hold several. */
  readonly prefix: string;
  /** As published or as counted by the public model zoos. */
  readonly publishedMacs: number;
  /** Every layer, in order, repetitions included. */
  readonly layers: readonly string[];
}

export interface Layer {
  readonly c?: number;
  readonly m?: number;
  readonly r?: number;
  readonly s?: number;
  readonly p?: number;
  readonly q?: number;
  readonly g?: number;
  readonly stride?: number;
}

export function layerLine(layer: Layer): string {
  const { c = 1, m = 1, r = 1, s = 1, p = 1, q = 1, g = 1, stride = 1 } = layer;
  return `C${c} M${m} R${r} S${s} P${p} Q${q} G${g} stride ${stride}`;
}
