import { describe, expect } from 'vitest';
import { A_TEXT, DATED } from '#test/support/fixtures/publishing/post-states.ts';
import {
  it,
  type ScheduleApi,
  startScheduleApi,
  WRITE,
} from '#test/support/fixtures/publishing/schedule-api.ts';

const VERSIONS = A_TEXT.map(({ accountId, isOriginal, content }) => ({
  account_id: accountId,
  is_original: isOriginal,
  content,
}));
const DATE = { date: '2026-06-02', time: '15:00' };

function create({ run }: ScheduleApi, json: object, key?: string) {
  return run('create-post', null, {
    json: { accounts: [1], versions: VERSIONS, ...json },
    ...(key === undefined ? {} : { key }),
  });
}

describe('create-post that schedules', () => {
  it('schedules for the date and time, with the event, in one write', async (fixture) => {
    const { status, body } = await create(fixture, { ...DATE, schedule: true });

    expect([status, body.data]).toMatchObject([201, { status: 1, status_name: 'scheduled', revision: '1' }]);
    expect(fixture.stored(body.data.id)).toMatchObject({
      status: 'scheduled',
      queued: false,
      due: { at: DATED, seq: 1, timer: true },
    });
    expect(fixture.emitted()).toEqual([
      { event: 'publishing.post.scheduled', data: { id: body.data.id, status: 1 }, matches: 1 },
    ]);
  });

  it('converts the time zone of the request to that of the workspace', async (fixture) => {
    const sent = { date: '2026-06-02', time: '22:00', timezone: 'Asia/Tokyo', schedule: true };
    const { body } = await create(fixture, sent);

    expect(body.data).toMatchObject({
      ...DATE,
      timezone: 'Europe/Berlin',
      scheduled_at: DATED.toISOString(),
    });
  });

  it('converts the time of a draft as well', async (fixture) => {
    const { body } = await create(fixture, { date: '2026-06-02', time: '13:00', timezone: 'UTC' });

    expect(body.data).toMatchObject({ ...DATE, status: 0, scheduled_at: DATED.toISOString() });
  });

  it('publishes now, whatever the date', async (fixture) => {
    const { status, body } = await create(fixture, { date: '2020-01-01', time: '10:00', schedule_now: true });

    expect([status, body.data.status]).toEqual([201, 1]);
    expect(fixture.stored(body.data.id)?.due?.at).toEqual(fixture.stored(body.data.id)?.createdAt);
  });

  it('takes free slots of the queue, each once, and the next one first', async (fixture) => {
    const made = await Promise.all([1, 2, 3, 4].map(() => create(fixture, { queue: true })));
    const slots = made
      .map(({ body }) => String(body.data.scheduled_at))
      .toSorted((a, b) => a.localeCompare(b));

    expect(made.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    // It is Monday, 14:00 in Berlin. Requests at the same time can leave a slot free between them.
    expect(slots[0]).toBe('2026-06-01T15:00:00.000Z');
    expect(new Set(slots).size).toBe(4);
    expect(slots.every((slot) => /T(?:07|10|15):00:00\.000Z$/u.test(slot))).toBe(true);
    expect(made.every(({ body }) => body.data.queued)).toBe(true);
  });

  it.each([
    ['without a time', { schedule: true }, ['#/date schedule_incomplete', '#/time schedule_incomplete']],
    ['in the past', { schedule: true, date: '2026-05-01', time: '10:00' }, ['#/date schedule_in_past']],
    ['without accounts', { schedule_now: true, accounts: [] }, ['#/accounts accounts_required']],
    [
      'without content',
      { queue: true, versions: [{ ...VERSIONS[0], content: [{}] }] },
      ['#/versions/0/content/0 content_empty'],
    ],
    ['with two choices', { schedule_now: true, queue: true }, ['#/queue schedule_conflict']],
    [
      'with half a time in another zone',
      { date: '2026-06-02', timezone: 'UTC' },
      ['#/time schedule_incomplete'],
    ],
    [
      'in a time zone that does not exist',
      { ...DATE, timezone: 'Mars/Base' },
      ['#/timezone timezone_unknown'],
    ],
    ['with a name of another client', { schedule_at: '2026-06-02' }, ['#/schedule_at unknown_field']],
  ])('creates nothing %s', async (_, json, problems) => {
    const fixture = await startScheduleApi();
    const { status, body } = await create(fixture, json);

    expect(status).toBe(422);
    expect(
      body.errors.map(({ pointer, code }: { pointer: string; code: string }) => `${pointer} ${code}`),
    ).toEqual(problems);
    expect(fixture.api.core.posts.size).toBe(0);
    expect(fixture.emitted()).toEqual([]);
  });

  it('creates nothing if the queue has no slots', async (fixture) => {
    await fixture.run('update-posting-queue', null, { json: { slots: [] } });
    const { status, body } = await create(fixture, { queue: true });

    expect([status, body.code]).toEqual([409, 'slot_unavailable']);
    expect(fixture.api.core.posts.size).toBe(0);
  });

  it.each(['schedule', 'schedule_now', 'queue'])('needs the permission to publish for %s', async (field) => {
    const fixture = await startScheduleApi();
    const { status, body } = await create(fixture, { [field]: true }, fixture.api.grant([WRITE]));

    expect([status, body.code]).toEqual([403, 'permission_missing']);
    expect(fixture.api.core.posts.size).toBe(0);
  });
});
