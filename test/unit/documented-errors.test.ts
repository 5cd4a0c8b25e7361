import { randomInt } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { OPERATIONS } from '#functions/registry.ts';
import { problemExample } from '#shared/api-docs/problem-schema.ts';
import { codesOf } from '#shared/api-docs/response-codes.ts';
import { ConcurrentUpdateError, type ErrorCode, PlatformError } from '#shared/platform/core/errors.ts';
import type { Operation } from '#shared/platform/http/operation.ts';
import { generateApiKey } from '#shared/platform/runtime/api-key.ts';
import type { ApiRequest, MemoryApi } from '#test/support/fakes/platform/memory-api.ts';
import type { Known } from '#test/support/fixtures/platform/any-request.ts';
import { tooBusy } from '#test/support/fixtures/platform/faults/faults.ts';
import { SHARED_ERRORS } from '#test/support/fixtures/platform/records/responses-seen.ts';
import { startSeededApi } from '#test/support/fixtures/platform/seeded-api.ts';

/** An id of another workspace, or an unknown one. */
const NOBODYS = '01980000-0000-7000-8000-0000000000ee';

type Requests = Readonly<Partial<Record<ErrorCode, (operation: Operation) => ApiRequest | undefined>>>;

/** Requests that cause an error of the pipeline, which is the same for every operation: tested with one operation each. */
const SHARED_REQUESTS: Requests = {
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
};

/** Requests with one mistake each, by the error code they cause; undefined if the operation has no such error. */
const REQUESTS: Requests = {
  unknown_parameter: (operation) => ({ query: { odd: '1' }, ...exampleOf(operation) }),
  cursor_invalid: () => ({ query: { cursor: 'odd' } }),
  unknown_field: (operation) => exampleOf(operation, { odd: 1 }),
  field_not_updatable: ({ readOnlyFields = [], fieldsOwnedBy = {}, ...operation }) => {
    const [field = ''] = [...readOnlyFields, ...Object.keys(fieldsOwnedBy)];
    return exampleOf(operation, { [field]: 1 });
  },
  invalid_type: (operation) => (operation.body ? { json: [] } : pageOf(operation, 'x')),
  out_of_range: (operation) => (operation.body ? undefined : pageOf(operation, '0')),
  // An unknown field, and a known field with a value that no schema accepts.
  validation_failed: (operation) => {
    const member = Object.keys(Object(operation.examples?.[0]?.body)).at(-1);
    if (operation.body)
      return member === undefined ? undefined : exampleOf(operation, { odd: 1, [member]: 1.5 });
    return pageOf(operation, 'x', { odd: '1' });
  },
  revision_mismatch: () => ({ headers: { 'if-match': '"none"' } }),
  precondition_required: () => ({ headers: { 'if-match': '' } }),
};

/** Operations of people in a browser: they return pages instead of codes, and their tests are with the pages. */
const FOR_PEOPLE = OPERATIONS.filter(({ access }) => access.kind === 'public').map(({ name }) => name);

