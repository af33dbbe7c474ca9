// A name as part of the name of a file.

/** Bytes of it: a file's name may hold two and a suffix within 255. */
const longest = 80;

/** Letters and digits of any script stay. */
export function slug(text: string, nameless = 'unnamed'): string {
  const plain = text.normalize('NFC').replace(/[^\p{L}\p{M}\p{N}._-]+/gu, '-');
  return withinBytes(plain).replace(/^[-.]+|[-.]+$/g, '') || nameless;
}

function withinBytes(text: string): string {
  let bytes = 0;
  return [...text]
    .filter((character) => {
      bytes += Buffer.byteLength(character);
      return bytes <= longest;
    })
    .join('');
}
