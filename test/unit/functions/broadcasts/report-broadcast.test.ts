import { describe, expect } from 'vitest';
import { secondsAfterNow } from '#test/support/builders/platform/command-builders.ts';
import { startBroadcastApi } from '#test/support/fixtures/broadcasts/broadcast-api.ts';
import { itWith } from '#test/support/fixtures/platform/it-with.ts';

const it = itWith(startInFlight);

const DAY = 86_400;

async function startInFlight() {
  const fixture = await startBroadcastApi();
  await fixture.run('send-broadcast');
  fixture.api.clock.advance(60);
  return fixture;
}

describe('report-broadcast', () => {
  it('stores the counters, and resets the watchdog', async ({ report, stored }) => {
    const before = stored();

    expect(await report({ recipients: 10, sent: 3, failed: 1, error: 'Slow' })).toMatchObject({
      status: 200,
      body: { data: { state: 'in_flight', recipients: 10, sent: 3, failed: 1, error: 'Slow' } },
    });
    expect(stored().due).toEqual({ at: secondsAfterNow(120 + DAY), seq: before.planSeq + 1, timer: false });
  });

  it('never lowers a counter: smaller numbers belong to older reports', async ({ report }) => {
    await report({ recipients: 10, sent: 5, failed: 2 });

    expect((await report({ recipients: 9, sent: 4, failed: 3 })).body.data).toMatchObject({
      recipients: 10,
      sent: 5,
      failed: 3,
    });
  });

  it('restarts the watchdog even without counters', async ({ report, stored }) => {
    expect((await report({})).status).toBe(200);
    expect(stored().due?.at).toEqual(secondsAfterNow(120 + DAY));
  });

  it.each([
    ['completed', 'finished', 'salesbot.broadcast.completed'],
    ['failed', 'failed', 'salesbot.broadcast.failed'],
  ])('ends the broadcast by %s, with one event', async (outcome, state, event) => {
    const { api, events, report, stored } = await startInFlight();
    const { body } = await report({ recipients: 3, sent: 2, failed: 1, outcome, error: 'One has no number' });

    expect(body.data).toMatchObject({
      state,
      sent: 2,
      error: 'One has no number',
      finished_at: secondsAfterNow(120).toISOString(),
    });
    expect(events()).toEqual(['salesbot.broadcast.sent', event]);
    expect(JSON.parse([...api.core.events.values()][1]?.body ?? '').data.broadcast).toMatchObject({
      recipients: 3,
      sent: 2,
      failed: 1,
    });
    expect(stored().due).toBeNull();
    expect(await report({ outcome })).toMatchObject({
      status: 409,
      body: { code: 'broadcast_state_invalid', state, allowed_states: ['in_flight'] },
    });
    expect(events()).toHaveLength(2);
  });

  it('omits counters from the event that no report had, and keeps a reported 0', async ({
    api,
    report,
    stored,
  }) => {
    await report({ failed: 0 });
    const { body } = await report({ sent: 5, outcome: 'failed' });

    expect(body.data).toMatchObject({ recipients: 0, sent: 5, failed: 0 });
    const { id, name } = stored();
    expect(JSON.parse([...api.core.events.values()][1]?.body ?? '').data).toEqual({
      broadcast: { id, name, sent: 5, failed: 0 },
    });
  });

  it.each(['draft', 'scheduled', 'cancelled'])(
    'rejects a report about a broadcast that is %s',
    async (state) => {
      const { report, run, schedule, events } = await startBroadcastApi();
      if (state !== 'draft') await schedule(3600);
      if (state === 'cancelled') await run('cancel-broadcast');

      expect(await report({ outcome: 'completed' })).toMatchObject({
        status: 409,
        body: { code: 'broadcast_state_invalid', state },
      });
      expect(events()).toEqual([]);
    },
  );

  it('loses no concurrent report of several workers', async ({ report, stored }) => {
    const responses = await Promise.all(
      [1, 2, 3, 4, 5, 6].map((count) => report({ sent: count, failed: 7 - count })),
    );

    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
    expect(stored()).toMatchObject({ sent: 6, failed: 6 });
  });

  it.each([
    [{ sent: -1 }, 'out_of_range'],
    [{ sent: 1.5 }, 'out_of_range'],
    [{ sent: 1e300 }, 'out_of_range'],
    [{ recipients: '7' }, 'invalid_type'],
    [{ failed: null }, 'invalid_type'],
    [{ outcome: 'sent' }, 'invalid_format'],
    [{ outcome: 1 }, 'invalid_type'],
    [{ error: '' }, 'too_short'],
    [{ error: 'x'.repeat(1001) }, 'too_long'],
    [{ error: '\0' }, 'invalid_characters'],
    [{ state: 'finished' }, 'unknown_field'],
  ])('rejects %j', async (json, code, { report, stored }) => {
    const { revision } = stored();

    expect(await report(json)).toMatchObject({ status: 422, body: { code } });
    expect(stored().revision).toBe(revision);
  });
});
