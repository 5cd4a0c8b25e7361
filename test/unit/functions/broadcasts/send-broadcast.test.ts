import { describe, expect } from 'vitest';
import { secondsAfterNow } from '#test/support/builders/platform/command-builders.ts';
import { it, startBroadcastApi } from '#test/support/fixtures/broadcasts/broadcast-api.ts';

const DAY = 86_400;

describe('send-broadcast', () => {
  it.each(['draft', 'scheduled'])(
    'starts a broadcast that is %s, with the event of the start',
    async (state) => {
      const { api, broadcast, run, schedule, stored, subscribe } = await startBroadcastApi({
        channel: 'whatsapp',
      });
      const endpoint = await subscribe('whatsapp');
      await subscribe('sms');
      if (state === 'scheduled') await schedule(3600);
      const { status, body } = await run('send-broadcast', { headers: { 'x-request-id': 'request-42' } });
      const [event, ...others] = api.core.events.values();

      expect(status).toBe(202);
      expect(body.data).toMatchObject({ state: 'in_flight', started_at: secondsAfterNow(60).toISOString() });
      expect(stored().due).toMatchObject({ at: secondsAfterNow(60 + DAY), timer: false });
      expect(others).toEqual([]);
      expect(event).toMatchObject({
        event: 'salesbot.broadcast.sent',
        channel: 'whatsapp',
        workspaceId: api.workspaceId,
        matches: [{ endpointId: endpoint }],
        correlationId: 'request-42',
      });
      expect(JSON.parse(event?.body ?? '')).toMatchObject({
        occurred_at: secondsAfterNow(60).toISOString(),
        test: false,
      });
      // Nobody has reported counters yet, so the event has none.
      expect(JSON.parse(event?.body ?? '').data).toEqual({
        broadcast: { id: broadcast, name: 'Spring sale' },
      });
    },
  );

  it('matches subscriptions to all channels if the broadcast has no channel', async () => {
    const { api, run, subscribe } = await startBroadcastApi();
    const endpoint = await subscribe();
    await subscribe('whatsapp');
    await run('send-broadcast');

    expect([...api.core.events.values()]).toMatchObject([
      { channel: null, matches: [{ endpointId: endpoint }] },
    ]);
  });

  it('requires the approval if one is needed, and accepts it at any time', async () => {
    const { events, run, stored } = await startBroadcastApi({ requires_approval: true });

    expect(await run('send-broadcast')).toMatchObject({ status: 409, body: { code: 'approval_required' } });
    expect([stored().state, events()]).toEqual(['draft', []]);
    await run('approve-broadcast');
    expect((await run('send-broadcast')).status).toBe(202);
  });

  describe('after an edit of an approved broadcast', () => {
    const SENDER = ['salesbot:broadcasts:send'] as const;

    async function startOutdated() {
      const fixture = await startBroadcastApi({ requires_approval: true });
      await fixture.run('approve-broadcast');
      await fixture.edit({ message: { body: 'Everything is free.' } });
      return { ...fixture, sender: fixture.api.grant(SENDER) };
    }

    it('is rejected without the permission to approve, also as a schedule', async () => {
      const { events, run, sender, stored } = await startOutdated();
      const json = { scheduled_at: secondsAfterNow(DAY).toISOString() };

      for (const rejected of [
        await run('send-broadcast', { key: sender }),
        await run('schedule-broadcast', { key: sender, json }),
      ]) {
        expect(rejected).toMatchObject({ status: 409, body: { code: 'approval_outdated' } });
      }
      expect([stored().state, events()]).toEqual(['draft', []]);
      expect((await run('get-broadcast')).body.data).toMatchObject({ changed_since_approval: true });
    });

    it('is accepted with the permission to approve, or after another approval', async () => {
      const first = await startOutdated();
      expect((await first.run('send-broadcast')).status).toBe(202);

      const second = await startOutdated();
      const approved = await second.run('approve-broadcast');
      expect(approved.body.data.changed_since_approval).toBe(false);
      expect((await second.run('send-broadcast', { key: second.sender })).status).toBe(202);
    });

    it('starts at its time if it was scheduled before the edit', async () => {
      const { api, edit, fire, job, run, schedule, stored } = await startBroadcastApi({
        requires_approval: true,
      });
      await run('approve-broadcast');
      await schedule(3600);
      await edit({ name: 'Summer sale' });
      expect((await run('get-broadcast')).body.data.changed_since_approval).toBe(true);
      api.clock.advance(3600);
      await fire(job());

      expect(stored()).toMatchObject({ state: 'in_flight', name: 'Summer sale' });
    });
  });

  it('shows the member who turned off the required approval', async () => {
    const { api, edit, run } = await startBroadcastApi({ requires_approval: true });
    const writer = api.grant(['salesbot:broadcasts:write', 'salesbot:broadcasts:read']);
    const waived = await edit({ requires_approval: false, name: 'n' }, { key: writer });

    expect(waived.body.data).toMatchObject({ requires_approval: false, approval_waived_by: api.admin.id });
    expect((await edit({ requires_approval: false })).body.data.approval_waived_by).toBe(api.admin.id);
    expect((await run('send-broadcast', { key: api.grant(['salesbot:broadcasts:send']) })).status).toBe(202);
  });

  it('shows nobody who turned it off where none was required, or is required again', async () => {
    const { edit } = await startBroadcastApi();

    expect((await edit({ requires_approval: false, name: 'n' })).body.data.approval_waived_by).toBeNull();
    await edit({ requires_approval: true });
    expect((await edit({ requires_approval: false })).body.data.approval_waived_by).not.toBeNull();
    expect((await edit({ requires_approval: true })).body.data.approval_waived_by).toBeNull();
  });

  it('starts once: of two concurrent requests, one is rejected', async ({ events, run }) => {
    const responses = await Promise.all([run('send-broadcast'), run('send-broadcast')]);

    expect(responses.filter(({ status }) => status === 202)).toHaveLength(1);
    expect(responses.find(({ status }) => status === 409)?.body).toMatchObject({
      code: 'broadcast_state_invalid',
      state: 'in_flight',
      allowed_states: ['draft', 'scheduled'],
    });
    expect(events()).toEqual(['salesbot.broadcast.sent']);
  });

  it('replays its response for an Idempotency-Key', async ({ events, run }) => {
    const headers = { 'idempotency-key': 'once' };
    const first = await run('send-broadcast', { headers });

    expect((await run('send-broadcast', { headers })).text).toBe(first.text);
    expect(events()).toHaveLength(1);
  });
});
