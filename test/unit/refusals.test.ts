import { randomInt } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { OPERATIONS } from '#functions/registry.ts';
import type { ErrorCode } from '#shared/domain/errors.ts';
import { codesByStatus, codesOf } from '#shared/http/openapi/answer-codes.ts';
import type { Operation } from '#shared/http/operation.ts';
import { generateApiKey } from '#shared/runtime/api-key.ts';
import type { Known } from '#test/support/any-request.ts';
import { tooBusy } from '#test/support/faults.ts';
import { startFurnishedApi } from '#test/support/furnished-api.ts';
import type { ApiRequest, MemoryApi } from '#test/support/memory-api.ts';

/** Somebody else's, or nobody's. */
const NOBODYS = '01980000-0000-7000-8000-0000000000ee';

/** Requests that bring about what any operation of their kind refuses, one fault each. */
const REQUESTS: Readonly<Partial<Record<ErrorCode, (operation: Operation) => ApiRequest>>> = {
  authentication_required: () => ({ key: null }),
  api_key_invalid: () => ({ key: 'wsk_x' }),
  ambiguous_credentials: () => ({ headers: { 'x-api-key': 'wsk_x' } }),
  credential_type_not_allowed: () => ({ key: 'pat_x' }),
  workspace_mismatch: () => ({ params: { workspace: NOBODYS } }),
  payload_too_large: () => ({ body: 'x'.repeat(256 * 1024 + 1) }),
  unsupported_media_type: () => ({ body: 'x', headers: { 'content-type': 'text/plain' } }),
  malformed_json: () => ({ body: '{', headers: { 'content-type': 'application/json' } }),
  body_required: () => ({ body: '' }),
  idempotency_key_invalid: (operation) => ({ ...exampleOf(operation), headers: { 'idempotency-key': 'é' } }),
  unknown_parameter: (operation) => ({ query: { odd: '1' }, ...exampleOf(operation) }),
  cursor_invalid: () => ({ query: { cursor: 'odd' } }),
  unknown_field: (operation) => exampleOf(operation, { odd: 1 }),
  field_not_updatable: ({ readOnlyFields = [], setElsewhere = {}, ...operation }) => {
    const [field = ''] = [...readOnlyFields, ...Object.keys(setElsewhere)];
    return exampleOf(operation, { [field]: 1 });
  },
  invalid_type: () => ({ json: [] }),
  revision_mismatch: () => ({ headers: { 'if-match': '"none"' } }),
  precondition_required: () => ({ headers: { 'if-match': '' } }),
};

/** Codes that the wrapper of every operation answers alike, whatever the operation: tested in shared/http, with faults. */
const OF_THE_WRAPPER: ReadonlySet<ErrorCode> = new Set([
  'idempotency_key_reused',
  'idempotency_in_progress',
  'concurrent_update',
  // Findings of a schema: which ones there are is read off the schema itself.
  'validation_failed',
  'required',
  'invalid_format',
  'invalid_characters',
  'too_short',
  'too_long',
  'too_few_items',
  'too_many_items',
  'out_of_range',
]);

/** Operations of people in a browser: pages instead of codes, tested with their pages. */
const FOR_PEOPLE = OPERATIONS.filter(({ access }) => access.kind === 'public').map(({ name }) => name);

const operations = OPERATIONS.filter(({ name }) => !FOR_PEOPLE.includes(name));
const samples: readonly { function: string; outcome: { code?: string } }[] = JSON.parse(
  readFileSync('events/manifest.json', 'utf8'),
).samples;
const unitTests = globSync('test/unit/functions/*.test.ts').map(
  (path) => [basename(path), readFileSync(path, 'utf8')] as const,
);

