/** A reading of a text: what it says without escapes, in lower case. `starts` has the index in the text at which each character begins. */
export type Reading = {
  readonly text: string;
  readonly starts: readonly number[];
  /** The index at which the last character ends. */
  readonly end: number;
};

/** How a format escapes visible ASCII. `char` is null for an escape of something else; an escape that the text cuts off is ''. */
type Format = { readonly escape: RegExp; readonly char: (match: RegExpMatchArray) => string | null };

/** Names of HTML for visible ASCII, each with its character at the end. */
const NAMED =
  'excl! quot" num# dollar$ percnt% amp& apos\' lpar( rpar) ast* plus+ comma, period. sol/ colon: semi; lt< equals= gt> quest? commat@ ' +
  'lsqb[ lbrack[ bsol\\ rsqb] rbrack] hat^ lowbar_ grave` lcub{ lbrace{ verbar| vert| rcub} rbrace}';

const ENTITIES: ReadonlyMap<string, string> = new Map([
  ['nbsp', ' '],
  ['tab', '\t'],
  ...NAMED.split(' ').map((entry) => [entry.slice(0, -1), entry.slice(-1)] as const),
]);

const FORMATS: readonly Format[] = [
  // JSON, and string literals of programming languages.
  {
    escape: /\\(?:u00|x)(?<hex>[2-7][0-9a-f]|09)|\\(?<self>["'\\/t])|\\(?:u[0-9a-f]{0,3}|x[0-9a-f]?)?$/gu,
    char: ({ groups: { hex, self } = {} }) => (self === 't' ? '\t' : (self ?? ofCode(hex, 16))),
  },
  // URLs and forms.
  {
    escape: /%(?<hex>[2-7][0-9a-f]|09)|%[0-9a-f]?$/gu,
    char: ({ groups: { hex } = {} }) => ofCode(hex, 16),
  },
  // HTML and XML.
  {
    escape:
      /&(?:#x0{0,4}(?<hex>[2-7][0-9a-f]|9)|#0{0,4}(?<decimal>[1-9][0-9]{0,2})|(?<name>[a-z]{2,8}));|&[#0-9a-z]{0,8}$/gu,
    char: ({ groups: { hex, decimal, name } = {} }) =>
      name === undefined ? ofCode(hex ?? decimal, hex === undefined ? 10 : 16) : (ENTITIES.get(name) ?? null),
  },
];

/** Characters of the longest escape of one character, of two formats one in the other, such as `\u005cu0022`. */
export const MAX_ESCAPE_LENGTH = 12;

/** The readings of a text: as it is, without the escapes of each format, and without those of two formats one in the other. */
export function readingsOf(text: string): readonly Reading[] {
  const plain = {
    text: fold(text),
    starts: Array.from({ length: text.length }, (_, at) => at),
    end: text.length,
  };
  const once = withoutEscapes(plain);
  return [plain, ...once, ...once.flatMap(withoutEscapes)];
}

/** Without regard to case. Forms have `+` for a space, and a tab is often shown as a space. Every index stays the same. */
export function fold(text: string): string {
  return text.replaceAll(/[A-Z]+/gu, (letters) => letters.toLowerCase()).replaceAll(/[+\t]/gu, ' ');
}

/** A format without an escape in the text adds no reading. */
function withoutEscapes(reading: Reading): Reading[] {
  return FORMATS.flatMap((format) => decode(reading, format) ?? []);
}

function decode({ text, starts, end }: Reading, { escape, char }: Format): Reading | undefined {
  const pieces: string[] = [];
  const begins: number[] = [];
  let copied = 0;
  let endOfLast = end;
  for (const match of text.matchAll(escape)) {
    const decoded = char(match);
    if (decoded === null) continue;
    pieces.push(text.slice(copied, match.index), fold(decoded));
    begins.push(...starts.slice(copied, match.index + decoded.length));
    copied = match.index + match[0].length;
    if (decoded === '') endOfLast = starts[match.index] ?? end;
  }
  if (copied === 0) return undefined;
  pieces.push(text.slice(copied));
  return { text: pieces.join(''), starts: [...begins, ...starts.slice(copied)], end: endOfLast };
}

/** Null for a character outside visible ASCII, which no value has, and '' for no code. */
function ofCode(digits: string | undefined, radix: number): string | null {
  if (digits === undefined) return '';
  const char = String.fromCodePoint(Number.parseInt(digits, radix));
  return /[\t -~]/u.test(char) ? char : null;
}
