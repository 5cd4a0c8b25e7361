/** A header while a person types it. */
export type HeaderRow = { readonly name: string; readonly value: string };

/** The request headers that replace those of the endpoint; null while the endpoint keeps its headers. The API never returns values. */
export type HeaderDraft = readonly HeaderRow[] | null;

export const EMPTY_ROW: HeaderRow = { name: '', value: '' };
export const MAX_HEADERS = 10;

/** The text that API calls on the screen and previews have instead of a value. Only the request that saves the endpoint has the value. */
const MASK = '(your value)';

/** The headers as a request has them; undefined if the endpoint keeps its headers, and null if it gets none. */
export function requestedHeaders(draft: HeaderDraft): Readonly<Record<string, string>> | null | undefined {
  const rows = draft && withoutEmpty(draft);
  if (!rows) return undefined;
  return rows.length === 0 ? null : Object.fromEntries(rows.map(({ name, value }) => [name, value]));
}

/** The headers of a request with a mask instead of each value. */
export function masked<Body extends object>(body: Body): Body {
  if (!('headers' in body) || typeof body.headers !== 'object' || body.headers === null) return body;
  return { ...body, headers: maskedHeaders(Object.keys(body.headers)) };
}

/** Headers with these names for a preview. A name that is not typed yet is omitted. */
export function maskedHeaders(names: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(names.filter(Boolean).map((name) => [name, MASK]));
}

/** The names of the headers that the endpoint has after the edit. */
export function namesAfter(draft: HeaderDraft, current: readonly string[]): readonly string[] {
  return draft ? withoutEmpty(draft).map(({ name }) => name) : current;
}

/** Whether the draft replaces or removes headers. */
export function changesHeaders(draft: HeaderDraft, current: readonly string[]): boolean {
  return draft !== null && (withoutEmpty(draft).length > 0 || current.length > 0);
}

/** A name that two rows have. A JSON object has each key once, so the request would contain only one of both rows. */
export function repeatedName(draft: HeaderDraft): string | undefined {
  const names = namesAfter(draft, []);
  return names.find((name, index) => names.indexOf(name) !== index);
}

/** Whether both URLs have the same origin. A URL with another origin requires the headers in the same request. */
export function isSameOrigin(one: string, other: string): boolean {
  return originOf(one) === originOf(other);
}

/** The headers as text, for the comparison of two drafts. It contains no value. */
export function headersText(draft: HeaderDraft, current: readonly string[]): string {
  const names = namesAfter(draft, current).join(', ');
  return changesHeaders(draft, current) ? `${names === '' ? 'none' : names} (new)` : names;
}

function withoutEmpty(rows: readonly HeaderRow[]): readonly HeaderRow[] {
  return rows.filter(({ name, value }) => name !== '' || value !== '');
}

function originOf(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : url;
}
