import type { ErrorCode } from '#shared/platform/core/errors.ts';
import { MOST_FINDINGS, PROBLEMS } from '#shared/platform/http/problems.ts';
import { EXAMPLE_REQUEST_ID } from './components.ts';
import type { JsonSchema } from './json-schema.ts';
import { OPEN_LIST } from './open-lists.ts';
import { extrasOf, FINDING_EXTRAS } from './problem-extras.ts';

const CODES = Object.keys(PROBLEMS);

const FINDING: JsonSchema = {
  type: 'object',
  properties: {
    code: { type: 'string', description: 'What clients switch on', [OPEN_LIST]: CODES },
    detail: { type: 'string', description: 'What is wrong here and what to change' },
    pointer: {
      type: 'string',
      description: 'JSON Pointer of the member, in URI-fragment form: `#/versions/0/content`',
    },
    parameter: { type: 'string', description: 'Name of the query parameter' },
    header: { type: 'string', description: 'Name of the header' },
    ...FINDING_EXTRAS,
  },
  required: ['code', 'detail'],
};

/** Schemas that every refusal refers to (RFC 9457, decisions 2). Codes can add members of their own. */
export const PROBLEM_SCHEMAS: Readonly<Record<string, JsonSchema>> = {
  Finding: FINDING,
  Problem: {
    type: 'object',
    description: 'A problem document (RFC 9457). Switch on `code`; `detail` is for people and may change.',
    properties: {
      type: {
        type: 'string',
        format: 'uri',
        description: 'The address of the paragraph that explains the code',
      },
      title: { type: 'string', description: 'The same for every occurrence of the code' },
      status: { type: 'integer', description: 'The HTTP status' },
      detail: { type: 'string', description: 'What happened this time and what to change' },
      instance: { type: 'string', description: '`urn:request:` and the request id' },
      code: { type: 'string', description: 'What clients switch on', [OPEN_LIST]: CODES },
      request_id: { type: 'string', description: 'The value of the `X-Request-Id` header' },
      errors: {
        type: 'array',
        maxItems: MOST_FINDINGS,
        description: 'With 422: every finding at once',
        items: { $ref: '#/components/schemas/Finding' },
      },
    },
    required: ['type', 'title', 'status', 'detail', 'instance', 'code', 'request_id'],
  },
};

/** The problem document with the codes that are possible in one place. */
export function problemSchema(codes: readonly ErrorCode[]): JsonSchema {
  return {
    allOf: [{ $ref: '#/components/schemas/Problem' }],
    type: 'object',
    properties: {
      code: { type: 'string', [OPEN_LIST]: [...codes].toSorted() },
      ...extrasOf(codes),
    },
  };
}

/** Where the example of a code lies: a code of 404 is 422 where the body named what is missing. */
export function exampleName(code: ErrorCode, status: number): string {
  return PROBLEMS[code].status === status ? code : `${code}_in_body`;
}

/** What a refusal with this code looks like. */
export function problemExample(code: ErrorCode, status: number): JsonSchema {
  const { title } = PROBLEMS[code];
  return {
    summary: title,
    value: {
      type: `https://api.example.com/docs/errors#${code}`,
      title,
      status,
      detail: `${title}.`,
      instance: `urn:request:${EXAMPLE_REQUEST_ID}`,
      code,
      request_id: EXAMPLE_REQUEST_ID,
      ...(status === 422 ? { errors: [findingExample(code)] } : {}),
    },
  };
}

function findingExample(code: ErrorCode): JsonSchema {
  const place = code === 'unknown_parameter' ? { parameter: 'nmae' } : { pointer: '#/name' };
  return {
    ...place,
    code: code === 'validation_failed' ? 'too_long' : code,
    detail: `${PROBLEMS[code].title}.`,
  };
}
