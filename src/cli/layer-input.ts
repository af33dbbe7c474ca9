// An input file that stands for a layer of a model.

import type { InputFile } from '../spec/read/input-file.js';
import type { NetworkGraph } from '../workload/import/network-files.js';

/** A layer of a network whose graph is known. */
export interface LayerInput extends InputFile {
  readonly graph?: NetworkGraph;
  /** Index into the graph's files. */
  readonly layer?: number;
  /** A line of einsum as the convolution that it is. */
  readonly convolution?: {
    readonly text: string;
    readonly said: string;
    /** Of the dimensions and dataspaces that the line has itself. */
    readonly names: ReadonlySet<string>;
  };
}
