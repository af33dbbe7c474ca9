/**
 * How files are read (`--compat`): `none` takes them as the public Architecture page documents them; `timeloop-v4` as
 * the reference's front end does where it departs from that; `timeloop-2024` the same, with the older sliding-window
 * rule in the model.
 */
export type Compat = 'none' | 'timeloop-v4' | 'timeloop-2024';
