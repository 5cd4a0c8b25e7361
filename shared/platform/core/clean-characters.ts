/** False for lone surrogates and for control characters other than tabs and line breaks. */
export function hasCleanCharacters(text: string): boolean {
  return text.isWellFormed() && !FORBIDDEN_CONTROLS.test(text);
}

// Carriage returns are allowed, because many systems end lines with CR LF.
// oxlint-disable-next-line no-control-regex
const FORBIDDEN_CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f]/;
