// What the rules of the machine (section 2.2) say of a request. Codes are stable: scripts match on them. A problem
// always says what would be legal instead.

import type * as machines from '../verdict.js';

export type ProblemCode =
  | 'E_PATH' // no such way between memories
  | 'E_MEMCPY_WIDTH' // memCpy between different widths
  | 'E_BOUNDS' // outside the tensor
  | 'E_OCMCAP' // more in OCM than there is room, or freed out of order
  | 'E_ALIGN' // a flow that starts between the columns of the array
  | 'E_REGCAP' // more in local memory than a core has
  | 'E_XFER' // more in one iterator call than it may move
  | 'E_ITER' // no such iterator
  | 'E_ITER_UNMODELLED' // an iterator of which only the name is known
  | 'E_RAU_CFG' // random access before it is configured
  | 'E_RAU_OOB' // a core reaches outside the tensor
  | 'E_LIN' // broadcast source not as wide as the array
  | 'E_OVERPOP' // more pops than data: the hardware hangs
  | 'E_PEEK' // read before the first pop
  | 'E_BIDX' // no such element in a pop
  | 'E_BSIDE' // broadcast from another side than west
  | 'W_UNDERPOP' // elements that no pop delivers
  | 'W_ORDER' // written in another order than fetched
  | 'W_ITER'; // an iterator that the documentation both lists and denies

export type Problem = machines.Problem<ProblemCode>;

export type Verdict<T> = machines.Verdict<T, ProblemCode>;