describe('every documented refusal', () => {
  let api: MemoryApi;
  let known: Known;

  beforeAll(async () => {
    ({ api, known } = await startFurnishedApi());
  });

  async function codeOf({ name }: Operation, request: ApiRequest): Promise<unknown> {
    const { key = known.keys[0] ?? null, ...parts } = request;
    const headers = { 'if-match': '*', ...parts.headers };
    const params = { ...known.params, ...parts.params };
    const answer = await api.call(name as keyof typeof api.functions, { ...parts, key, headers, params });
    return answer.body?.code;
  }

  it.each(operations)('of its kind is answered by $name', async (operation) => {
    const wanted = requestsFor(operation, api.grant([]));
    const got: Record<string, unknown> = {};
    for (const [code, request] of Object.entries(wanted)) got[code] = await codeOf(operation, request);

    expect(got).toEqual(Object.fromEntries(Object.keys(wanted).map((code) => [code, code])));
  });

  it.each(operations)('of ours is answered by $name when a table fails', async (operation) => {
    const { findByHash } = api.apiKeys;
    const codes: unknown[] = [];
    for (const error of [tooBusy(), new Error('Broken')]) {
      Object.assign(api.apiKeys, { findByHash: () => Promise.reject(error) });
      // A key that nobody has used yet is in no cache.
      codes.push(await codeOf(operation, { key: generateApiKey((below) => randomInt(below)) }));
    }
    Object.assign(api.apiKeys, { findByHash });

    expect(codes).toEqual(['temporarily_unavailable', 'internal_error']);
  });

  it.each(operations)('has its status reached by $name', (operation) => {
    const reached = new Set([...Object.keys(requestsFor(operation, '')), ...namedFor(operation)]);
    const statuses = [...codesByStatus(operation)].filter(([status]) => status < 500 && status !== 429);
    const isReached = (code: ErrorCode) => reached.has(code) || OF_THE_WRAPPER.has(code);

    expect(statuses.filter(([, codes]) => !codes.some(isReached))).toEqual([]);
  });

  it.each(operations)(
    'of its own has a sample or a test, of $name or of what shares the check',
    (operation) => {
      const relatives = operations.filter(({ product }) => product === operation.product);
      const reached = new Set([...Object.keys(requestsFor(operation, '')), ...relatives.flatMap(namedFor)]);

      expect(operation.errors.filter((code) => !OF_THE_WRAPPER.has(code) && !reached.has(code))).toEqual([]);
    },
  );
});

/** The refusals that can be brought about without knowing the operation, by code. */
function requestsFor(operation: Operation, weakKey: string): Readonly<Record<string, ApiRequest>> {
  const documented = new Set(codesOf(operation));
  const generic = Object.entries(REQUESTS)
    .filter(([code]) => documented.has(code as ErrorCode))
    .filter(([code]) => code !== 'invalid_type' || operation.body !== undefined)
    .map(([code, request]) => [code, request(operation)]);
  const missing = Object.entries(operation.params ?? {})
    .filter(([, { form }]) => form === 'uuid')
    .map(([name, { notFound }]) => [notFound, { params: { [name]: NOBODYS } }]);
  const weak = documented.has('permission_missing') ? [['permission_missing', { key: weakKey }]] : [];
  return Object.fromEntries([...generic, ...missing, ...weak]);
}

/** Codes that a sample of the operation comes to, or that its own tests name. */
function namedFor({ name }: Operation): readonly string[] {
  const sampled = samples
    .filter((sample) => sample.function === name)
    .map(({ outcome }) => outcome.code ?? '');
  const texts = unitTests.filter(([file]) => file.startsWith(`${name}.`) || file.startsWith(`${name}-`));
  const named = texts.flatMap(([, text]) =>
    [...text.matchAll(/\b[a-z]+(?:_[a-z]+)+\b/gu)].map(([word]) => word),
  );
  return [...sampled, ...named];
}

/** The first example of an operation with other members in its body. */
function exampleOf(
  { body, examples }: Pick<Operation, 'body' | 'examples'>,
  changes: object = {},
): ApiRequest {
  return body ? { json: { ...Object(examples[0]?.body), ...changes } } : {};
}
