import fc from 'fast-check';

/** The caller of a request: `admin` has every permission; `two` sends two different keys. */
export type Caller = 'admin' | 'second' | 'narrow' | 'other' | 'nobody' | 'token' | 'wrong' | 'two';

const CALLERS: readonly Caller[] = ['second', 'narrow', 'other', 'nobody', 'token', 'wrong', 'two'];
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'];
const TAGS = ['*', '"1"', '"2"', 'W/"1"', '"1", "2"', '1', '', '"\u00e9"'];
const TYPES = [
  'application/json',
  'application/merge-patch+json',
  'text/plain',
  'application/json; charset=utf-16',
  'application/x-www-form-urlencoded',
];
const PARAMETERS = ['limit', 'cursor', 'state', 'order', 'since', 'until', 'event', 'odd', '__proto__'];
const ARGUMENTS = ['0', '101', '-1', 'x', '', 'true', '2026-02-30T00:00:00Z'];
const NAMES = ['none', '0', '-1', '%00', '..', '00000000-0000-0000-0000-000000000000', '💥', 'x'.repeat(300)];
const BODIES = [
  '',
  '{',
  '[]',
  'null',
  '"x"',
  '{"a":1e999}',
  '{"a":1,"a":2}',
  '\ufeff{}',
  '{"__proto__":{}}',
  '['.repeat(50_000),
  '{"a":'.repeat(3000),
  `{"a":"${'x'.repeat(262_144)}"}`,
];

const binary = fc.string({ unit: 'binary' });

/** Texts that are valid header values. */
const headerText = fc.string({
  unit: fc.constantFrom('a', 'b', '1', ' ', '"', '*', ',', ';', '=', '/', '\u00e9', '\u00ff', '\t'),
  maxLength: 40,
});

export const oddCaller: fc.Arbitrary<Caller> = fc.constantFrom(...CALLERS);

/** A path parameter that no resource has or can have. */
export const oddName: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...NAMES),
  fc.uuid(),
  fc.string({ unit: 'binary', minLength: 1 }),
);

export const oddQuery: fc.Arbitrary<Record<string, string>> = fc.dictionary(
  fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...PARAMETERS) }, binary),
  fc.oneof(fc.constantFrom(...ARGUMENTS), binary),
  { maxKeys: 2 },
);

export const oddHeaders: fc.Arbitrary<Partial<Record<string, string>>> = fc.record(
  {
    'content-type': fc.constantFrom(...TYPES),
    'if-match': fc.oneof(fc.constantFrom(...TAGS), headerText),
    'if-none-match': fc.oneof(fc.constantFrom(...TAGS), headerText),
    'idempotency-key': fc.oneof(fc.constantFrom('k-1', 'k-2', '"k-1"', '', 'x'.repeat(256)), headerText),
    // Accepted ids are always unique, because writes are attributed to requests by this id.
    'x-request-id': fc.oneof(fc.uuid(), fc.constantFrom('short', 'x'.repeat(65)), headerText),
    'accept-language': headerText,
    cookie: fc.oneof(fc.constantFrom('sid=1', '__Secure-bl_x=1', '; ;=;'), headerText),
    'content-encoding': fc.constantFrom('gzip', 'identity'),
  },
  { requiredKeys: [] },
);

export const oddBody: fc.Arbitrary<string | Uint8Array | undefined> = fc.oneof(
  fc.json(),
  binary,
  fc.uint8Array({ maxLength: 200 }),
  fc.constantFrom(...BODIES),
  fc.constant(undefined),
);

/** HTTP methods, whether or not an operation supports them. */
export const anyMethod: fc.Arbitrary<string> = fc.constantFrom(...METHODS);
