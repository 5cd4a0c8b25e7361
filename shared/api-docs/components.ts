import type { JsonSchema } from './json-schema.ts';

/** The request id of every example. */
export const EXAMPLE_REQUEST_ID = '01JD0Q6Z7V4X1K8R2M5T9W3B6C';

/** How to authenticate (specification, Authentication). */
export const SECURITY_SCHEMES: JsonSchema = {
  bearerAuth: {
    type: 'http',
    scheme: 'bearer',
    description: 'A workspace API key: `Authorization: Bearer wsk_…`',
  },
  apiKeyHeader: {
    type: 'apiKey',
    in: 'header',
    name: 'x-api-key',
    description: 'The same workspace API key',
  },
};

/** Request headers that many operations take. An example of an optional one would be sent by whoever tries the operation. */
export const PARAMETERS = {
  IdempotencyKey: header('Idempotency-Key', false, {
    description:
      'A text of your own such as a UUID, 1 to 255 printable ASCII characters. The same request under the same key within 24 hours is carried out once and answered alike.',
    schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[ -~]*$' },
  }),
  RequestId: header('X-Request-Id', false, {
    description: 'An id of your own, 8 to 64 letters, digits, `-` and `_`; otherwise the platform makes one.',
    schema: { type: 'string' },
  }),
  IfMatch: header('If-Match', false, {
    description:
      'The revision you read, in quotes, as its `ETag` said; another one is refused with 412. Without it, or with `*`, the last writer wins.',
    schema: { type: 'string' },
  }),
  RequiredIfMatch: header('If-Match', true, {
    description:
      'The revision you read, in quotes, as its `ETag` said; another one is refused with 412. `*` takes any.',
    schema: { type: 'string' },
    example: '"3"',
  }),
  IfNoneMatch: header('If-None-Match', false, {
    description: 'The `ETag` of what you have: if it is current still, the answer is 304 without a body.',
    schema: { type: 'string' },
  }),
} as const satisfies Record<string, JsonSchema>;

/** Headers of answers, by name: what they are called among the components, and what they say. */
const ANSWER_HEADERS: Readonly<Record<string, readonly [name: string, header: JsonSchema]>> = {
  'X-Request-Id': [
    'RequestId',
    { description: 'Names the request in logs and problem documents', schema: { type: 'string' } },
  ],
  ETag: [
    'ETag',
    {
      description: 'The revision in quotes: what `If-Match` and `If-None-Match` compare',
      schema: { type: 'string' },
    },
  ],
  Location: ['Location', { description: 'Where it is', schema: { type: 'string', format: 'uri-reference' } }],
  'Retry-After': [
    'RetryAfter',
    {
      description: 'Seconds until it is worth trying again',
      schema: { type: 'string', pattern: '^[0-9]+$' },
    },
  ],
  'Idempotent-Replayed': [
    'IdempotentReplayed',
    {
      description: '`true` if this is the remembered answer of an earlier request',
      schema: { type: 'string', enum: ['true'] },
    },
  ],
  'WWW-Authenticate': ['Authenticate', { description: 'How to authenticate', schema: { type: 'string' } }],
  Deprecation: [
    'Deprecation',
    {
      description: 'Since when the operation is deprecated: `@` and Unix seconds (RFC 9745)',
      schema: { type: 'string', pattern: '^@[0-9]+$' },
    },
  ],
  Sunset: [
    'Sunset',
    { description: 'From when on the operation is gone (RFC 8594)', schema: { type: 'string' } },
  ],
  Link: [
    'Link',
    { description: 'What replaces the operation, `rel="deprecation"`', schema: { type: 'string' } },
  ],
};

/** The same as components. */
export const HEADERS: JsonSchema = Object.fromEntries(Object.values(ANSWER_HEADERS));

/** References to the headers of an answer, by name. */
export function headerRefs(names: readonly string[]): JsonSchema {
  return Object.fromEntries(
    names.map((name) => [name, { $ref: `#/components/headers/${ANSWER_HEADERS[name]?.[0] ?? name}` }]),
  );
}

function header(name: string, required: boolean, rest: JsonSchema): JsonSchema {
  return { name, in: 'header', required, ...rest };
}
