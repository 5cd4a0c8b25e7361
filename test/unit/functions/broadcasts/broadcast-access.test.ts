import { describe, expect, it } from 'vitest';
import { OPERATIONS } from '#functions/registry.ts';
import type { Permission } from '#shared/platform/core/permissions.ts';
import { secondsAfterNow } from '#test/support/builders/platform/command-builders.ts';
import {
  aBroadcastBody,
  type BroadcastApi,
  BROADCAST_PERMISSIONS,
  startBroadcastApi,
} from '#test/support/fixtures/broadcasts/broadcast-api.ts';

type Name = Parameters<BroadcastApi['run']>[0];

const UNKNOWN = '01980000-0000-7000-8000-0000000000ff';
const AT = { scheduled_at: secondsAfterNow(3600).toISOString() };

/** Every operation on broadcasts, its permission (docs/specification/broadcasts.md#broadcasts), and a body that it accepts. */
const OPERATION_ROWS: readonly (readonly [Name, Permission, unknown, number])[] = [
  ['create-broadcast', 'salesbot:broadcasts:write', aBroadcastBody(), 201],
  ['list-broadcasts', 'salesbot:broadcasts:read', undefined, 200],
  ['get-broadcast', 'salesbot:broadcasts:read', undefined, 200],
  ['update-broadcast', 'salesbot:broadcasts:write', { name: 'n' }, 200],
  ['delete-broadcast', 'salesbot:broadcasts:write', undefined, 204],
  ['schedule-broadcast', 'salesbot:broadcasts:send', AT, 200],
  ['unschedule-broadcast', 'salesbot:broadcasts:send', undefined, 200],
  ['send-broadcast', 'salesbot:broadcasts:send', undefined, 202],
  ['cancel-broadcast', 'salesbot:broadcasts:send', undefined, 409],
  ['report-broadcast', 'salesbot:broadcasts:send', {}, 409],
  ['pause-broadcast', 'salesbot:broadcasts:send', undefined, 409],
  ['resume-broadcast', 'salesbot:broadcasts:send', undefined, 409],
  ['approve-broadcast', 'salesbot:broadcasts:approve', undefined, 409],
  ['revoke-approval', 'salesbot:broadcasts:approve', undefined, 409],
  ['list-recipients', 'salesbot:broadcasts:read', undefined, 200],
  ['retry-broadcast', 'salesbot:broadcasts:write', undefined, 409],
  ['estimate-broadcast', 'salesbot:broadcasts:read', undefined, 409],
  ['get-estimate', 'salesbot:broadcasts:read', undefined, 404],
];

const ON_ONE = OPERATION_ROWS.filter(([name]) => !['create-broadcast', 'list-broadcasts'].includes(name));
/** The others do not change the broadcast. */
const COMMANDS_ON_ONE = ON_ONE.filter(
  ([name]) =>
    !['get-broadcast', 'list-recipients', 'retry-broadcast', 'estimate-broadcast', 'get-estimate'].includes(
      name,
    ),
);

describe('operations on broadcasts', () => {
  it('are all in this table', () => {
    const own = OPERATIONS.filter(({ routes }) =>
      routes.some(({ path }) => path.startsWith('/api/v1/broadcasts')),
    );

    expect(own.map(({ name }) => name).toSorted()).toEqual(OPERATION_ROWS.map(([name]) => name).toSorted());
  });

  it.each(OPERATION_ROWS)('%s requires only %s', async (name, permission, json, status) => {
    const { api, run, stored } = await startBroadcastApi();
    const before = stored();
    const others = BROADCAST_PERMISSIONS.filter((other) => other !== permission);
    const rejected = await run(name, { key: api.grant(others), json });

    expect(rejected).toMatchObject({
      status: 403,
      body: { code: 'permission_missing', missing_permissions: [permission] },
    });
    expect([stored(), api.core.broadcasts.size]).toEqual([before, 1]);
    expect((await run(name, { key: api.grant([permission]), json })).status).toBe(status);
  });

  it.each(ON_ONE)(
    '%s returns 404 for a broadcast of another workspace and for a malformed id',
    async (name, _, json) => {
      const { api, run, stored } = await startBroadcastApi();
      const before = stored();
      const { workspaceId } = await api.createOtherWorkspace();
      const key = api.grant(BROADCAST_PERMISSIONS, { workspaceId });
      const foreign = await run(name, { key, json });
      const unknown = await run(name, { json, params: { broadcast: UNKNOWN } });
      const malformed = await run(name, { json, params: { broadcast: '7' } });

      for (const { status, body } of [foreign, unknown, malformed]) {
        expect([status, body.code, body.detail]).toEqual([404, 'broadcast_not_found', unknown.body.detail]);
        expect(body.detail).not.toContain(UNKNOWN);
      }
      expect(stored()).toEqual(before);
    },
  );

  it.each(COMMANDS_ON_ONE)('%s evaluates If-Match if it is sent', async (name, _, json, status) => {
    const { run, stored } = await startBroadcastApi();
    const before = stored();

    expect(await run(name, { json, headers: { 'if-match': '"2"' } })).toMatchObject({
      status: 412,
      headers: { ETag: '"1"' },
      body: { code: 'revision_mismatch', current_revision: '1' },
    });
    expect(stored()).toEqual(before);
    expect((await run(name, { json, headers: { 'if-match': '"1"' } })).status).toBe(status);
  });

  it.each(OPERATION_ROWS)('%s accepts an id in upper case', async (name, _, json, status) => {
    const { broadcast, run } = await startBroadcastApi();

    expect((await run(name, { json, params: { broadcast: broadcast.toUpperCase() } })).status).toBe(status);
  });
});