const operations = OPERATIONS.filter(({ name }) => !FOR_PEOPLE.includes(name));
describe('every documented error', () => {
  let api: MemoryApi;
  let known: Known;

  beforeAll(async () => {
    ({ api, known } = await startSeededApi());
  });

  async function codeOf(operation: Operation, request: ApiRequest): Promise<unknown> {
    return (await problemOf(operation, request))?.code;
  }

  async function problemOf({ name }: Operation, request: ApiRequest) {
    const { key = known.keys[0] ?? null, ...parts } = request;
    const headers = { 'if-match': '*', ...parts.headers };
    const params = { ...known.params, ...parts.params };
    const answer = await api.call(name, { ...parts, key, headers, params });
    return answer.body;
  }

  it.each(Object.entries({ ...SHARED_REQUESTS, permission_missing: () => ({ key: api.grant([]) }) }))(
    'that all operations share is returned by one of them: %s',
    async (code, request) => {
      const operation = firstWith(code as ErrorCode);

      expect(await codeOf(operation, request(operation) ?? {})).toBe(code);
    },
  );

  it.each(Object.entries(SHARED_REQUESTS))(
    'that all operations share has the detail of its example in the reference: %s',
    async (code, request) => {
      const operation = firstWith(code as ErrorCode);
      const { status, detail } = (await problemOf(operation, request(operation) ?? {})) ?? {};

      expect(problemExample(code as ErrorCode, status)).toMatchObject({ value: { code, detail } });
    },
  );

  it.each(operations)('of its kind is returned by $name', async (operation) => {
    const wanted = requestsFor(operation);
    const got: Record<string, unknown> = {};
    for (const [code, request] of Object.entries(wanted)) got[code] = await codeOf(operation, request);

    expect(got).toEqual(Object.fromEntries(Object.keys(wanted).map((code) => [code, code])));
  });

  it('of the server is returned when a table fails', async () => {
    const operation = firstWith('internal_error');
    const { findByHash } = api.apiKeys;
    const codes: unknown[] = [];
    for (const error of [tooBusy(), new Error('Broken')]) {
      Object.assign(api.apiKeys, { findByHash: () => Promise.reject(error) });
      // A key that was never used is in no cache.
      codes.push(await codeOf(operation, { key: generateApiKey((below) => randomInt(below)) }));
    }
    Object.assign(api.apiKeys, { findByHash });

    expect(codes).toEqual(['temporarily_unavailable', 'internal_error']);
  });

  it.each(operations.filter((operation) => codesOf(operation).includes('concurrent_update')))(
    'of a lost race is returned by $name',
    async (operation) => {
      const { findByHash } = api.apiKeys;
      Object.assign(api.apiKeys, { findByHash: () => Promise.reject(new ConcurrentUpdateError()) });
      const code = await codeOf(operation, { key: generateApiKey((below) => randomInt(below)) });
      Object.assign(api.apiKeys, { findByHash });

      expect(code).toBe('concurrent_update');
    },
  );

  it('of a reused or concurrent idempotency key is returned', async () => {
    const operation = firstWith('idempotency_key_reused');
    const { find } = api.responses;
    const headers = { 'idempotency-key': 'k-1' };
    const codes: unknown[] = [];
    const meanwhile = new PlatformError('idempotency_in_progress', 'The first request is still running.');
    const other = {
      id: '',
      fingerprint: 'other',
      status: 200,
      headers: {},
      body: '{}',
      sealedSecret: null,
    };
    for (const answer of [Promise.resolve(other), Promise.reject(meanwhile)]) {
      Object.assign(api.responses, { find: () => answer });
      codes.push(await codeOf(operation, { ...exampleOf(operation), headers }));
    }
    Object.assign(api.responses, { find });

    expect(codes).toEqual(['idempotency_key_reused', 'idempotency_in_progress']);
  });

  it('that all operations share is tested here', () => {
    const proven = [
      ...Object.keys(SHARED_REQUESTS),
      'permission_missing',
      'idempotency_key_reused',
      'idempotency_in_progress',
    ];

    // The error of the gateway is tested in test/integration/local/gateway-throttles.
    expect([...proven, 'rate_limited'].toSorted()).toEqual(Object.keys(SHARED_ERRORS).toSorted());
  });
});

function firstWith(code: ErrorCode): Operation {
  const found = operations.find((operation) => codesOf(operation).includes(code));
  if (!found) throw new Error(`No operation documents ${code}`);
  return found;
}

/** Requests for the documented errors of an operation that need no knowledge of the operation, by code. */
function requestsFor(operation: Operation): Readonly<Record<string, ApiRequest>> {
  const documented = new Set(codesOf(operation));
  const generic = Object.entries(REQUESTS)
    .filter(([code]) => documented.has(code as ErrorCode))
    .map(([code, request]) => [code, request(operation)] as const)
    .filter(([, request]) => request !== undefined);
  const missing = Object.entries(operation.params ?? {})
    .filter(([, { form }]) => form !== 'text')
    .map(([name, { notFound }]) => [notFound().code, { params: { [name]: NOBODYS } }]);
  return Object.fromEntries([...generic, ...missing]);
}

/** The first example of an operation with other fields in its body. */
function exampleOf(
  { body, examples = [] }: Pick<Operation, 'body' | 'examples'>,
  changes: object = {},
): ApiRequest {
  return body ? { json: { ...Object(examples[0]?.body), ...changes } } : {};
}

/** A list with this many entries per page; undefined if the operation has no list. */
function pageOf(
  { query }: Operation,
  limit: string,
  others: Record<string, string> = {},
): ApiRequest | undefined {
  const isList = query !== undefined && 'entries' in query && 'limit' in Object(query.entries);
  return isList ? { query: { ...others, limit } } : undefined;
}
