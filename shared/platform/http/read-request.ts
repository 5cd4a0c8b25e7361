import * as v from 'valibot';
import {
  type PlatformCode,
  PlatformError,
  ValidationError,
  type ValidationIssue,
} from '#shared/platform/core/errors.ts';
import { issueSentence } from '#shared/platform/core/issue-sentence.ts';
import { issueError } from '#shared/platform/core/issue.ts';
import { strictFields } from '#shared/platform/core/json-object.ts';
import { platformErrors } from '#shared/platform/core/platform-errors.ts';
import { acceptsForm, readMultipart } from './multipart-form.ts';
import { notFound } from './not-found.ts';
import { type HttpEvent, isDefaultRoute, type Operation } from './operation.ts';

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/u;

/** Whether a value is a positive integer in its usual spelling: the integer id of an account, a tag or a media file. */
function isIntegerId(value: string): boolean {
  return /^[1-9]\d*$/u.test(value) && Number.isSafeInteger(Number(value));
}

/** A malformed id gives the same 404 as an unknown one and costs no read (docs/specification.md#ids-in-paths). */
export function readParams({ params = {} }: Operation, event: HttpEvent): Record<string, string> {
  return Object.fromEntries(
    Object.entries(params).map(([name, { form, notFound: code }]) => {
      const value = event.pathParameters?.[name] ?? '';
      if (form === 'text') return [name, value];
      if (UUID.test(value.toLowerCase())) return [name, value.toLowerCase()];
      if (form === 'uuid-or-integer' && isIntegerId(value)) return [name, value];
      throw notFound(code);
    }),
  );
}

/**
 * Parses the body: a form with files, or JSON.
 * @throws PlatformError `malformed_form` · `malformed_json` · `body_required`
 */
export async function parseBody(operation: Operation, event: HttpEvent): Promise<unknown> {
  return event.body && acceptsForm(operation, event) ? readMultipart(event) : parseJson(operation, event);
}

/**
 * Parses a JSON body (docs/specification.md#json-bodies).
 * @throws PlatformError `malformed_json` · `body_required`
 */
export function parseJson({ body, optionalBody, readsBody }: Operation, event: HttpEvent): unknown {
  if (!body || readsBody || isRead(event)) return undefined;
  const text = readText(event);
  if (text.trim() === '') {
    if (optionalBody) return {};
    throw new PlatformError('body_required', 'Send a JSON object as the body.');
  }
  // RFC 8259, section 8.1. TextDecoder has removed the mark from a body in base64.
  if (text.startsWith('\uFEFF'))
    throw new PlatformError(
      'malformed_json',
      'The body begins with a byte order mark (U+FEFF). Encode the JSON in UTF-8 without it.',
    );
  try {
    return JSON.parse(text);
  } catch {
    throw new PlatformError(
      'malformed_json',
      'The body is not valid JSON. Send one JSON object without trailing text.',
    );
  }
}

/** The text of a body. @throws PlatformError `malformed_json` for bytes that are not UTF-8 */
export function readText({ body = '', isBase64Encoded }: HttpEvent): string {
  if (!isBase64Encoded) return body;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(body, 'base64'));
  } catch {
    throw new PlatformError('malformed_json', 'The body is not valid UTF-8. Encode the JSON in UTF-8.');
  }
}

const NO_PARAMETERS = strictFields({});
const ARRAY_FOR_OBJECT: ValidationIssue = {
  pointer: '#',
  code: 'invalid_type',
  detail: 'Send a JSON object, not an array.',
};

/** Query and body as the schemas of the operation return them. */
export type Input = { readonly query?: unknown; readonly body?: unknown };

/** @throws ValidationError with all issues of the query, otherwise with all issues of the body */
export function parseInput(operation: Operation, event: HttpEvent, json: unknown): Input {
  if (isDefaultRoute(operation)) return {};
  const body = acceptsForm(operation, event) ? operation.multipart : operation.body;
  const parameters = withJoinedLists(operation.listParameters ?? [], event.queryStringParameters ?? {});
  const query = parseContent(operation.query ?? NO_PARAMETERS, parameters, { in: 'query' });
  if (!body || operation.readsBody || isRead(event)) return { query };
  // Valibot accepts an array as an object.
  if (Array.isArray(json)) throw new ValidationError([ARRAY_FOR_OBJECT]);
  return { query, body: parseContent(body, json, { in: 'body' }, fieldRules(operation)) };
}

const BRACKETS = /\[\d{0,4}\]$/u;

/** Joins lists that were sent with brackets, by commas. API Gateway joins parameters with one name in the same way. */
function withJoinedLists(
  lists: readonly string[],
  parameters: Readonly<Record<string, string | undefined>>,
): Record<string, string | undefined> {
  // A map, because `?__proto__=1` is a parameter, too.
  const joined = new Map<string, string | undefined>();
  for (const [key, value] of Object.entries(parameters)) {
    const plain = key.replace(BRACKETS, '');
    const name = lists.includes(plain) ? plain : key;
    const earlier = joined.get(name);
    joined.set(name, earlier === undefined ? value : `${earlier},${value}`);
  }
  return Object.fromEntries(joined);
}

