import { describe, expect } from 'vitest';
import type { BroadcastStore } from '#shared/broadcasts/ports/broadcast-store.ts';
import { ConcurrentUpdateError } from '#shared/platform/core/errors.ts';
import { secondsAfterNow, NOW } from '#test/support/builders/platform/command-builders.ts';
import { it, type BroadcastApi, startBroadcastApi } from '#test/support/fixtures/broadcasts/broadcast-api.ts';

const UNKNOWN = '01980000-0000-7000-8000-0000000000ff';

/** The name of each call of the store, in order, from now on. */
function watchStore({ api }: BroadcastApi): string[] {
  const calls: string[] = [];
  for (const name of ['find', 'edit', 'save'] as const) {
    const real = api.broadcasts[name].bind(api.broadcasts) as (...args: unknown[]) => unknown;
    Object.assign(api.broadcasts, {
      [name](...args: unknown[]) {
        calls.push(name);
        return real(...args);
      },
    });
  }
  return calls;
}

/** Runs a callback right before the store edits. */
function beforeEdit({ api }: BroadcastApi, act: () => Promise<unknown>): void {
  const edit = api.broadcasts.edit.bind(api.broadcasts);
  Object.assign(api.broadcasts, {
    async edit(...args: Parameters<BroadcastStore['edit']>) {
      Object.assign(api.broadcasts, { edit });
      await act();
      return edit(...args);
    },
  });
}

/** Moves a broadcast to a state through the operations. */
async function bring({ run, report }: BroadcastApi, state: string): Promise<void> {
  if (state === 'scheduled')
    await run('schedule-broadcast', { json: { scheduled_at: secondsAfterNow(3600) } });
  if (['in_flight', 'finished', 'cancelled', 'failed'].includes(state)) await run('send-broadcast');
  if (state === 'finished') await report({ outcome: 'completed' });
  if (state === 'failed') await report({ outcome: 'failed' });
  if (state === 'cancelled') await run('cancel-broadcast');
}

describe('update-broadcast', () => {
  it.each([
    [{ name: ' Summer sale ' }, { name: 'Summer sale' }],
    [{ message: { body: ' x ' } }, { message: { type: 'text', body: ' x ' } }],
    [{ message: { type: 'image' } }, { message: { type: 'image', body: 'Everything is 20 % off.' } }],
    [{ channel: 'sms' }, { channel: 'sms' }],
    [{ audience: { tags: ['a'] } }, { audience: { tags: ['a'] } }],
    [{ requires_approval: true }, { requires_approval: true }],
  ])('changes the fields that %j sends, and nothing else', async (json, changed, { created, edit }) => {
    const { status, headers, body } = await edit(json);

    expect([status, headers['ETag']]).toEqual([200, '"2"']);
    expect(body.data).toEqual({
      ...created.body.data,
      ...changed,
      revision: '2',
      updated_at: secondsAfterNow(60).toISOString(),
    });
  });

  it('needs one write and no read', async (fixture) => {
    const calls = watchStore(fixture);
    await fixture.edit({ name: 'n' });
    await fixture.edit({ message: { body: 'b' } }, { headers: { 'if-match': '"2"' } });

    expect(calls).toEqual(['edit', 'edit']);
    expect(fixture.stored()).toMatchObject({ name: 'n', message: { body: 'b' } });
  });

  it('keeps a scheduled broadcast scheduled, at its time', async ({ edit, schedule, stored }) => {
    await schedule(3600);
    const { due } = stored();

    expect((await edit({ name: 'n' })).body.data).toMatchObject({
      state: 'scheduled',
      scheduled_at: secondsAfterNow(3600).toISOString(),
    });
    expect(stored().due).toEqual(due);
  });

  it('accepts PUT and PATCH alike', async ({ edit }) => {
    expect((await edit({ name: 'n' }, { method: 'PUT' })).status).toBe(200);
    expect((await edit({ name: 'm' }, { method: 'PATCH' })).body.data).toMatchObject({ name: 'm' });
  });

  it.each([{}, { message: {} }, { name: 'Spring sale' }, { requires_approval: false }, { audience: null }])(
    'changes nothing for %j',
    async (json, { created, edit, stored }) => {
      const { status, body } = await edit(json);

      expect([status, body]).toEqual([200, created.body]);
      expect(stored()).toMatchObject({ revision: 1, updatedAt: NOW });
    },
  );

  it('removes an audience', async () => {
    const { edit } = await startBroadcastApi({ audience: { tags: ['a'] } });

    expect((await edit({ audience: null })).body.data.audience).toBeNull();
  });
});

describe('update-broadcast, approval', () => {
  async function startApproved() {
    const fixture = await startBroadcastApi({ requires_approval: true });
    await fixture.run('approve-broadcast');
    return fixture;
  }

  it.each([{ requires_approval: true }, { requires_approval: true, name: 'n' }])(
    'is voided by %j, even if the value was already true',
    async (json) => {
      const { edit } = await startApproved();

      expect((await edit(json)).body.data).toMatchObject({ requires_approval: true, approval: null });
    },
  );

  it('stays on record while it is not required, and is voided when it is required again', async () => {
    const { edit } = await startApproved();
    const approval = { at: secondsAfterNow(60).toISOString(), content_changed_since: false };

    expect((await edit({ requires_approval: false })).body.data).toMatchObject({ approval });
    expect((await edit({ requires_approval: true })).body.data.approval).toBeNull();
  });

  it.each([{ name: 'n' }, { name: 'n', requires_approval: false }])(
    'shows that the content has changed by %j',
    async (json) => {
      const { edit, stored } = await startApproved();

      expect((await edit(json)).body.data.approval).toMatchObject({ content_changed_since: true });
      // The content counts as changed even if it returns to its old value.
      expect((await edit({ name: 'Spring sale' })).body.data.approval.content_changed_since).toBe(true);
      expect(stored().revision).toBe(4);
    },
  );

  it('still covers content that is sent unchanged next to other changes', async () => {
    const { edit } = await startApproved();
    const { status, body } = await edit({ name: 'Spring sale', requires_approval: false });

    expect([status, body.data.requires_approval, body.data.revision]).toEqual([200, false, '3']);
    expect(body.data.approval).toMatchObject({ content_changed_since: false });
  });
});

