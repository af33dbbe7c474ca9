// How far a figure can be trusted: the one word for it on all machines, in reports, in answers and on pages.

import type { Fact } from '../model/seams.js';

/** `public`: printed in a document, or arithmetic on such figures; `recalled`: of a document, from memory; `estimate`: nobody said so. */
export type Trust = NonNullable<Fact['trust']>;