/** Whether the request is a GET or HEAD, whose body has no meaning (RFC 9110, 9.3.1). */
function isRead({ requestContext }: HttpEvent): boolean {
  return requestContext.http.method === 'GET' || requestContext.http.method === 'HEAD';
}

/**
 * Codes of the checks that use the message of valibot. All other checks have a message from `issue`, which defines the
 * code.
 */
const CODES: Readonly<Record<string, PlatformCode>> = {
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

/** The fields that a body must not contain, and what the request does with omitted fields. */
export type FieldRules = Pick<Operation, 'readOnlyFields' | 'fieldsOwnedBy'> & {
  readonly omitted: keyof typeof READ_ONLY_SENTENCES;
};

/**
 * What to send instead of a read-only field. Removing other fields as well would empty them in a request that replaces the
 * resource (docs/specification.md#read-modify-write).
 */
const READ_ONLY_SENTENCES = {
  default: 'The platform sets this field. Remove it.',
  kept: 'The platform sets this field. Remove it. Omitted fields keep their values.',
  emptied:
    'The platform sets this field. Remove only this field and send the others: the request replaces all fields, and omitted ' +
    'fields become empty.',
};

/** The rules of an operation's body. A request that only creates something has no earlier values. */
export function fieldRules({ readOnlyFields, fieldsOwnedBy, replaces, routes }: Operation): FieldRules {
  const kept = routes.every(({ method }) => method === 'POST') ? 'default' : 'kept';
  return {
    ...(readOnlyFields ? { readOnlyFields } : {}),
    ...(fieldsOwnedBy ? { fieldsOwnedBy } : {}),
    omitted: replaces ? 'emptied' : kept,
  };
}

/** Parses a value once by a schema and reports all validation errors. @throws ValidationError */
export function parseContent<const S extends v.GenericSchema>(
  schema: S,
  value: unknown,
  source: Source,
  rules: FieldRules = { omitted: 'default' },
): v.InferOutput<S> {
  const parsed = v.safeParse(schema, value);
  if (parsed.success) return parsed.output;
  throw new ValidationError(parsed.issues.map((issue) => toValidationIssue(issue, source, rules)));
}

function toValidationIssue(
  issue: v.BaseIssue<unknown>,
  source: Source,
  { readOnlyFields = [], fieldsOwnedBy = {}, omitted }: FieldRules,
): ValidationIssue {
  const path = (issue.path ?? []).map((item) => String(item.key));
  const [field = ''] = path;
  if (issue.expected === 'never' && Object.hasOwn(fieldsOwnedBy, field)) {
    return {
      code: 'field_not_updatable',
      pointer: pointerTo(path, source.in === 'body' ? source.at : '#'),
      ...ownerOf(fieldsOwnedBy[field] ?? ''),
    };
  }
  const place =
    source.in === 'query' ? { parameter: path.join('.') } : { pointer: pointerTo(path, source.at) };
  const declared = issueError(issue);
  if (declared !== undefined) return { ...declared, detail: issue.message, ...place };
  const code = codeOf(issue, source, path, readOnlyFields);
  const detail = code === 'field_not_updatable' ? READ_ONLY_SENTENCES[omitted] : detailOf(issue, code);
  return { code, detail, ...place };
}

function ownerOf(owner: NonNullable<FieldRules['fieldsOwnedBy']>[string]) {
  if (typeof owner !== 'string') return owner;
  return { use: owner, detail: `This operation does not set the field. Use ${owner}.` };
}

/** A JSON Pointer in URI fragment form (RFC 6901, section 6). */
export function pointerTo(path: readonly string[], at = '#'): string {
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
): PlatformCode {
  if (issue.expected === 'never') {
    if (source.in === 'query') return 'unknown_parameter';
    return path.length === 1 && readOnlyFields.includes(path[0] ?? '')
      ? 'field_not_updatable'
      : 'unknown_field';
  }
  // Valibot reports a missing key at the enclosing object.
  if (issue.type.includes('object') && issue.received === 'undefined') return 'required';
  if ((issue.type === 'picklist' || issue.type === 'literal') && typeof issue.input !== 'string')
    return 'invalid_type';
  return checkCode(issue.type, Array.isArray(issue.input));
}

/** The code of a check that uses the message of valibot, by the type of the check; `invalid_type` for all other types. */
export function checkCode(type: string, isOfList: boolean): PlatformCode {
  if (isOfList && type === 'min_length') return 'too_few_items';
  if (isOfList && type === 'max_length') return 'too_many_items';
  return CODES[type] ?? 'invalid_type';
}

function detailOf(issue: v.BaseIssue<unknown>, code: PlatformCode): string {
  if (code === 'unknown_field' || code === 'unknown_parameter')
    return `${platformErrors[code].title}. Remove it.`;
  if (code === 'required') return 'The field is required.';
  return issueSentence(issue) ?? `${platformErrors[code].title}.`;
}
