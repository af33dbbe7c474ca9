// The level that holds a leaf's spatial loops is called as in the reference (A.6), so that its map files can be read.

export function fanoutName(leaf: string): string {
  return `inter_${leaf}_spatial`;
}
