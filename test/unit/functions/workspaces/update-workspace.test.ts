import { describe, expect } from 'vitest';
import { ConcurrentUpdateError } from '#shared/platform/core/errors.ts';
import names from '#test/corpus/time-zones.json' with { type: 'json' };
import { NOW } from '#test/support/builders/platform/command-builders.ts';
import { codeOf } from '#test/support/fixtures/platform/http-event.ts';
import { it, startWorkspaceApi } from '#test/support/fixtures/workspaces/workspace-api.ts';

describe('update-workspace, happy', () => {
  it('renames it and keeps the time zone', async ({ call }) => {
    const { status, body } = await call('update-workspace', { json: { name: ' Café ' } });

    expect(status).toBe(200);
    expect(body).toMatchObject({ data: { name: 'Café', timezone: 'Europe/Berlin' } });
    expect((await call('get-workspace')).body.data).toEqual(body.data);
  });

  it.each(['America/New_York', 'UTC', 'Asia/Calcutta'])(
    'changes the time zone to %s at once, and recomputes posts in the background',
    async (timezone, { api, call }) => {
      expect((await call('update-workspace', { json: { timezone } })).body).toMatchObject({
        data: { name: 'Bakery', timezone },
        recompute: { state: 'queued' },
      });
      expect(api.core.workspaces.get(api.workspaceId)?.recompute?.due).toEqual({
        at: NOW,
        seq: 1,
        timer: true,
      });
    },
  );

  it.each(names)('stores for the time zone $input: $right ($report)', async ({ input, right }) => {
    const { call } = await startWorkspaceApi();
    const { status, body } = await call('update-workspace', { json: { timezone: input } });

    expect([status, right === null ? body.code : body.data.timezone]).toEqual(
      right === null ? [422, 'timezone_unknown'] : [200, right],
    );
  });

  it('reports that a new name recomputes no posts, and leaves a pending recomputation alone', async () => {
    const { api, call } = await startWorkspaceApi();
    await call('update-workspace', { json: { timezone: 'UTC' } });
    const asked = api.core.workspaces.get(api.workspaceId)?.recompute;

    expect((await call('update-workspace', { json: { name: 'x', timezone: 'UTC' } })).body.recompute).toEqual(
      {
        state: 'not_needed',
      },
    );
    expect(api.core.workspaces.get(api.workspaceId)?.recompute).toEqual(asked);
  });

  it('recomputes posts for each of two changes of the time zone', async ({ api, call }) => {
    await call('update-workspace', { json: { timezone: 'UTC' } });
    await call('update-workspace', { json: { timezone: 'Asia/Tokyo' } });

    expect(api.core.workspaces.get(api.workspaceId)?.recompute?.dueSeq).toBe(2);
  });

  it('writes nothing when nothing changes', async ({ api, call }) => {
    Object.assign(api.workspaces, { update: () => Promise.reject(new Error('written')) });

    expect((await call('update-workspace', { json: { timezone: 'Europe/Berlin' } })).status).toBe(200);
    expect((await call('update-workspace', { json: {} })).status).toBe(200);
  });

  it('loses no concurrent edit', async ({ call }) => {
    await Promise.all([
      call('update-workspace', { json: { name: 'A' } }),
      call('update-workspace', { json: { timezone: 'UTC' } }),
    ]);

    expect((await call('get-workspace')).body.data).toMatchObject({ name: 'A', timezone: 'UTC' });
  });
});

describe('update-workspace, error', () => {
  it.each([
    [{ timezone: 'Mars/Olympus' }, '#/timezone', 'timezone_unknown'],
    [{ timezone: '+02:00' }, '#/timezone', 'timezone_unknown'],
    [{ timezone: '' }, '#/timezone', 'timezone_unknown'],
    [{ timezone: null }, '#/timezone', 'invalid_type'],
    [{ name: '' }, '#/name', 'too_short'],
    [{ name: 'x'.repeat(101) }, '#/name', 'too_long'],
    [{ id: 'x' }, '#/id', 'field_not_updatable'],
    [{ colour: 'x' }, '#/colour', 'unknown_field'],
  ])('rejects %j with %s at %s', async (json, pointer, code, { call }) => {
    expect(await call('update-workspace', { json })).toMatchObject({
      status: 422,
      body: { code, errors: [{ pointer, code }] },
    });
  });

  it('returns 409 when it loses a race twice', async ({ api, call }) => {
    Object.assign(api.workspaces, { update: () => Promise.reject(new ConcurrentUpdateError()) });

    expect(codeOf(await call('update-workspace', { json: { name: 'x' } }))).toBe('409 concurrent_update');
  });
});
