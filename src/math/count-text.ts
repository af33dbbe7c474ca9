// Counts as people read them.

/** `123456` as `123,456`; a sign is kept. */
export function grouped(digits: string): string {
  return digits.replace(/\B(?=(\d{3})+(?!\d))/g, ',');
}

/** In full up to a million million, then as a power of ten. */
export function countText(value: bigint): string {
  const digits = value.toString();
  if (digits.length <= 12) return grouped(digits);
  return `${digits[0]}.${digits.slice(1, 4)}e${digits.length - 1}`;
}

/** `1 point`, `2 points`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
