/**
 * How files are read (`--compat`): `none` takes them as the public Architecture page documents them; `timeloop-v4` as
 * the reference's front end does where it departs from that; `timeloop-2024` the same, with the older sliding-window
 * rule in the model. `auto` is `none`, except that a spatial `split` counts in files of version 0.4 as the reference counts.
 */
export type Compat = 'auto' | 'none' | 'timeloop-v4' | 'timeloop-2024';

export function followsReference(compat: Compat): boolean {
  return compat === 'timeloop-v4' || compat === 'timeloop-2024';
}

/** Whether a `split` counts the unit loops that the reference's front end inserts innermost (B.3, B.4). */
export function splitCountsUnits(compat: Compat, version: string | undefined): boolean {
  return compat === 'auto' ? version === '0.4' : compat !== 'none';
}
