export type Sense = 'low' | 'high' | 'same' | 'none';

/** How the profiles of a dimension are looked at. */
export interface Outlook {
  /** Per size limit. */
  readonly extents: readonly Sense[];
  /** Per spatial position. */
  readonly spatial: readonly Sense[];
  readonly loops: 'low' | 'none';
}
