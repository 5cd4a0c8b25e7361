import type { PublicIssue } from '#shared/platform/core/errors.ts';

/** The media type of an error response, and the headers that name it. */
export type ErrorFormat = {
  readonly mediaType: 'application/problem+json' | 'application/json';
  readonly headers: Readonly<Record<string, string>>;
};

/** Clients of Mixpost use these paths (docs/api/coming-from-mixpost.md). */
const COMPATIBLE_PATHS = '/os/api/';

/** Problem documents are the format of every error response outside `/os/api`. */
export const PROBLEM_FORMAT: ErrorFormat = {
  mediaType: 'application/problem+json',
  headers: { 'Content-Type': 'application/problem+json' },
};

/** Whether clients of Mixpost use this path, so that `Accept` decides about the format of its errors. */
export function isCompatiblePath(path: string): boolean {
  return path.startsWith(COMPATIBLE_PATHS);
}

/**
 * The format of the error responses to a request. Clients of Mixpost, and most others that were written for Laravel, name only
 * `application/json` in `Accept`. Under `/os/api` they get this type (docs/specification.md#problem-documents).
 */
export function errorFormat(path: string, accept: string | undefined): ErrorFormat {
  if (!isCompatiblePath(path)) return PROBLEM_FORMAT;
  const mediaType = namesOnlyJson(accept ?? '') ? 'application/json' : 'application/problem+json';
  return { mediaType, headers: { 'Content-Type': mediaType, Vary: 'Accept' } };
}

/** Whether the client names HTML, as browsers do. A client that accepts anything is no browser. */
export function acceptsHtml(accept: string | undefined): boolean {
  return accepts(parseAccept(accept ?? ''), ['text/html']) === true;
}

type MediaRange = { readonly range: string; readonly isAccepted: boolean };

/** Whether `Accept` names JSON, and no range in it accepts a problem document. */
function namesOnlyJson(accept: string): boolean {
  const ranges = parseAccept(accept);
  return (
    accepts(ranges, ['application/json']) === true &&
    // The most specific range decides (RFC 9110, 12.5.1).
    accepts(ranges, ['application/problem+json', 'application/*', '*/*']) !== true
  );
}

/** What the first of these ranges that the header has says; undefined if it has none. */
function accepts(ranges: readonly MediaRange[], names: readonly string[]): boolean | undefined {
  for (const name of names) {
    const named = ranges.filter(({ range }) => range === name);
    if (named.length > 0) return named.some(({ isAccepted }) => isAccepted);
  }
  return undefined;
}

/** A comma, or a semicolon, within a quoted string separates nothing (RFC 9110, 5.6.4). */
const ELEMENTS = /(?:[^,"]|"(?:[^"\\]|\\.)*"?)+/gu;
const PARTS = /(?:[^;"]|"(?:[^"\\]|\\.)*"?)+/gu;
const REJECTED = /^q\s*=\s*0(?:\.0{0,3})?$/iu;

function parseAccept(header: string): MediaRange[] {
  return (header.match(ELEMENTS) ?? []).map((element) => {
    const [range = '', ...parameters] = (element.match(PARTS) ?? []).map((part) => part.trim());
    return { range: range.toLowerCase(), isAccepted: !parameters.some((each) => REJECTED.test(each)) };
  });
}

/**
 * The fields that clients written for Laravel read: `message`, and by field the sentences about it. `issues` has the validation
 * errors as a problem document has them; `total` also counts those that the response omits.
 */
export function laravelFields(detail: string, issues: readonly PublicIssue[] | undefined, total = 0) {
  if (issues === undefined) return { message: detail };
  const errors = Map.groupBy(issues, fieldOf);
  const sentences = [...errors].map(([field, found]) => [field, found.map((issue) => issue.detail)] as const);
  const message = summaryOf(issues[0]?.detail ?? detail, total - 1);
  return { message, errors: Object.fromEntries(sentences), issues };
}

/** Many clients show nothing but `message`, so it begins with what is wrong, in the form of Laravel. */
function summaryOf(first: string, others: number): string {
  return others < 1 ? first : `${first} (and ${others} more ${others === 1 ? 'error' : 'errors'})`;
}

/** The whole body has no name of its own. */
const WHOLE_BODY = 'body';

/** The name of the parameter or header, or the path of the field with dots: `versions.0.content.0.body`. */
function fieldOf({ pointer, parameter, header }: PublicIssue): string {
  const [, ...path] = (pointer ?? '').split('/').map(memberName);
  return parameter ?? header ?? (path.length === 0 ? WHOLE_BODY : path.join('.'));
}

/** The name of a member in a JSON Pointer in URI fragment form (RFC 6901, section 6). */
function memberName(escaped: string): string {
  return decodeURIComponent(escaped).replaceAll('~1', '/').replaceAll('~0', '~');
}
