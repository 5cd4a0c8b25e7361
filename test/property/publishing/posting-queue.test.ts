import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HOUR_MS } from '#shared/platform/core/time-units.ts';
import { toLocalTime } from '#shared/platform/core/zoned-time.ts';
import { type QueueSlot, slotsOfWeek, WEEKDAYS } from '#shared/publishing/domain/posting-queue.ts';
import { startMemoryApi } from '#test/support/fakes/platform/memory-api.ts';
import { runs } from '#test/support/fixtures/platform/depth.ts';
import { A_TEXT } from '#test/support/fixtures/publishing/post-states.ts';

/** Zones with daylight saving in both hemispheres, gaps at midnight, of half an hour and of a day, and zones without any. */
const ZONES = [
  'Africa/Cairo',
  'Africa/Casablanca',
  'America/Asuncion',
  'America/Havana',
  'America/New_York',
  'America/Santiago',
  'America/Sao_Paulo',
  'America/St_Johns',
  'Asia/Beirut',
  'Asia/Gaza',
  'Asia/Kathmandu',
  'Asia/Tehran',
  'Australia/Lord_Howe',
  'Australia/Sydney',
  'Europe/Berlin',
  'Europe/Dublin',
  'Europe/Lisbon',
  'Pacific/Apia',
  'Pacific/Auckland',
  'UTC',
];

const WEEK_MS = 7 * 86_400_000;

const time = fc
  .integer({ min: 0, max: 1439 })
  .map(
    (minute) => `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`,
  );
const slots = fc.array(fc.record({ weekday: fc.constantFrom(...WEEKDAYS), time }), { maxLength: 20 });
// Includes the day that Samoa skipped.
const instant = fc
  .integer({ min: Date.UTC(2011, 11, 1), max: Date.UTC(2040, 0, 1) })
  .map((at) => new Date(at));

/** What the clocks of a zone show on a day of the week, by ICU. */
function shown(at: Date, zone: string): string {
  const { time: clock } = toLocalTime(at, zone);
  const weekday = new Intl.DateTimeFormat('en', { timeZone: zone, weekday: 'long' }).format(at);
  return `${weekday.toLowerCase()} ${clock}`;
}

/** The offset of a zone, in minutes east of UTC. */
function offset(at: Date, zone: string): number {
  const { date, time: clock } = toLocalTime(at, zone);
  return (Date.parse(`${date}T${clock}:00Z`) - Math.floor(at.getTime() / 60_000) * 60_000) / 60_000;
}

describe('the slots of a week', () => {
  it.each(ZONES)('are what the clocks of %s show, ascending, and none is missing', (zone) => {
    fc.assert(
      fc.property(slots, instant, fc.integer({ min: 0, max: 51 }), (queue, from, week) => {
        const found = slotsOfWeek(queue, zone, from, week);
        const wanted = new Set(queue.map((slot) => `${slot.weekday} ${slot.time}`));

        expect(found.map((at) => at.getTime())).toEqual(
          [...new Set(found.map((at) => at.getTime()))].toSorted((a, b) => a - b),
        );
        for (const at of found) {
          expect(at.getTime()).toBeGreaterThan(from.getTime());
          // A slot that does not show its own time was moved by a change of the clocks in the day before it.
          const changes = offset(at, zone) !== offset(new Date(at.getTime() - 25 * HOUR_MS), zone);
          if (!changes) expect(wanted).toContain(shown(at, zone));
        }
        // Without a change of the clocks, a week has every slot once.
        const middle = new Date(from.getTime() + week * WEEK_MS);
        const offsets = [-2, 0, 2, 4, 6, 8, 10].map((days) =>
          offset(new Date(middle.getTime() + days * 24 * HOUR_MS), zone),
        );
        const isCalm = new Set(offsets).size === 1;
        if (week > 0 && isCalm) expect(new Set(found.map((at) => shown(at, zone)))).toEqual(wanted);
      }),
      { numRuns: runs(40) },
    );
  });

  it('moves a skipped slot forward, and publishes a repeated one once', () => {
    const night: QueueSlot[] = [{ weekday: 'sunday', time: '02:30' }];
    const spring = slotsOfWeek(night, 'Europe/Berlin', new Date('2027-03-22T00:00:00Z'), 0);
    const autumn = slotsOfWeek(night, 'Europe/Berlin', new Date('2027-10-25T00:00:00Z'), 0);

    expect(spring.map((at) => at.toISOString())).toEqual(['2027-03-28T01:30:00.000Z']);
    expect(autumn.map((at) => at.toISOString())).toEqual(['2027-10-31T00:30:00.000Z']);
  });
});

describe('the posting queue', () => {
  it.each(ZONES)('never gives a slot to two posts in %s, whatever happens to other posts', async (zone) => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ weekday: fc.constantFrom(...WEEKDAYS), time }), { minLength: 3, maxLength: 12 }),
        fc.array(fc.constantFrom('queue', 'create', 'unschedule', 'both'), { minLength: 1, maxLength: 12 }),
        async (queue, acts) => {
          const api = await startMemoryApi();
          const key = api.grant([
            'publishing:posts:read',
            'publishing:posts:write',
            'publishing:posts:publish',
            'publishing:accounts:write',
            'workspace:settings:write',
          ]);
          const params = { workspace: api.workspaceId };
          await api.call('update-workspace', { key, json: { timezone: zone } });
          await api.call('connect-account', { key, params, json: { provider: 'sandbox', credentials: {} } });
          await api.call('update-posting-queue', { key, params, json: { slots: queue } });
          const versions = A_TEXT.map(({ accountId, isOriginal, content }) => ({
            account_id: accountId,
            is_original: isOriginal,
            content,
          }));
          const create = (json: object) =>
            api.call('create-post', { key, params, json: { accounts: [1], versions, ...json } });
          const isolated = async () => {
            const { body } = await create({});
            return api.call('queue-post', { key, params: { ...params, post: body.data.id } });
          };
          for (const act of acts) {
            if (act === 'create') await create({ queue: true });
            if (act === 'queue') await isolated();
            if (act === 'both') await Promise.all([create({ queue: true }), isolated(), isolated()]);
            const first = [...api.core.posts.values()].find(({ status }) => status === 'scheduled');
            if (act === 'unschedule' && first)
              await api.call('unschedule-post', { key, params: { ...params, post: first.id } });
          }
          const times = [...api.core.posts.values()].flatMap(({ due }) => due?.at.toISOString() ?? []);
          expect(new Set(times).size).toBe(times.length);
        },
      ),
      { numRuns: runs(5) },
    );
  });
});
