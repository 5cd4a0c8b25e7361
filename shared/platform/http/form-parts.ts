import { PlatformError } from '#shared/platform/core/errors.ts';

/** No operation has as many fields. A body of tiny parts would otherwise cost more than a valid one of the same size. */
const MAX_PARTS = 50;
const MAX_HEADER_BYTES = 16_384;
const CRLF = '\r\n';
const [CR, LF, DASH, SPACE, TAB] = Buffer.from('\r\n- \t');

/** One part of a form; `fileName` is undefined for a text. */
export type FormPart = {
  readonly name: string;
  readonly fileName: string | undefined;
  readonly bytes: Uint8Array<ArrayBuffer>;
};

/**
 * Divides a form into its parts (RFC 7578, and RFC 2046, 5.1.1). Node's own parser rejects quoted pairs, padding after a boundary, folded
 * headers and a boundary whose text occurs inside a file. @throws PlatformError `malformed_form`
 */
export function readFormParts(body: Buffer<ArrayBuffer>, contentType: string): FormPart[] {
  // A proxy joins two Content-Type headers by a comma.
  const boundary = parametersOf(contentType, /[^;,]*/uy).get('boundary') ?? '';
  if (boundary === '') throw malformed('Send the boundary of the form in Content-Type.');
  return [...rawParts(body, `--${boundary}`)].flatMap((raw, index) => readPart(raw, index + 1));
}

export function malformed(detail: string): PlatformError {
  return new PlatformError('malformed_form', detail);
}

/** The bytes between two delimiters: lines of the boundary, with padding, of which the last one ends with `--`. */
function* rawParts(body: Buffer<ArrayBuffer>, dashed: string): Generator<Buffer<ArrayBuffer>> {
  // The line end before a delimiter belongs to it; only the first one can be the start of the body.
  const delimiter = Buffer.from(CRLF + dashed);
  const isFirst = body.indexOf(dashed) === 0;
  let start: number | undefined;
  let parts = 0;
  for (
    let at = isFirst ? -CRLF.length : body.indexOf(delimiter);
    at !== -1;
    at = body.indexOf(delimiter, at + delimiter.length)
  ) {
    const line = delimiterLine(body, at + delimiter.length);
    if (line === undefined) continue;
    if (start !== undefined) yield body.subarray(start, Math.max(start, at));
    if (line.isLast) return;
    parts += 1;
    if (parts > MAX_PARTS) throw malformed(`The form has more than ${MAX_PARTS} parts.`);
    start = line.end;
  }
  if (start !== undefined) throw malformed('The form is not complete: end it with its boundary and "--".');
  throw malformed(
    body.includes(`${dashed}\n`)
      ? 'The lines of the form must end with CRLF.'
      : 'The body does not contain the boundary that Content-Type names.',
  );
}

/** The rest of a delimiter line; undefined if the line only begins like one, such as in a file. */
function delimiterLine(
  body: Buffer,
  at: number,
): { readonly isLast: boolean; readonly end: number } | undefined {
  const isLast = body[at] === DASH && body[at + 1] === DASH;
  let end = isLast ? at + 2 : at;
  while (body[end] === SPACE || body[end] === TAB) end += 1;
  if (body[end] === CR && body[end + 1] === LF) return { isLast, end: end + CRLF.length };
  return isLast && end === body.length ? { isLast, end } : undefined;
}

