// The cycles of an outer product on a tile, as the published planner estimates them (section 2.5), transcribed.

export interface OuterProduct {
  readonly type: 'float' | 'half';
  /** Elements of the field. */
  readonly width: number;
  /** Output channels of a group. */
  readonly channels: number;
  readonly groups: number;
}

export function outerProductCycles({ type, width, channels, groups }: OuterProduct): number {
  const perElement = type === 'float' ? floatSlots(channels) : halfSlots(channels);
  const perGroup = type === 'float' ? 11 : 10;
  return 25 + groups * (perGroup + width * perElement);
}

function floatSlots(channels: number): number {
  const fast = channels >= 6 && channels % 2 === 0;
  return fast ? 6 + (channels - 6) / 2 : 10 + 2 * channels;
}

function halfSlots(channels: number): number {
  const fast = channels >= 12 && channels % 4 === 0;
  return fast ? 6 + (channels - 12) / 4 : 10 + Math.floor((5 * channels) / 2);
}
