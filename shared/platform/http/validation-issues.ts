import * as v from 'valibot';
import { type ErrorCode, type ValidationIssue, ValidationError } from '#shared/platform/core/errors.ts';
import { issueCode } from '#shared/platform/core/issue.ts';
import { MAX_ISSUES, PROBLEMS } from './problems.ts';

/** Codes of checks with a message of valibot. All other checks have a message made by `issue`, with its code. */
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

/** The source of a value. Errors of parameters are located by name, errors of bodies by pointer. */
export type Source = { readonly in: 'body'; readonly at?: string } | { readonly in: 'query' };

/** Parses a value by a schema and reports all validation errors at once. @throws ValidationError */
export function parseContent<const S extends v.GenericSchema>(
  schema: S,
  value: unknown,
  source: Source,
  readOnlyFields: readonly string[] = [],
  fieldsOwnedBy: Readonly<Record<string, string>> = {},
): v.InferOutput<S> {
  const parsed = v.safeParse(schema, value);
  if (parsed.success) return parsed.output;
  const issues = [...parsed.issues, ...otherUnknownMembers(schema, value)];
  throw new ValidationError(
    issues.map((issue) => toValidationIssue(issue, source, readOnlyFields, fieldsOwnedBy)),
  );
}

/**
 * Valibot reports only one unknown field of an object. To report all of them, the value is parsed again without that field. The
 * search stops at the number of errors that a response lists, so that a hostile body does not cost more than an honest one.
 */
function otherUnknownMembers(schema: v.GenericSchema, value: unknown): v.BaseIssue<unknown>[] {
  const found: v.BaseIssue<unknown>[] = [];
  const copies = new WeakSet<object>();
  let rest = value;
  for (let round = 0; found.length < MAX_ISSUES; round += 1) {
    const unknown = v.safeParse(schema, rest).issues?.filter((issue) => issue.expected === 'never') ?? [];
    if (unknown.length === 0) break;
    if (round > 0) found.push(...unknown);
    for (const { path = [] } of unknown) {
      rest = without(
        rest,
        path.map((item) => String(item.key)),
        copies,
      );
    }
  }
  return found;
}

/** The value without the field at a path. Only the objects on the path are copied, each once: the rest may be deep or long. */
function without(value: unknown, [key, ...inner]: readonly string[], copies: WeakSet<object>): unknown {
  if (typeof value !== 'object' || value === null || key === undefined) return value;
  const copy = copies.has(value) ? value : shallowCopy(value);
  copies.add(copy);
  if (inner.length === 0) Reflect.deleteProperty(copy, key);
  else Reflect.set(copy, key, without(Reflect.get(copy, key), inner, copies));
  return copy;
}

function shallowCopy(value: object): object {
  return Array.isArray(value) ? value.slice() : { ...value };
}

function toValidationIssue(
  issue: v.BaseIssue<unknown>,
  source: Source,
  readOnlyFields: readonly string[],
  fieldsOwnedBy: Readonly<Record<string, string>>,
): ValidationIssue {
  const path = (issue.path ?? []).map((item) => String(item.key));
  const [field = ''] = path;
  if (issue.expected === 'never' && Object.hasOwn(fieldsOwnedBy, field)) {
    const use = fieldsOwnedBy[field];
    const detail = `This operation does not set the field. Use ${use}.`;
    return {
      code: 'field_not_updatable',
      detail,
      pointer: pointerTo(path, source.in === 'body' ? source.at : '#'),
      use,
    };
  }
  const code = codeOf(issue, source, path, readOnlyFields);
  const detail = detailOf(issue, code);
  if (source.in === 'query') return { code, detail, parameter: path.join('.') };
  return { code, detail, pointer: pointerTo(path, source.at) };
}

/** A JSON Pointer in URI fragment form (RFC 6901, section 6). */
function pointerTo(path: readonly string[], at = '#'): string {
  return [at, ...path.map(escapeMember)].join('/');
}

/** A lone surrogate cannot be encoded in a URI, so it is replaced by U+FFFD. */
function escapeMember(name: string): string {
  return encodeURIComponent(name.toWellFormed().replaceAll('~', '~0').replaceAll('/', '~1'));
}

function codeOf(
  issue: v.BaseIssue<unknown>,
  source: Source,
  path: readonly string[],
  readOnlyFields: readonly string[],
): ErrorCode {
  const declared = issueCode(issue);
  if (declared !== undefined) return declared;
  if (issue.expected === 'never') {
    if (source.in === 'query') return 'unknown_parameter';
    return path.length === 1 && readOnlyFields.includes(path[0] ?? '')
      ? 'field_not_updatable'
      : 'unknown_field';
  }
  // Valibot reports a missing key at the enclosing object.
  if (issue.type.endsWith('object') && issue.received === 'undefined') return 'required';
  if ((issue.type === 'picklist' || issue.type === 'literal') && typeof issue.input !== 'string')
    return 'invalid_type';
  return checkCode(issue.type, Array.isArray(issue.input));
}

/** The code of a check with a message of valibot, by its type; `invalid_type` for all others. */
export function checkCode(type: string, isOfList: boolean): ErrorCode {
  if (isOfList && type === 'min_length') return 'too_few_items';
  if (isOfList && type === 'max_length') return 'too_many_items';
  return CODES[type] ?? 'invalid_type';
}

function detailOf(issue: v.BaseIssue<unknown>, code: ErrorCode): string {
  if (issueCode(issue) !== undefined) return issue.message;
  if (code === 'unknown_field' || code === 'unknown_parameter') return `${PROBLEMS[code].title}. Remove it.`;
  if (code === 'field_not_updatable') return 'The platform sets this field. Remove it.';
  if (code === 'required') return 'The field is required.';
  if (issue.type === 'picklist' || issue.type === 'literal') return `Use ${choiceOf(issue.expected ?? '')}.`;
  const expected = issue.expected === null ? '' : ` Expected ${issue.expected}.`;
  return `${PROBLEMS[code].title}.${expected}`;
}

/** Converts valibot's `("a" | "b")` to a phrase. */
function choiceOf(expected: string): string {
  const values = expected
    .replace(/^\((.*)\)$/u, '$1')
    .replaceAll('"', '')
    .split(' | ');
  return values.length > 1 ? `one of ${values.join(', ')}` : values.join('');
}