/** A file without a name and bytes is what browsers send for a field without a file. */
function readPart(raw: Buffer<ArrayBuffer>, number: number): FormPart[] {
  const isBare = raw.indexOf(CRLF) === 0;
  const blank = isBare ? 0 : raw.indexOf(CRLF + CRLF);
  const head = blank === -1 ? raw : raw.subarray(0, blank);
  if (head.length > MAX_HEADER_BYTES) throw malformed(`Part ${number} has more than 16 KB of headers.`);
  const headers = headersOf(head);
  const disposition = headers.get('content-disposition') ?? '';
  const parameters = parametersOf(disposition);
  const name = parameters.get('name');
  if (!/^form-data(?=\s*(?:;|$))/iu.test(disposition) || name === undefined)
    throw malformed(`Part ${number} needs a header such as Content-Disposition: form-data; name="file".`);
  const coding = headers.get('content-transfer-encoding') ?? 'binary';
  if (!/^(?:binary|7bit|8bit)$/iu.test(coding))
    throw malformed(`Part ${number} has a Content-Transfer-Encoding. Send its bytes as they are.`);
  const extended = parameters.get('filename*');
  const fileName = extendedValue(extended) ?? parameters.get('filename') ?? extended;
  const start = blank === -1 ? raw.length : blank + (isBare ? CRLF.length : 2 * CRLF.length);
  const bytes = new Uint8Array(raw.subarray(start));
  if (fileName === '' && bytes.length === 0) return [];
  return [
    { name: unescaped(name), fileName: fileName === undefined ? undefined : unescaped(fileName), bytes },
  ];
}

function headersOf(head: Buffer): ReadonlyMap<string, string> {
  const lines = textOf(head)
    .replaceAll(/\r\n[ \t]+/gu, ' ')
    .split(CRLF);
  return new Map(
    lines.map((line) => {
      const [name = '', ...value] = line.split(':');
      return [name.trim().toLowerCase(), value.join(':').trim()];
    }),
  );
}

/** Header names and texts in UTF-8; older clients send Latin-1. */
function textOf(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return bytes.toString('latin1');
  }
}

const PARAMETER = /\s*;\s*([^\s=;"]+)\s*=\s*/uy;
/** A quoted string of RFC 9110, 5.6.4. */
const QUOTED = /"((?:[^"\\]|\\[^])*)"(?=\s*(?:;|$))/uy;
/** Clients that escape nothing send quotes and backslashes as they are: `"a"b.png"`, `"C:\dir\"`. */
const UNESCAPED = /"([^]*?)"(?=\s*(?:;|$))/uy;
const TOKEN = /[^;]*/uy;

/** The parameters of a header by their names in lower case; the first value of each. */
function parametersOf(header: string, token = TOKEN): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  let at = header.search(/;|$/u);
  const read = (form: RegExp): string | undefined => {
    form.lastIndex = at;
    const match = form.exec(header);
    if (match) at = form.lastIndex;
    return match?.[1] ?? match?.[0];
  };
  for (let name = read(PARAMETER); name !== undefined; name = read(PARAMETER)) {
    // Other backslashes are part of a path of Windows.
    const quoted = read(QUOTED)?.replaceAll(/\\(["\\])/gu, '$1');
    const value = quoted ?? read(UNESCAPED) ?? read(token)?.trim() ?? '';
    const key = name.toLowerCase();
    if (!found.has(key)) found.set(key, value);
  }
  return found;
}

/** The value of `filename*` (RFC 8187, 3.2), which clients must not send in a form, but do; undefined if it cannot be read. */
function extendedValue(value: string | undefined): string | undefined {
  const [, charset = '', escaped = ''] = /^([\w-]+)'[^']*'(.*)$/su.exec(value ?? '') ?? [];
  const bytes = Buffer.from(
    escaped.replaceAll(/%([0-9a-f]{2})/giu, (_, digits: string) =>
      String.fromCodePoint(Number.parseInt(digits, 16)),
    ),
    'latin1',
  );
  if (/^iso-8859-1$/iu.test(charset)) return bytes.toString('latin1');
  return /^utf-8$/iu.test(charset) ? textOf(bytes) : undefined;
}

/** What browsers escape in names: a quote and line ends (WHATWG HTML, multipart form data). */
function unescaped(name: string): string {
  return name.replaceAll(/%(22|0d|0a)/giu, (_, digits: string) =>
    String.fromCodePoint(Number.parseInt(digits, 16)),
  );
}
