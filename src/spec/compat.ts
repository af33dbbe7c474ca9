/**
 * How files are read (`--compat`): `none` takes them as the public Architecture page documents them; `timeloop-v4` as
 * the reference's front end does where it departs from that; `timeloop-2024` the same, with the older sliding-window
 * rule in the model. `auto` is `none`, except that a spatial `split` counts in files of version 0.4 as the reference counts.
 */
export type Compat = 'auto' | 'none' | 'timeloop-v4' | 'timeloop-2024';

export function followsReference(compat: Compat): boolean {
  return compat === 'timeloop-v4' || compat === 'timeloop-2024';
}

/**
 * Where the unit loops that the reference's front end inserts innermost count (B.3, B.4): nowhere, as positions of a split, or in all
 * orders, where it takes a factor that is at least 1 for one.
 */
export type UnitLoops = 'nowhere' | 'in splits' | 'everywhere';

export function unitLoopsOf(compat: Compat, version: string | undefined): UnitLoops {
  if (followsReference(compat)) return 'everywhere';
  return compat === 'auto' && version === '0.4' ? 'in splits' : 'nowhere';
}
