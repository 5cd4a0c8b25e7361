import { describe, expect } from 'vitest';
import { secondsAfterNow } from '#test/support/builders/platform/command-builders.ts';
import { it, startBroadcastApi } from '#test/support/fixtures/broadcasts/broadcast-api.ts';

describe('cancel-broadcast', () => {
  it('cancels a scheduled broadcast, and emits no event', async ({ events, run, schedule, stored }) => {
    await schedule(3600);
    const { status, body } = await run('cancel-broadcast');

    expect([status, events()]).toEqual([200, []]);
    expect(body.data).toMatchObject({ state: 'cancelled', finished_at: secondsAfterNow(60).toISOString() });
    expect(stored().due).toBeNull();
  });

  it('stops a broadcast in flight, with the event of a failure', async () => {
    const { api, events, report, run, stored } = await startBroadcastApi();
    await run('send-broadcast');
    await report({ recipients: 10, sent: 4 });

    expect((await run('cancel-broadcast')).body.data).toMatchObject({ state: 'cancelled', sent: 4 });
    expect(events()).toEqual(['salesbot.broadcast.sent', 'salesbot.broadcast.failed']);
    expect(JSON.parse([...api.core.events.values()][1]?.body ?? '').data.broadcast).toMatchObject({
      recipients: 10,
      sent: 4,
    });
    expect(stored().due).toBeNull();
  });

  it('cancels once', async ({ events, run, schedule }) => {
    await schedule(3600);
    await run('cancel-broadcast');

    expect(await run('cancel-broadcast')).toMatchObject({
      status: 409,
      body: {
        code: 'broadcast_state_invalid',
        state: 'cancelled',
        allowed_states: ['scheduled', 'in_flight'],
      },
    });
    expect(events()).toEqual([]);
  });
});
