import seedrandom from 'seedrandom';

/** So many whole numbers, the same for the same seed. */
export function seededNumbers(seed: string, count: number): number[] {
  const random = seedrandom(seed);
  return Array.from({ length: count }, () => Math.floor(random() * 2 ** 31));
}
