import type { ErrorCode } from '#shared/platform/core/errors.ts';
import { MAX_ISSUES } from '#shared/platform/core/issue.ts';
import { EXAMPLE_REQUEST_ID } from './components.ts';
import type { JsonSchema } from './json-schema.ts';
import { OPEN_LIST } from './open-lists.ts';
import { exampleOf } from './problem-examples.ts';
import { extrasOf, ISSUE_EXTRAS } from './problem-extras.ts';
import { PROBLEMS } from './problems.ts';

const CODES = Object.keys(PROBLEMS);
/** The schema of errors for clients of Mixpost, which are written for Laravel. */
export const LARAVEL = 'LaravelError';

const ISSUE: JsonSchema = {
  type: 'object',
  properties: {
    code: { type: 'string', description: 'Error code, for programs', [OPEN_LIST]: CODES },
    detail: { type: 'string', description: 'What is wrong, and how to fix it' },
    pointer: {
      type: 'string',
      description: 'JSON Pointer of the field, in URI fragment form: `#/versions/0/content`',
    },
    parameter: { type: 'string', description: 'Name of the query parameter' },
    header: { type: 'string', description: 'Name of the header' },
    ...ISSUE_EXTRAS,
  },
  required: ['code', 'detail'],
};

const ISSUES: JsonSchema = {
  type: 'array',
  maxItems: MAX_ISSUES,
  description: `The validation errors of the request, at most ${MAX_ISSUES}; only with status 422`,
  items: { $ref: '#/components/schemas/ValidationIssue' },
};

/** Fields of an error response in either format. */
const FIELDS = {
  type: {
    type: 'string',
    format: 'uri',
    description: 'URL of the explanation of the error code',
  },
  title: {
    type: 'string',
    description: 'Short summary of the error, the same for every response with this code',
  },
  status: { type: 'integer', description: 'The HTTP status' },
  detail: { type: 'string', description: 'What is wrong with this request, and how to fix it' },
  instance: { type: 'string', description: '`urn:request:` followed by the request ID' },
  code: { type: 'string', description: 'Error code, for programs', [OPEN_LIST]: CODES },
  request_id: { type: 'string', description: 'Request ID, the same as in the `X-Request-Id` header' },
};

/** Schemas that every error response references (RFC 9457). Codes can have additional fields. */
export const PROBLEM_SCHEMAS: Readonly<Record<string, JsonSchema>> = {
  ValidationIssue: ISSUE,
  Problem: {
    type: 'object',
    description:
      'A problem document (RFC 9457). Use `code` in programs; `detail` is for people and may change.',
    properties: { ...FIELDS, errors: ISSUES },
    required: Object.keys(FIELDS),
  },
  [LARAVEL]: {
    type: 'object',
    description:
      'An error under `/os/api`, for a request whose `Accept` names `application/json` and no media type range that includes ' +
      '`application/problem+json`. It has the fields of a problem document, and those that clients written for Laravel read.',
    properties: {
      ...FIELDS,
      message: {
        type: 'string',
        description:
          'The same text as `detail`. If there are several validation errors, it is the text of the first one, and ' +
          '`(and 2 more errors)` with the number of the others',
      },
      errors: {
        type: 'object',
        description:
          'The sentences about each field, by its path with dots, such as `versions.0.content.0.body`; `body` for the ' +
          'whole body; only with status 422',
        additionalProperties: { type: 'array', items: { type: 'string' } },
      },
      issues: ISSUES,
    },
    required: [...Object.keys(FIELDS), 'message'],
  },
};

/** The problem document with the codes of one response. */
export function problemSchema(codes: readonly ErrorCode[]): JsonSchema {
  return withCodes('Problem', codes);
}

/** The error of one response in the format for clients written for Laravel. */
export function laravelSchema(codes: readonly ErrorCode[]): JsonSchema {
  return withCodes(LARAVEL, codes);
}

function withCodes(name: string, codes: readonly ErrorCode[]): JsonSchema {
  return {
    allOf: [{ $ref: `#/components/schemas/${name}` }],
    type: 'object',
    properties: {
      code: { type: 'string', [OPEN_LIST]: [...codes].toSorted() },
      ...extrasOf(codes),
    },
  };
}

/** The name of the example of a code. A code with status 404 has status 422 if the body contains the unknown ID. */
export function exampleName(code: ErrorCode, status: number): string {
  return PROBLEMS[code].status === status ? code : `${code}_in_body`;
}

/** An example of a problem document with this code. */
export function problemExample(code: ErrorCode, status: number): JsonSchema {
  const { title } = PROBLEMS[code];
  const { detail, extras = {} } = exampleOf(code, status);
  return {
    summary: title,
    value: {
      type: `https://api.example.com/docs/errors#${code}`,
      title,
      status,
      detail,
      instance: `urn:request:${EXAMPLE_REQUEST_ID}`,
      code,
      request_id: EXAMPLE_REQUEST_ID,
      ...(status === 422 ? { errors: issueExamples(code) } : {}),
      ...extras,
    },
  };
}

/** The validation errors of an example; only `validation_failed` has several, with different codes. */
function issueExamples(code: ErrorCode): JsonSchema[] {
  return code === 'validation_failed'
    ? [...issueExamples('required'), ...issueExamples('invalid_date')]
    : [toIssue(code)];
}

function toIssue(code: ErrorCode): JsonSchema {
  const { detail, at = {}, extras = {} } = exampleOf(code, 422);
  return { code, detail, ...at, ...extras };
}
