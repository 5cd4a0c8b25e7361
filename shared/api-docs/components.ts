import type { JsonSchema } from './json-schema.ts';

/** The request id in all examples. */
export const EXAMPLE_REQUEST_ID = '01JD0Q6Z7V4X1K8R2M5T9W3B6C';

/** The authentication schemes. */
export const SECURITY_SCHEMES: JsonSchema = {
  bearerAuth: {
    type: 'http',
    scheme: 'bearer',
    description: 'A workspace API key, sent as `Authorization: Bearer wsk_…`',
  },
  apiKeyHeader: {
    type: 'apiKey',
    in: 'header',
    name: 'x-api-key',
    description: 'The same workspace API key, sent as `x-api-key: wsk_…`',
  },
};

/** Request headers of many operations. Optional headers have no example, because the reference page would send it. */
export const PARAMETERS = {
  IdempotencyKey: header('Idempotency-Key', false, {
    description:
      'A unique string such as a UUID, 1 to 255 printable ASCII characters. Send the header once; a key with a comma needs quotes. If the same request is ' +
      'repeated with the same key within 24 hours, it is not executed again: the stored response is ' +
      'returned.',
    schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[ -~]*$' },
  }),
  RequestId: header('X-Request-Id', false, {
    description:
      'Your own ID for the request: 8 to 64 letters, digits, `-` and `_`. Otherwise, the platform ' +
      'generates one.',
    schema: { type: 'string' },
  }),
  IfMatch: header('If-Match', false, {
    description:
      'The revision from the `ETag`, in quotes. If the resource has a different revision, the response ' +
      'is 412. Without the header, or with `*`, the request overwrites any revision.',
    schema: { type: 'string' },
  }),
  RequiredIfMatch: header('If-Match', true, {
    description:
      'The revision from the `ETag`, in quotes. If the resource has a different revision, the response ' +
      'is 412. `*` matches any revision.',
    schema: { type: 'string' },
    example: '"3"',
  }),
  IfNoneMatch: header('If-None-Match', false, {
    description: 'The `ETag` of your copy. If the copy is still current, the response is 304 without a body.',
    schema: { type: 'string' },
  }),
} as const satisfies Record<string, JsonSchema>;

/** Response headers by name, each with the name and the content of its component. */
const RESPONSE_HEADERS: Readonly<Record<string, readonly [name: string, header: JsonSchema]>> = {
  'X-Request-Id': [
    'RequestId',
    { description: 'ID of the request, also used in logs and problem documents', schema: { type: 'string' } },
  ],
  ETag: [
    'ETag',
    {
      description: 'The revision in quotes, for `If-Match` and `If-None-Match`',
      schema: { type: 'string' },
    },
  ],
  Location: [
    'Location',
    {
      description: 'URL of the created resource, or the target of the redirect',
      schema: { type: 'string', format: 'uri-reference' },
    },
  ],
  'RateLimit-Policy': [
    'RateLimitPolicy',
    {
      description:
        'The limits that apply to the request: of the key and of the workspace, `q` requests in `w` seconds',
      schema: { type: 'string' },
    },
  ],
  RateLimit: [
    'RateLimit',
    {
      description: 'For each limit, an estimate of the requests that remain (`r`) in the next `t` seconds',
      schema: { type: 'string' },
    },
  ],
  'Retry-After': [
    'RetryAfter',
    {
      description: 'Seconds to wait before a retry',
      schema: { type: 'string', pattern: '^[0-9]+$' },
    },
  ],
  'Idempotent-Replayed': [
    'IdempotentReplayed',
    {
      description:
        '`true` if this is the stored response of an earlier request with the same `Idempotency-Key`',
      schema: { type: 'string', enum: ['true'] },
    },
  ],
  'WWW-Authenticate': [
    'Authenticate',
    { description: 'The authentication scheme to use', schema: { type: 'string' } },
  ],
  Deprecation: [
    'Deprecation',
    {
      description: 'Date since which the operation is deprecated: `@` and Unix seconds (RFC 9745)',
      schema: { type: 'string', pattern: '^@[0-9]+$' },
    },
  ],
  Sunset: [
    'Sunset',
    {
      description: 'Date from which the operation is no longer available (RFC 8594)',
      schema: { type: 'string' },
    },
  ],
  Link: [
    'Link',
    { description: 'Documentation of the replacement, `rel="deprecation"`', schema: { type: 'string' } },
  ],
};

/** The response headers as components. */
export const HEADERS: JsonSchema = Object.fromEntries(Object.values(RESPONSE_HEADERS));

/** References to the headers of a response, by name. */
export function headerRefs(names: readonly string[]): JsonSchema {
  return Object.fromEntries(
    names.map((name) => [name, { $ref: `#/components/headers/${RESPONSE_HEADERS[name]?.[0] ?? name}` }]),
  );
}

function header(name: string, required: boolean, rest: JsonSchema): JsonSchema {
  return { name, in: 'header', required, ...rest };
}
