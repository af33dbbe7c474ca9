// What has been published, with its sources; docs/validation/tpu.md sets the model beside it.
//
// [J17] Jouppi et al., "In-Datacenter Performance Analysis of a Tensor Processing Unit", ISCA 2017, tables 1, 3 and 7.
// [PAL] JAX documentation, matrix multiplication in Pallas on a v5e, bf16.
// [SB] Austin et al., "How to Scale Your Model", chapters on TPUs and on rooflines.

export interface Application {
  readonly name: string;
  /** Rows of activations that pass a tile of weights: the batch, or for convolutions multiply-accumulates per weight byte. */
  readonly rows: number;
  /** Multiply-accumulates per byte of weights. */
  readonly intensity: number;
  /** Percent of all cycles [J17, table 3]. */
  readonly active: number;
  readonly shift: number;
  readonly stall: number;
  /** Of 65,536 cells while active, percent of all cycles. */
  readonly useful: number;
  readonly tops: number;
  readonly rooflineTops: number;
}

export const applications: readonly Application[] = [
  {
    name: 'MLP0',
    rows: 200,
    intensity: 200,
    active: 12.7,
    shift: 15.9,
    stall: 53.9,
    useful: 12.5,
    tops: 12.3,
    rooflineTops: 13.6,
  },
  {
    name: 'MLP1',
    rows: 168,
    intensity: 168,
    active: 10.6,
    shift: 13.4,
    stall: 44.2,
    useful: 9.4,
    tops: 9.7,
    rooflineTops: 11.42,
  },
  {
    name: 'LSTM0',
    rows: 64,
    intensity: 64,
    active: 8.2,
    shift: 15.8,
    stall: 58.1,
    useful: 8.2,
    tops: 3.7,
    rooflineTops: 4.35,
  },
  {
    name: 'LSTM1',
    rows: 96,
    intensity: 96,
    active: 10.5,
    shift: 17.1,
    stall: 62.1,
    useful: 6.3,
    tops: 2.8,
    rooflineTops: 6.53,
  },
  {
    name: 'CNN0',
    rows: 2888,
    intensity: 2888,
    active: 78.2,
    shift: 0,
    stall: 0,
    useful: 78.2,
    tops: 86,
    rooflineTops: 91.75,
  },
  {
    name: 'CNN1',
    rows: 1750,
    intensity: 1750,
    active: 46.2,
    shift: 7,
    stall: 28.1,
    useful: 22.5,
    tops: 14.1,
    rooflineTops: 91.75,
  },
]; // prettier-ignore

/** bm, bk, bn, n, milliseconds measured [PAL]. */
export const pallasRuns: readonly (readonly [number, number, number, number, number])[] = [
  [128, 128, 128, 1024, 0.2977],
  [128, 128, 128, 4096, 11.772],
  [128, 128, 128, 8192, 91.836],
  [512, 1024, 1024, 1024, 0.1271],
  [512, 1024, 1024, 4096, 0.8891],
  [512, 1024, 1024, 8192, 6.0994],
];

/** Operations per byte at which arithmetic and memory take as long, bf16 [SB]. */
export const ridges: readonly (readonly [string, number])[] = [
  ['v3', 156],
  ['v4', 229],
  ['v5e', 243],
  ['v5p', 164],
  ['v6e', 575],
];
