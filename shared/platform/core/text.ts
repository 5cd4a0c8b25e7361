/**
 * What a text from outside is (docs/specification.md#texts). Each text follows one of three policies:
 *
 * - **received**: a phone, a network or an imported file sent it, and nobody can be asked to correct it. It is repaired, never refused.
 * - **requested**: a client of the API sent it. It is refused with 422 if it has other characters, and stored as sent.
 * - **compared**: the key of a tag, an address or an opt-out word. Only the key is normalised; a response shows what was sent.
 */

/** Control characters (Unicode category Cc) except tabs and line breaks. Many systems end lines with CR LF. */
const FORBIDDEN = /[^\P{Cc}\t\n\r]/u;
const EVERY_FORBIDDEN = /[^\P{Cc}\t\n\r]/gu;
const LINE_BREAK = /[\n\r\u2028\u2029]/u;

/**
 * The accepted characters in the documentation, as regular expressions that every language supports. `FILLED` requires a character that
 * is neither white space nor a control character: no such expression can name all characters that show nothing.
 */
export const TEXT_PATTERN = String.raw`^[^\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]*$`;
export const LINE_PATTERN = String.raw`^[^\x00-\x08\x0a-\x1f\x7f-\x9f\u2028\u2029]*$`;
export const FILLED_TEXT_PATTERN = String.raw`^\s*[^\s\x00-\x1f\x7f-\x9f][^\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]*$`;
export const FILLED_LINE_PATTERN = String.raw`^\s*[^\s\x00-\x1f\x7f-\x9f][^\x00-\x08\x0a-\x1f\x7f-\x9f\u2028\u2029]*$`;

/**
 * A character that shows something, which is none of these: white space, control and format characters, and fillers. The blank of Braille
 * and the musical null note head are symbols for Unicode, and look like spaces. The first characters have a picture although they are
 * format characters: they stand before the digits of a number (Prepended_Concatenation_Mark).
 */
const VISIBLE =
  /[\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u{110bd}\u{110cd}]|[^\u{16fe4}\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800\u{1d159}]/u;

const UNSEEN = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;
/** Compatibility forms turn some pictures into letters, such as a trade mark sign, so pictures are removed before. Letters in circles stay. */
const PICTURES = String.raw`[\s\p{P}\p{M}\p{Sk}\p{Sc}\p{Sm}\p{Regional_Indicator}\p{Extended_Pictographic}]+`;
/** What people write around a word: white space, punctuation, symbols such as emoji, and their marks. */
const AROUND = /^[\s\p{P}\p{S}\p{M}]+|[\s\p{P}\p{S}\p{M}]+$/gu;

/** The text of a phone, a network or a file: forbidden characters are removed, and an unpaired surrogate becomes U+FFFD. */
export function receivedText(text: string): string {
  return text.toWellFormed().replaceAll(EVERY_FORBIDDEN, '');
}

/** Repairs every text of received JSON, as the reviver of `JSON.parse`. */
export function receivedMember(_name: string, value: unknown): unknown {
  return typeof value === 'string' ? receivedText(value) : value;
}

/** A received name as one line of at most `limit` code points; null if it shows nothing. */
export function receivedLine(text: string | null, limit: number): string | null {
  const line = receivedText(text ?? '')
    .replaceAll(/\s+/gu, ' ')
    .trim();
  return isVisible(line) ? cutText(line, limit, 'code-points').trim() : null;
}

/** Whether a client may send the text: it has no unpaired surrogates, and no control characters except tabs and line breaks. */
export function isRequestedText(text: string): boolean {
  return text.isWellFormed() && !FORBIDDEN.test(text);
}

/** Whether the text has several lines. */
export function hasLineBreak(text: string): boolean {
  return LINE_BREAK.test(text);
}

/** The form in which names are compared: equal texts are equal, whether they are composed or decomposed. Letter case counts. */
export function comparedText(text: string): string {
  return text.normalize('NFC');
}

/** Whether two names are equal. */
export function isSameText(one: string | null, other: string | null): boolean {
  return one === other || (one !== null && other !== null && comparedText(one) === comparedText(other));
}

