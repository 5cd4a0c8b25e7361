import { describe, expect } from 'vitest';
import { ConcurrentUpdateError } from '#shared/platform/core/errors.ts';
import { secondsAfterNow } from '#test/support/builders/platform/command-builders.ts';
import { type BroadcastApi, startBroadcastApi } from '#test/support/fixtures/broadcasts/broadcast-api.ts';
import { itWith } from '#test/support/fixtures/platform/it-with.ts';

const it = itWith(startScheduled);

const DAY = 86_400;

/** A broadcast that is scheduled in a minute, and its job. */
async function startScheduled(fields: Readonly<Record<string, unknown>> = {}) {
  const fixture = await startBroadcastApi(fields);
  await fixture.schedule(120);
  return { ...fixture, due: fixture.job() };
}

/** Runs a callback right before each write of the consumer. */
function beforeSave({ api }: Pick<BroadcastApi, 'api'>, act: () => Promise<unknown>): void {
  const save = api.broadcasts.save.bind(api.broadcasts);
  Object.assign(api.broadcasts, {
    async save(...args: Parameters<typeof save>) {
      await act();
      return save(...args);
    },
  });
}

describe('run-broadcast, start', () => {
  it('starts a scheduled broadcast, with the event of the start', async () => {
    const { api, due, events, fire, stored } = await startScheduled({ channel: 'sms' });
    api.clock.advance(60);

    expect(await fire(due)).toBe(0);
    expect(stored()).toMatchObject({
      state: 'in_flight',
      startedAt: secondsAfterNow(120),
      due: { at: secondsAfterNow(120 + DAY), timer: false },
    });
    expect(events()).toEqual(['salesbot.broadcast.sent']);
    expect([...api.core.events.values()]).toMatchObject([{ channel: 'sms', correlationId: 'message-1' }]);
  });

  it('starts it once, however often the schedule fires, sequentially or concurrently', async () => {
    const { api, due, events, fire, stored } = await startScheduled();
    api.clock.advance(60);
    await fire(due, due, due);
    const started = stored();
    api.clock.advance(DAY * 2);

    expect(await fire(due, due)).toBe(0);
    expect(stored()).toEqual(started);
    expect(events()).toEqual(['salesbot.broadcast.sent']);
  });

  it('postpones a message that arrives early, and starts nothing yet', async () => {
    const { api, due, events, fire, stored } = await startScheduled();
    api.clock.advance(59.999);

    expect(await fire(due)).toBe(1);
    expect([stored().state, events()]).toEqual(['scheduled', []]);
    api.clock.advance(0.001);
    expect(await fire(due)).toBe(0);
    expect(stored().state).toBe('in_flight');
  });

  it.each([
    ['moved to another time', ({ schedule }: BroadcastApi) => schedule(600)],
    ['unscheduled', ({ run }: BroadcastApi) => run('unschedule-broadcast')],
    ['cancelled', ({ run }: BroadcastApi) => run('cancel-broadcast')],
    ['sent', ({ run }: BroadcastApi) => run('send-broadcast')],
    [
      'scheduled again',
      async ({ run, schedule }: BroadcastApi) => {
        await run('unschedule-broadcast');
        await schedule(120);
      },
    ],
  ])('does nothing for an outdated plan: the broadcast was %s', async (_, act, fixture) => {
    await act(fixture);
    fixture.api.clock.advance(60);
    const before = fixture.stored();
    const events = fixture.events();

    expect(await fixture.fire(fixture.due)).toBe(0);
    expect(fixture.stored()).toEqual(before);
    expect(fixture.events()).toEqual(events);
  });

  it('does nothing for a broadcast that is deleted, unknown or of another workspace', async () => {
    const { api, due, fire, stored } = await startScheduled();
    api.clock.advance(60);
    const unknown = '01980000-0000-7000-8000-0000000000ff';

    expect(await fire({ ...due, id: unknown }, { ...due, workspaceId: unknown })).toBe(0);
    expect(stored().state).toBe('scheduled');
  });

  it.each(['garbage', {}, { resource: 'page', id: 'x', workspaceId: 'y', seq: 1, dueAt: 0 }])(
    'returns %j to the queue, and so to the DLQ',
    async (message, { api, due, fire, stored }) => {
      api.clock.advance(60);

      expect(await fire(message, due)).toBe(1);
      expect(stored().state).toBe('in_flight');
    },
  );

  it('starts one consistent version when it is edited at the same time', async (fixture) => {
    fixture.api.clock.advance(60);
    let edits = 0;
    beforeSave(fixture, async () => {
      edits += 1;
      if (edits === 1) await fixture.edit({ name: 'Edited' });
    });
    await fixture.fire(fixture.due);
    const [event] = fixture.api.core.events.values();

    expect(fixture.stored()).toMatchObject({ name: 'Edited', state: 'in_flight' });
    expect(JSON.parse(event?.body ?? '').data.broadcast.name).toBe('Edited');
    expect(edits).toBe(2);
  });

  it('wins against a fast series of edits, and starts the last of them', async (fixture) => {
    fixture.api.clock.advance(60);
    const responses: (number | undefined)[] = [];
    beforeSave(fixture, async () => {
      responses.push((await fixture.edit({ name: `Edit ${responses.length + 1}` })).status);
    });

    expect(await fixture.fire(fixture.due)).toBe(0);
    const last = responses.filter((status) => status === 200).length;
    expect(responses).toEqual([...Array.from({ length: last }, () => 200), 409]);
    expect(fixture.stored()).toMatchObject({ name: `Edit ${last}`, state: 'in_flight' });
    expect(fixture.events()).toEqual(['salesbot.broadcast.sent']);
  });

  it('blocks edits only briefly', async (fixture) => {
    const held = fixture.stored();
    await fixture.api.broadcasts.holdEdits(held, secondsAfterNow(60 + 2));
    expect(await fixture.edit({ name: 'n' })).toMatchObject({
      status: 409,
      body: { code: 'concurrent_update' },
    });
    fixture.api.clock.advance(2);

    expect((await fixture.edit({ name: 'n' })).status).toBe(200);
  });

  it('retries later when it keeps losing the race, before the function times out', async (fixture) => {
    fixture.api.clock.advance(60);
    beforeSave(fixture, () => Promise.reject(new ConcurrentUpdateError()));

    expect(await fixture.fire(fixture.due)).toBe(1);
    expect([fixture.stored().state, fixture.events()]).toEqual(['scheduled', []]);
    expect(fixture.api.clock().getTime() - secondsAfterNow(120).getTime()).toBeLessThan(21_000);
  });

  it('retries later when the store fails', async (fixture) => {
    fixture.api.clock.advance(60);
    beforeSave(fixture, async () => {
      throw new Error('Down');
    });

    expect(await fixture.fire(fixture.due)).toBe(1);
  });

  it('lets a concurrent cancellation win or lose as a whole', async (fixture) => {
    fixture.api.clock.advance(60);
    const [, response] = await Promise.all([fixture.fire(fixture.due), fixture.run('cancel-broadcast')]);

    expect(response.status).toBe(200);
    expect(fixture.stored().state).toBe('cancelled');
    // Either it never started, or it started and was stopped: then both events exist.
    expect([[], ['salesbot.broadcast.sent', 'salesbot.broadcast.failed']]).toContainEqual(fixture.events());
  });
});

