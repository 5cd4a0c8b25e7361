// oxlint-disable-next-line no-control-regex -- names from outside can contain anything
const UNPRINTABLE = /[\u0000-\u001f\u007f\u2028\u2029]/gu;

/** A name that a contact chose, such as that of a file, as one line of at most `longest` characters; null if nothing remains. */
export function foreignLine(text: string | null, longest: number): string | null {
  const line = (text ?? '').replaceAll(UNPRINTABLE, ' ').toWellFormed().trim();
  return line === '' ? null : [...line].slice(0, longest).join('').trim();
}
