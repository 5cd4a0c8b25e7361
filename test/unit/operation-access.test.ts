import { beforeAll, describe, expect, it } from 'vitest';
import { OPERATIONS } from '#functions/registry.ts';
import { codesOf } from '#shared/api-docs/response-codes.ts';
import type { Operation } from '#shared/platform/http/operation.ts';
import { PERMISSIONS } from '#shared/workspaces/domain/permissions.ts';
import type { ApiRequest, MemoryApi } from '#test/support/fakes/platform/memory-api.ts';
import type { Known } from '#test/support/fixtures/platform/any-request.ts';
import { codeOf } from '#test/support/fixtures/platform/http-event.ts';
import { startSeededApi } from '#test/support/fixtures/platform/seeded-api.ts';

/** A request of a caller without access, and the status and code of the response. */
type Row = readonly [caller: string, request: ApiRequest, expected: string];

const KEYED = OPERATIONS.filter(({ access }) => access.kind === 'key');
const UNKNOWN = '01980000-0000-7000-8000-0000000000ee';
/** Accounts, tags and media files also have an integer id; other ids are UUIDs. */
const UNKNOWN_INTEGER = '999999';

// test/e2e/platform/authorisation-matrix.test.ts sends the same requests to the functions of the local stack.
describe('callers without access to an operation', () => {
  let api: MemoryApi;
  let known: Known;
  let other: { readonly workspaceId: string; readonly key: string };

  beforeAll(async () => {
    ({ api, known } = await startSeededApi());
    const { workspaceId } = await api.createOtherWorkspace();
    other = { workspaceId, key: api.grant(PERMISSIONS, { workspaceId }) };
  });

  it.each(KEYED)('get an error from $name, which changes nothing', async (operation) => {
    const before = contents();
    const rows = [...credentials(operation), ...permissions(operation), ...places(operation)];
    const responses: Record<string, string> = {};
    for (const [caller, request] of rows) responses[caller] = await responseTo(operation, request);

    expect(responses).toEqual(Object.fromEntries(rows.map(([caller, , expected]) => [caller, expected])));
    expect(contents()).toBe(before);
  });

  async function responseTo(
    { name, examples = [], exampleQueries = [] }: Operation,
    { params, ...request }: ApiRequest,
  ) {
    const [json, query] = [examples[0]?.body, exampleQueries[0]];
    const example = { ...(json === undefined ? {} : { json }), ...(query === undefined ? {} : { query }) };
    const key = known.keys[0] ?? null;
    const headers = { 'if-match': '*' };
    return codeOf(
      await api.call(name, { key, headers, ...example, ...request, params: { ...known.params, ...params } }),
    );
  }

  /** Everything that commands write, and the calls to other servers. */
  function contents(): string {
    const { apiKeys: _, ...core } = api.core;
    const calls = [api.dns.asked, api.connection.checked, api.networks.asked];
    return JSON.stringify([calls, Object.entries(core).map(([name, map]) => [name, [...map]])]);
  }

  function credentials({ access }: Operation): readonly Row[] {
    const isKeyOnly = access.kind === 'key' && access.credential === 'workspace-key-only';
    const otherKind = isKeyOnly ? '403 credential_type_not_allowed' : '401 authentication_required';
    return [
      ['no credential', { key: null }, '401 authentication_required'],
      ['a key that does not exist', { key: 'wsk_x' }, '401 api_key_invalid'],
      ['a personal token', { key: 'pat_x' }, otherKind],
      ['an older key', { key: 'wlk_x' }, otherKind],
      ['a browser session', { key: null, cookies: ['sid=x'] }, otherKind],
    ];
  }

  /** Keys that lack one permission if all are required, or all of them if any is sufficient. */
  function permissions(operation: Operation): readonly Row[] {
    const required = operation.access.kind === 'key' ? operation.access.permissions : [];
    const isAll = operation.access.kind === 'key' && operation.access.rule === 'all-of';
    const missing = isAll ? required.map((one) => [one]) : required.length > 0 ? [required] : [];
    const rows = missing.map((lacking): Row => {
      const key = api.grant(PERMISSIONS.filter((one) => !lacking.includes(one)));
      return [`a key without ${lacking.join()}`, { key }, '403 permission_missing'];
    });
    const isOfEndpoint = operation.params?.['endpoint'] !== undefined;
    if (!isOfEndpoint || !codesOf(operation).includes('product_not_permitted')) return rows;
    const key = api.grant(['publishing:webhooks:subscribe']);
    return [...rows, ['a key without the product', { key }, '403 product_not_permitted']];
  }

  /** Other workspaces, and ids without a resource. */
  function places({ routes, params = {} }: Operation): readonly Row[] {
    const inPath = routes.some(({ path }) => path.includes('{workspace}'));
    const { key, workspaceId: workspace } = other;
    // A network has the same name in every workspace.
    const first = Object.values(params).find(({ form }) => form !== 'text');
    const unknown = Object.entries(params).flatMap(([name, { notFound }]) =>
      [UNKNOWN, 'nonsense', UNKNOWN_INTEGER].map((id): Row => [
        `${name} ${id}`,
        { params: { [name]: id } },
        `404 ${notFound().code}`,
      ]),
    );
    const elsewhere: Row[] = first
      ? [['another workspace', { key, params: inPath ? { workspace } : {} }, `404 ${first.notFound().code}`]]
      : [];
    // The first resource of the path is looked for first.
    for (const [name, { form, notFound }] of Object.entries(params))
      if (form === 'uuid-or-integer')
        elsewhere.push([
          `${name} 1 of another workspace`,
          { key, params: { workspace, [name]: '1' } },
          `404 ${(first?.notFound ?? notFound)().code}`,
        ]);
    const mismatch: Row[] = inPath
      ? [['another workspace in the path', { key }, '403 workspace_mismatch']]
      : [];
    return [...unknown, ...elsewhere, ...mismatch];
  }
});