describe('run-broadcast, approval', () => {
  it('starts a broadcast that was approved in time', async () => {
    const { api, due, fire, run, stored } = await startScheduled({ requires_approval: true });
    await run('approve-broadcast');
    api.clock.advance(60);
    await fire(due);

    expect(stored().state).toBe('in_flight');
  });

  it('blocks a broadcast that was not, reports why, and plans nothing else', async () => {
    const { api, due, events, fire, run, stored } = await startScheduled({ requires_approval: true });
    api.clock.advance(60);

    expect(await fire(due)).toBe(0);
    expect((await run('get-broadcast')).body.data).toMatchObject({
      state: 'scheduled',
      blocked_reason: 'approval_required',
      scheduled_at: secondsAfterNow(120).toISOString(),
    });
    expect([stored().due, events()]).toEqual([null, []]);
  });

  it('does not start after a later approval: it must be scheduled again, or sent', async () => {
    const { api, due, fire, job, run, schedule, stored } = await startScheduled({ requires_approval: true });
    api.clock.advance(60);
    await fire(due);
    await run('approve-broadcast');
    await fire(due, job());
    expect(stored()).toMatchObject({ state: 'scheduled', blockedReason: 'approval_required' });

    expect((await schedule(240)).body.data).toMatchObject({ blocked_reason: null });
    api.clock.advance(120);
    await fire(job());
    expect(stored()).toMatchObject({ state: 'in_flight', blockedReason: null });
  });

  it('does not depend on how late the timer fires', async () => {
    const { api, due, fire, run, stored } = await startScheduled({ requires_approval: true });
    api.clock.advance(61);
    await run('approve-broadcast');
    api.clock.advance(60);
    await fire(due);

    expect(stored()).toMatchObject({ state: 'scheduled', blockedReason: 'approval_required' });
  });

  it('starts after an approval in time, even if one for changed content precedes the late timer', async () => {
    const { api, due, edit, fire, run, stored } = await startScheduled({ requires_approval: true });
    await run('approve-broadcast');
    await edit({ name: 'n' });
    api.clock.advance(61);

    expect((await run('approve-broadcast')).body.data.approval).toEqual({
      by: expect.any(String),
      at: secondsAfterNow(60).toISOString(),
      content_changed_since: true,
    });
    await fire(due);
    expect(stored()).toMatchObject({ state: 'in_flight', name: 'n' });
  });

  it('keeps the reason of the block until it is scheduled again, whatever is approved or required since', async () => {
    const { api, due, edit, fire, run, schedule, stored } = await startScheduled({ requires_approval: true });
    api.clock.advance(60);
    await fire(due);
    await run('approve-broadcast');
    await edit({ name: 'n' });
    expect((await run('approve-broadcast')).body.data.approval.content_changed_since).toBe(false);
    await edit({ requires_approval: false });
    expect(stored().blockedReason).toBe('approval_required');

    await schedule(240);
    expect(stored().blockedReason).toBeNull();
  });

  it('blocks a broadcast whose approval was voided', async () => {
    const { api, due, edit, fire, run, stored } = await startScheduled({ requires_approval: true });
    await run('approve-broadcast');
    await edit({ requires_approval: true });
    api.clock.advance(60);
    await fire(due);

    expect(stored().blockedReason).toBe('approval_required');
  });

  it('starts a broadcast that was edited after its approval', async () => {
    const { api, due, edit, fire, run, stored } = await startScheduled({ requires_approval: true });
    await run('approve-broadcast');
    await edit({ name: 'n' });
    api.clock.advance(60);
    await fire(due);

    expect(stored()).toMatchObject({ state: 'in_flight', name: 'n' });
  });

  it('clears the reason of the block when it is unscheduled, sent or cancelled', async () => {
    for (const operation of ['unschedule-broadcast', 'cancel-broadcast', 'send-broadcast'] as const) {
      const { api, due, fire, run, stored } = await startScheduled({ requires_approval: true });
      api.clock.advance(60);
      await fire(due);
      await run('approve-broadcast');
      await run(operation);

      expect(stored()).toMatchObject({ blockedReason: null });
    }
  });
});

