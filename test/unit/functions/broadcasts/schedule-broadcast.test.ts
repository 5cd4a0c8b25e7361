import { describe, expect } from 'vitest';
import { secondsAfterNow } from '#test/support/builders/platform/command-builders.ts';
import { it, startBroadcastApi } from '#test/support/fixtures/broadcasts/broadcast-api.ts';

describe('schedule-broadcast', () => {
  it('schedules a draft, and plans a timer for it', async ({ schedule, stored, events }) => {
    const { status, headers, body } = await schedule(3600);

    expect([status, headers['ETag']]).toEqual([200, '"2"']);
    expect(body.data).toMatchObject({
      state: 'scheduled',
      scheduled_at: secondsAfterNow(3600).toISOString(),
    });
    expect(stored().due).toEqual({ at: secondsAfterNow(3600), seq: 1, timer: true });
    expect(events()).toEqual([]);
  });

  it('reschedules a scheduled broadcast, under a new plan', async ({ schedule, stored }) => {
    await schedule(3600);

    expect((await schedule(7200)).body.data.scheduled_at).toBe(secondsAfterNow(7200).toISOString());
    expect(stored().due).toEqual({ at: secondsAfterNow(7200), seq: 2, timer: true });
  });

  it('changes nothing if the time is the same', async ({ schedule, stored }) => {
    await schedule(3600);
    const before = stored();

    expect((await schedule(3600)).status).toBe(200);
    expect(stored()).toEqual(before);
  });

  it('plans a broadcast that requires an approval as well', async () => {
    const { schedule } = await startBroadcastApi({ requires_approval: true });

    expect((await schedule(3600)).body.data).toMatchObject({ state: 'scheduled', blocked_reason: null });
  });

  it('accepts a time with an offset', async ({ run }) => {
    const json = { scheduled_at: '2026-06-01T16:00:00.5+02:00' };

    expect((await run('schedule-broadcast', { json })).body.data.scheduled_at).toBe(
      '2026-06-01T14:00:00.500Z',
    );
  });

  it.each([60, 59.999, 0, -1e9])('rejects second %s, which is not in the future', async (seconds) => {
    const { schedule, stored } = await startBroadcastApi();

    expect(await schedule(seconds)).toMatchObject({
      status: 422,
      body: { code: 'schedule_in_past', errors: [{ pointer: '#/scheduled_at' }] },
    });
    expect(stored()).toMatchObject({ state: 'draft', revision: 1 });
  });

  it.each([
    ['2100-12-31T23:59:59.999Z', 200, 'scheduled'],
    ['2101-01-01T00:00:00Z', 422, 'draft'],
    ['9999-12-31T23:59:30Z', 422, 'draft'],
  ])('accepts times up to the end of 2100: %s returns %i', async (scheduled_at, status, state) => {
    const { run, stored } = await startBroadcastApi();
    const response = await run('schedule-broadcast', { json: { scheduled_at } });

    expect([response.status, stored().state]).toEqual([status, state]);
    if (status === 422) {
      expect(response.body).toMatchObject({
        code: 'out_of_range',
        errors: [{ pointer: '#/scheduled_at', detail: expect.stringContaining('2100-12-31') }],
      });
    }
  });

  it('reports the time before a wrong state', async ({ run, schedule }) => {
    await run('send-broadcast');

    expect((await schedule(0)).status).toBe(422);
    expect((await schedule(3600)).body.code).toBe('broadcast_state_invalid');
  });

  it.each([
    [{}, 'required'],
    [{ scheduled_at: 'tomorrow' }, 'invalid_format'],
    [{ scheduled_at: '2027-02-30T08:00:00Z' }, 'invalid_format'],
    [{ scheduled_at: '2027-02-28T08:00:00' }, 'invalid_format'],
    [{ scheduled_at: 1_800_000_000_000 }, 'invalid_type'],
    [{ scheduled_at: null }, 'invalid_type'],
    [{ scheduled_at: '2027-02-28T08:00:00Z', state: 'scheduled' }, 'unknown_field'],
  ])('rejects %j', async (json, code, { run }) => {
    expect(await run('schedule-broadcast', { json })).toMatchObject({ status: 422, body: { code } });
  });

  it('schedules once for an Idempotency-Key', async ({ run, stored }) => {
    const request = {
      json: { scheduled_at: secondsAfterNow(3600).toISOString() },
      headers: { 'idempotency-key': 'once', 'if-match': '"1"' },
    };
    const first = await run('schedule-broadcast', request);
    await run('unschedule-broadcast');

    expect((await run('schedule-broadcast', request)).text).toBe(first.text);
    expect(stored().state).toBe('draft');
  });
});

describe('unschedule-broadcast', () => {
  it('makes it a draft without a time, with nothing planned', async ({ run, schedule, stored }) => {
    await schedule(3600);

    expect(await run('unschedule-broadcast')).toMatchObject({
      status: 200,
      headers: { ETag: '"3"' },
      body: { data: { state: 'draft', scheduled_at: null } },
    });
    expect(stored()).toMatchObject({ due: null, planSeq: 2 });
  });

  it('changes nothing in a draft', async ({ created, run }) => {
    expect(await run('unschedule-broadcast')).toMatchObject({ status: 200, body: created.body });
  });
});
