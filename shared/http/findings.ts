import * as v from 'valibot';
import { type ErrorCode, type Finding, InvalidContentError } from '#shared/domain/errors.ts';
import { MOST_FINDINGS, PROBLEMS } from './problems.ts';

/** Codes for valibot's own checks; our checks name theirs in the message, as `code: sentence`. */
const CODES: Readonly<Record<string, ErrorCode>> = {
  min_length: 'too_short',
  max_length: 'too_long',
  min_code_points: 'too_short',
  max_code_points: 'too_long',
  non_empty: 'too_short',
  min_value: 'out_of_range',
  max_value: 'out_of_range',
  safe_integer: 'out_of_range',
  integer: 'invalid_type',
  picklist: 'invalid_format',
  literal: 'invalid_format',
  regex: 'invalid_format',
  uuid: 'invalid_format',
};

/** Where a value came from; findings about parameters are addressed by name, those about bodies by pointer. */
export type Source = { readonly in: 'body'; readonly at?: string } | { readonly in: 'query' };

/** Parses a value by a schema; every finding at once. @throws InvalidContentError */
export function parseContent<const S extends v.GenericSchema>(
  schema: S,
  value: unknown,
  source: Source,
  readOnlyFields: readonly string[] = [],
): v.InferOutput<S> {
  const parsed = v.safeParse(schema, value);
  if (parsed.success) return parsed.output;
  const issues: v.BaseIssue<unknown>[] = [];
  for (const issue of parsed.issues) {
    // Beyond what an answer lists nothing is looked for: a hostile body must not cost more than an honest one.
    if (issues.length >= MOST_FINDINGS) break;
    issues.push(...everyUnknownMember(schema, value, issue, MOST_FINDINGS - issues.length));
  }
  throw new InvalidContentError(issues.map((issue) => toFinding(issue, source, readOnlyFields)));
}

/** valibot names one unknown member of an object; a caller wants to hear of all (G9), up to `most`. */
function everyUnknownMember(
  schema: v.GenericSchema,
  value: unknown,
  first: v.BaseIssue<unknown>,
  most: number,
): v.BaseIssue<unknown>[] {
  const issues = [first];
  let whole = value;
  for (let issue = first; issues.length < most;) {
    const member = issue.path?.at(-1);
    if (issue.expected !== 'never' || typeof member?.input !== 'object' || member.input === null) break;
    const rest = Object.fromEntries(Object.entries(member.input).filter(([key]) => key !== member.key));
    whole = replaced(whole, member.input, rest);
    const next = v
      .safeParse(schema, whole)
      .issues?.find((other) => other.expected === 'never' && other.path?.at(-1)?.input === rest);
    if (!next) break;
    issues.push(next);
    issue = next;
  }
  return issues;
}

/** The value with one of its objects, found by identity, replaced. */
function replaced(value: unknown, target: unknown, by: unknown): unknown {
  if (value === target) return by;
  if (Array.isArray(value)) return value.map((item) => replaced(item, target, by));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key, replaced(member, target, by)]),
  );
}

function toFinding(issue: v.BaseIssue<unknown>, source: Source, readOnlyFields: readonly string[]): Finding {
  const path = (issue.path ?? []).map((item) => String(item.key));
  const code = codeOf(issue, source, path, readOnlyFields);
  const detail = detailOf(issue, code);
  if (source.in === 'query') return { code, detail, parameter: path.join('.') };
  return { code, detail, pointer: pointerTo(path, source.at) };
}

/** A JSON Pointer in URI-fragment form (RFC 6901, 6). */
function pointerTo(path: readonly string[], at = '#'): string {
  return [at, ...path.map(escapeMember)].join('/');
}

/** Half a surrogate pair has no URI form, so it shows as U+FFFD. */
function escapeMember(name: string): string {
  return encodeURIComponent(name.toWellFormed().replaceAll('~', '~0').replaceAll('/', '~1'));
}

function codeOf(
  issue: v.BaseIssue<unknown>,
  source: Source,
  path: readonly string[],
  readOnlyFields: readonly string[],
): ErrorCode {
  const named = /^([a-z_]+): /u.exec(issue.message)?.[1];
  if (named !== undefined && isCode(named)) return named;
  if (issue.expected === 'never') {
    if (source.in === 'query') return 'unknown_parameter';
    return path.length === 1 && readOnlyFields.includes(path[0] ?? '')
      ? 'field_not_updatable'
      : 'unknown_field';
  }
  // A missing key is reported by the object around it.
  if (issue.type.endsWith('object') && issue.received === 'undefined') return 'required';
  if (Array.isArray(issue.input)) {
    if (issue.type === 'min_length') return 'too_few_items';
    if (issue.type === 'max_length') return 'too_many_items';
  }
  if ((issue.type === 'picklist' || issue.type === 'literal') && typeof issue.input !== 'string')
    return 'invalid_type';
  return CODES[issue.type] ?? 'invalid_type';
}

function detailOf(issue: v.BaseIssue<unknown>, code: ErrorCode): string {
  if (issue.message.startsWith(`${code}: `)) return issue.message.slice(code.length + 2);
  if (code === 'unknown_field' || code === 'unknown_parameter')
    return `${PROBLEMS[code].title}. Leave it out.`;
  if (code === 'field_not_updatable') return 'The field is set by the platform. Leave it out.';
  if (code === 'required') return 'The field is required.';
  const expected = issue.expected === null ? '' : ` Expected ${issue.expected}.`;
  return `${PROBLEMS[code].title}.${expected}`;
}

function isCode(text: string): text is ErrorCode {
  return Object.hasOwn(PROBLEMS, text);
}
