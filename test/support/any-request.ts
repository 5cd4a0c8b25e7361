import fc from 'fast-check';
import type { Operation, Route } from '#shared/http/operation.ts';
import type { RequestParts } from './http-event.ts';

/** What can stand in a request besides nonsense, so that some requests come far. */
export type Known = {
  readonly keys: readonly string[];
  /** Path parameters that name what is there. */
  readonly params: Readonly<Record<string, string>>;
};

function anyHeaders({ keys }: Known): fc.Arbitrary<Record<string, string>> {
  const key = fc.oneof(
    { weight: 8, arbitrary: fc.constant(keys[0] ?? '') },
    fc.constantFrom(...keys),
    fc.string(),
  );
  const type = fc.oneof({ weight: 8, arbitrary: fc.constant('application/json') }, fc.string());
  const tag = fc.oneof(fc.constantFrom('"1"', '*', 'W/"1"', '"1", "2"'), fc.string({ unit: 'binary' }));
  return fc
    .tuple(
      fc.record(
        {
          authorization: key.map((text) => `Bearer ${text}`),
          'content-type': type,
          'if-match': fc.constantFrom('"1"', '*'),
        },
        { requiredKeys: [] },
      ),
      fc.record(
        {
          authorization: fc.string({ unit: 'binary' }),
          'x-api-key': key,
          'if-match': tag,
          'if-none-match': tag,
          'idempotency-key': fc.oneof(fc.constantFrom('k-1', '"k-2"'), fc.string({ unit: 'binary' })),
          'x-request-id': fc.string({ unit: 'binary' }),
          'x-forwarded-proto': fc.constantFrom('https', 'http'),
        },
        { requiredKeys: [] },
      ),
      fc.dictionary(
        fc.string().map((name) => name.toLowerCase()),
        fc.string({ unit: 'binary' }),
        { maxKeys: 3 },
      ),
      fc.boolean(),
    )
    .map(([usual, odd, others, isOdd]) => ({ ...others, ...usual, ...(isOdd ? odd : {}) }));
}

/** The body of an example with members replaced, added or left out, or anything else. */
function anyBody({ examples }: Operation): fc.Arbitrary<Pick<RequestParts, 'body' | 'isBase64Encoded'>> {
  const example: object = Object(examples[0]?.body);
  const names = [
    ...Object.keys(example),
    'enabled',
    'channel',
    'occurred_at',
    'dedupe_key',
    'id',
    '__proto__',
  ];
  const changes = fc.dictionary(fc.oneof(fc.constantFrom(...names), fc.string()), fc.jsonValue(), {
    maxKeys: 2,
  });
  const text = fc.oneof(
    { weight: 3, arbitrary: fc.constant(JSON.stringify(example)) },
    { weight: 6, arbitrary: changes.map((members) => JSON.stringify({ ...example, ...members })) },
    { weight: 2, arbitrary: fc.json() },
    fc.string({ unit: 'binary' }),
    fc.constantFrom(
      '[]',
      'null',
      '{"a":1e999}',
      '{"\\ud800":1,"b":2}',
      '{"name":"\\udfff"}',
      'x'.repeat(262_145),
    ),
  );
  return fc.oneof(
    { weight: 5, arbitrary: text.map((body) => ({ body })) },
    text.map((body) => ({ body: Buffer.from(body).toString('base64'), isBase64Encoded: true })),
    fc.uint8Array().map((bytes) => ({ body: Buffer.from(bytes).toString('base64'), isBase64Encoded: true })),
    fc.string({ unit: 'binary' }).map((body) => ({ body, isBase64Encoded: true })),
    fc.constant({}),
  );
}

/** Any request to an operation, of which some come far. */
export function anyRequest(operation: Operation, known: Known): fc.Arbitrary<RequestParts> {
  const odd: Route = { method: 'GET', path: '/nothing' };
  const id = fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...Object.values(known.params)) },
    fc.string({ unit: 'binary' }),
  );
  const parameter = fc.oneof(
    fc.constantFrom('limit', 'cursor', 'state', 'failing', 'order', 'since', 'until', 'event', '__proto__'),
    fc.string({ unit: 'binary' }),
  );
  const value = fc.oneof(
    fc.constantFrom('1', 'true', 'asc', 'failed', '2026-06-01T00:00:00Z'),
    fc.string({ unit: 'binary' }),
  );
  return fc
    .record({
      route: fc.constantFrom(...(operation.routes.length > 0 ? operation.routes : [odd])),
      path: fc.webPath(),
      params: fc.oneof(
        { weight: 3, arbitrary: fc.constant(known.params) },
        fc.record({ endpoint: id, delivery: id, recovery: id }),
      ),
      query: fc.oneof(
        { weight: 3, arbitrary: fc.constant({}) },
        fc.dictionary(parameter, value, { maxKeys: 3 }),
      ),
      headers: anyHeaders(known),
      body: anyBody(operation),
      cookies: fc.array(fc.string({ unit: 'binary' }), { maxLength: 2 }),
    })
    .map(({ route, body, path, ...parts }) => ({
      ...parts,
      ...body,
      method: route.method,
      path: path === '' ? '/' : path,
    }));
}