describe('run-broadcast, watchdog', () => {
  async function startInFlight() {
    const fixture = await startBroadcastApi();
    await fixture.run('send-broadcast');
    return fixture;
  }

  it('fails a broadcast without any report for 24 hours', async () => {
    const { api, events, fire, job, stored } = await startInFlight();
    api.clock.advance(DAY);

    expect(await fire(job(), job())).toBe(0);
    expect(stored()).toMatchObject({
      state: 'failed',
      error: 'Your messaging system sent no report for 24 hours.',
      finishedAt: secondsAfterNow(60 + DAY),
      due: null,
    });
    expect(events()).toEqual(['salesbot.broadcast.sent', 'salesbot.broadcast.failed']);
  });

  it('counts from the last report, and keeps its error', async () => {
    const { api, fire, job, report, stored } = await startInFlight();
    const first = job();
    api.clock.advance(DAY - 1);
    await report({ sent: 1, error: 'Out of credit' });
    api.clock.advance(1);

    expect(await fire(first)).toBe(0);
    expect(stored().state).toBe('in_flight');
    api.clock.advance(DAY - 1);
    await fire(job());
    expect(stored()).toMatchObject({ state: 'failed', error: 'Out of credit' });
  });

  it('loses to a report that is written first', async () => {
    const fixture = await startInFlight();
    const { api, events, fire, job, report, stored } = fixture;
    api.clock.advance(DAY);
    const due = job();
    let saves = 0;
    beforeSave(fixture, async () => {
      saves += 1;
      if (saves === 1) await report({ outcome: 'completed' });
    });
    expect(await fire(due)).toBe(0);

    expect(stored().state).toBe('finished');
    expect(events()).toEqual(['salesbot.broadcast.sent', 'salesbot.broadcast.completed']);
  });

  it('stops trying when it loses every time', async () => {
    const { api, fire, job } = await startInFlight();
    api.clock.advance(DAY);
    Object.assign(api.broadcasts, {
      async save() {
        throw new ConcurrentUpdateError();
      },
    });

    expect(await fire(job())).toBe(1);
  });
});