describe('update-broadcast, state (specification)', () => {
  it.each(['in_flight', 'finished', 'cancelled', 'failed'])(
    'rejects a broadcast that is %s',
    async (state, fixture) => {
      await bring(fixture, state);
      const before = fixture.stored();

      for (const json of [{ name: 'n' }, { requires_approval: true }, {}]) {
        expect(await fixture.edit(json)).toMatchObject({
          status: 409,
          body: { code: 'broadcast_not_editable', state, editable_states: ['draft', 'scheduled'] },
        });
      }
      expect(fixture.stored()).toEqual(before);
    },
  );

  it('loses to a start that is written first, and returns the error', async (fixture) => {
    beforeEdit(fixture, () => fixture.run('send-broadcast'));

    expect(await fixture.edit({ name: 'n' })).toMatchObject({
      status: 409,
      body: { code: 'broadcast_not_editable', state: 'in_flight' },
    });
    expect(fixture.stored()).toMatchObject({ name: 'Spring sale', state: 'in_flight' });
  });

  it('returns 409 after losing two races', async () => {
    const fixture = await startBroadcastApi({ requires_approval: true });
    Object.assign(fixture.api.broadcasts, {
      async save() {
        throw new ConcurrentUpdateError();
      },
    });

    expect(await fixture.edit({ name: 'Spring sale', requires_approval: false })).toMatchObject({
      status: 409,
      body: { code: 'concurrent_update' },
    });
  });
});

describe('update-broadcast, If-Match', () => {
  it.each(['"1"', '*', '"7", "1"', ' "1" ', ''])('accepts %j', async (ifMatch, { edit }) => {
    expect((await edit({ name: 'n' }, { headers: { 'if-match': ifMatch } })).status).toBe(200);
  });

  it.each(['"2"', 'W/"1"', '1', '"01"', '"1', '""', '"1.0"'])('rejects %s with the tag', async (ifMatch) => {
    const { edit, stored } = await startBroadcastApi();
    for (const json of [{ name: 'n' }, { name: 'Spring sale' }, {}]) {
      expect(await edit(json, { headers: { 'if-match': ifMatch } })).toMatchObject({
        status: 412,
        headers: { ETag: '"1"' },
        body: { code: 'revision_mismatch', current_revision: '1' },
      });
    }

    expect(stored()).toMatchObject({ name: 'Spring sale', revision: 1 });
  });

  it('finds the current revision among hundreds', async ({ edit }) => {
    const ifMatch = Array.from({ length: 200 }, (_, index) => `"${200 - index}"`).join(', ');

    expect((await edit({ name: 'n' }, { headers: { 'if-match': ifMatch } })).status).toBe(200);
  });

  it('shows no revision to a key that may not read broadcasts', async ({ api, edit }) => {
    const key = api.grant(['salesbot:broadcasts:write']);
    const { status, body } = await edit({ name: 'n' }, { key, headers: { 'if-match': '"9"' } });

    expect(status).toBe(412);
    expect(body).not.toHaveProperty('current_revision');
  });

  it('is checked before the state, and after the existence of the broadcast', async (fixture) => {
    await fixture.run('send-broadcast');
    const request = { headers: { 'if-match': '"1"' } };

    expect((await fixture.edit({ name: 'n' }, request)).status).toBe(412);
    expect((await fixture.edit({ name: 'n' }, { ...request, params: { broadcast: UNKNOWN } })).status).toBe(
      404,
    );
  });
});

describe('update-broadcast, order of checks', () => {
  it.each([
    ['a body without JSON', { body: '{' }, 400],
    ['a body that is missing', { body: '' }, 400],
    ['a body that is wrong', { json: { name: '' } }, 422],
    ['a list', { json: [] }, 422],
  ])('reports the broadcast and its revision before %s', async (_, request, status, { api, key, run }) => {
    const headers = { 'content-type': 'application/json' };
    const unknown = { key, ...request, headers, params: { broadcast: UNKNOWN } };

    expect((await api.call('update-broadcast', unknown)).status).toBe(404);
    expect(
      (await run('update-broadcast', { ...request, headers: { ...headers, 'if-match': '"9"' } })).status,
    ).toBe(412);
    expect((await run('update-broadcast', { ...request, headers })).status).toBe(status);
  });

  it.each([UNKNOWN, 'not-a-uuid', ''])('returns 404 for the id %j', async (broadcast, { edit }) => {
    expect(await edit({ name: 'n' }, { params: { broadcast } })).toMatchObject({
      status: 404,
      body: { code: 'broadcast_not_found' },
    });
  });

  it('reads nothing for a malformed id', async (fixture) => {
    const calls = watchStore(fixture);
    await fixture.edit({ name: '' }, { params: { broadcast: 'not-a-uuid' } });

    expect(calls).toEqual([]);
  });
});