/** The form in which a word that people type is compared: letter case, compatibility forms and what stands around the word do not count. */
export function comparedWord(text: string): string {
  return text
    .replaceAll(UNSEEN, '')
    .replaceAll(new RegExp(`^${PICTURES}|${PICTURES}$`, 'gu'), '')
    .normalize('NFKC')
    .replaceAll(UNSEEN, '')
    .replaceAll(AROUND, '')
    .replaceAll(/[\p{Pd}\u2212]/gu, '-')
    .replaceAll(/\s+/gu, ' ')
    .toUpperCase();
}

/**
 * The form in which mail addresses are compared: without letter case, and the domain in ASCII (UTS #46, as the hosts of URLs). A domain
 * without an ASCII form is compared as a text.
 */
export function comparedMailAddress(address: string): string {
  const lower = comparedText(address).toLowerCase();
  const at = lower.lastIndexOf('@') + 1;
  const host = URL.parse(`http://${lower.slice(at)}`)?.hostname ?? '';
  return host === '' ? lower : `${lower.slice(0, at)}${host}`;
}

/**
 * The form in which passwords are compared, by the mappings of the profile OpaqueString (RFC 8265, 4.2.2): every space is U+0020, and
 * composed letters equal decomposed ones. Letter case, width and everything else count.
 */
export function comparedPassword(password: string): string {
  return password.replaceAll(/\p{Zs}/gu, ' ').normalize('NFC');
}

/**
 * A number as it was copied, in ASCII: digits of every script and compatibility forms, such as full-width ones, are the characters that they
 * stand for. What shows nothing, marks, quotation marks around the number and the scheme `tel:` are left out, and dashes, dots and spaces of
 * every kind are one space.
 */
export function copiedNumber(text: string): string {
  return text
    .normalize('NFKC')
    .replaceAll(/[\p{Cf}\p{M}\p{Default_Ignorable_Code_Point}]/gu, '')
    .replaceAll(/[^\P{Nd}0-9]/gu, digitOf)
    .replaceAll(/[\s\p{Pd}\p{Pc}\u2212.\u00b7\u2022\u2027\u2219\u22c5\u30fb]+/gu, ' ')
    .replaceAll(/^[ \p{Pi}\p{Pf}"'`]+|[ \p{Pi}\p{Pf}"'`]+$/gu, '')
    .replace(/^(?:tel|callto|sms|smsto|whatsapp):\s*/iu, '');
}

/** The value of a decimal digit. Unicode has those of each script in a row, from 0 to 9, and rows that follow each other are whole. */
function digitOf(digit: string): string {
  let before = 0;
  while (/^\p{Nd}$/u.test(String.fromCodePoint((digit.codePointAt(0) ?? 0) - before - 1))) before += 1;
  return String(before % 10);
}

/** Whether a text shows anything. A text without a visible character is empty. */
export function isVisible(text: string): boolean {
  return VISIBLE.test(text);
}

/**
 * In what a text is counted: code points for the limits of this API (JSON Schema counts the same way), UTF-16 code units, bytes of UTF-8,
 * or characters as people see them (the extended grapheme clusters of Unicode).
 */
export type TextUnit = 'code-points' | 'utf-16' | 'utf-8' | 'characters';

/** The length of a text. */
export function textLength(text: string, unit: TextUnit): number {
  switch (unit) {
    case 'code-points':
      return [...text].length;
    case 'utf-16':
      return text.length;
    case 'utf-8':
      return new TextEncoder().encode(text).length;
    default:
      return [...charactersOf(text)].length;
  }
}

/** No unit counts more than three for a UTF-16 code unit. */
const MOST_BYTES = 3;

/**
 * The longest beginning of a text within a limit that ends between two characters. A character that alone is longer than the limit, such
 * as a letter with thousands of marks, is cut between two code points.
 */
export function cutText(text: string, limit: number, unit: TextUnit): string {
  // Most texts are short, so nothing is counted.
  if (text.length * (unit === 'utf-8' ? MOST_BYTES : 1) <= limit) return text;
  return beginningOf(charactersOf(text), limit, unit) || beginningOf(text, limit, unit);
}

function beginningOf(pieces: Iterable<string>, limit: number, unit: TextUnit): string {
  let beginning = '';
  let length = 0;
  for (const piece of pieces) {
    length += textLength(piece, unit);
    if (length > limit) break;
    beginning += piece;
  }
  return beginning;
}

/** The characters of a text as people see them: the extended grapheme clusters of Unicode. */
export function* charactersOf(text: string): Iterable<string> {
  for (const { segment } of new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text))
    yield segment;
}
