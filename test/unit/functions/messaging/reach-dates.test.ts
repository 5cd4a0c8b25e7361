import { describe, expect } from 'vitest';
import { ConcurrentUpdateError } from '#shared/platform/core/errors.ts';
import { NOW } from '#test/support/builders/platform/builders.ts';
import { it } from '#test/support/fixtures/messaging/dates-api.ts';
import { codeOf } from '#test/support/fixtures/platform/http-event.ts';

// The workspace is in Berlin, where it is 14:01 on 1 June 2026.
const BIRTHDAY = { birthday: { date: '1990-06-03' } };
const REACHED = { field: 'birthday', value: '1990-06-03', at: '2026-06-02T22:00:00.000Z' };

describe('reach-dates', () => {
  it('announces a date at the beginning of its day in the time zone of the workspace', async ({
    add,
    runUntil,
    announced,
    api,
  }) => {
    const contact = await add(BIRTHDAY);
    await runUntil('2026-06-02T21:59:59Z');
    expect(announced()).toEqual([]);
    await runUntil('2026-06-02T22:00:00Z');

    expect(announced()).toEqual([{ contact, ...REACHED }]);
    const [event] = [...api.core.events.values()].slice(-1);
    expect(JSON.parse(event?.body ?? '').data.event).toBe('contact.date_reached');
  });

  it('announces a yearly date once a year, and another one once', async ({ add, runUntil, announced }) => {
    await add({ ...BIRTHDAY, contract_end: { date: '2026-06-03', repeats: 'never' } });
    await runUntil('2028-12-31T00:00:00Z');

    expect(announced().map(({ field, at }) => `${field} ${at}`)).toEqual([
      'birthday 2026-06-02T22:00:00.000Z',
      'contract_end 2026-06-02T22:00:00.000Z',
      'birthday 2027-06-02T22:00:00.000Z',
      'birthday 2028-06-02T22:00:00.000Z',
    ]);
  });

  it('does not announce a date that is stored on its own day', async ({ add, runUntil, announced }) => {
    await add({ birthday: { date: '1990-06-01' }, single: { date: '2026-06-01', repeats: 'never' } });
    await runUntil('2026-12-31T00:00:00Z');

    expect(announced()).toEqual([]);
  });

  it('shows the next day, as another revision of the contact', async ({ add, runUntil, api, key }) => {
    const contact = await add(BIRTHDAY);
    const read = async () => (await api.call('get-contact', { key, params: { contact } })).body.data;
    expect(await read()).toMatchObject({
      dates: { birthday: { date: '1990-06-03', repeats: 'yearly' } },
      next_dates: { birthday: '2026-06-03' },
      revision: '1',
    });
    await runUntil('2026-06-02T22:00:00Z');

    expect(await read()).toMatchObject({
      next_dates: { birthday: '2027-06-03' },
      revision: '2',
      updated_at: '2026-06-02T22:00:00.000Z',
    });
  });

  it('announces a date once, however often its message is received', async ({
    add,
    runUntil,
    announced,
    api,
    message,
    fire,
  }) => {
    await add(BIRTHDAY);
    await runUntil('2026-06-02T21:59:00Z');
    api.clock.advance(60);
    const repeated = message();
    await fire(repeated, repeated, repeated);
    await fire(repeated);

    expect(announced()).toHaveLength(1);
  });

  it.each([
    ['changed', { birthday: { date: '1990-06-04' } }, ['2026-06-03T22:00:00.000Z']],
    ['removed', { birthday: null }, []],
    ['stored again as it was', BIRTHDAY, ['2026-06-02T22:00:00.000Z']],
  ])(
    'announces no outdated date: it was %s',
    async (_, dates, expected, { add, runUntil, announced, api, key }) => {
      const contact = await add(BIRTHDAY);
      const edited = await api.call('update-contact', { key, params: { contact }, json: { dates } });
      expect(edited.status).toBe(200);
      await runUntil('2026-06-10T00:00:00Z');

      expect(announced().map(({ at }) => at)).toEqual(expected);
    },
  );

  it('announces a date whose run is late, although it is stored again on its day', async ({
    add,
    runUntil,
    announced,
    api,
    key,
  }) => {
    const contact = await add(BIRTHDAY);
    await runUntil('2026-06-02T12:00:00Z');
    api.clock.advance(20 * 3600);
    await api.call('update-contact', { key, params: { contact }, json: { dates: BIRTHDAY, name: 'Other' } });
    await runUntil('2026-06-10T00:00:00Z');

    expect(announced()).toEqual([{ contact, ...REACHED }]);
  });

  it('announces no date of a contact that was deleted', async ({ add, runUntil, announced, api, key }) => {
    const contact = await add(BIRTHDAY);
    await api.call('delete-contact', { key, params: { contact } });
    await runUntil('2026-06-10T00:00:00Z');

    expect(announced()).toEqual([]);
  });

  it('announces what an edit during the run left, and nothing that it removed', async ({
    add,
    runUntil,
    announced,
    api,
    key,
    message,
    fire,
  }) => {
    const contact = await add({ ...BIRTHDAY, anniversary: { date: '2010-06-03' } });
    await runUntil('2026-06-02T21:59:00Z');
    api.clock.advance(60);
    const { save } = api.contacts;
    let isFirst = true;
    api.contacts.save = async (...args) => {
      if (isFirst) {
        isFirst = false;
        await api.call('update-contact', { key, params: { contact }, json: { dates: { birthday: null } } });
      }
      return save(...args);
    };
    await fire(message());

    expect(announced().map(({ field }) => field)).toEqual(['anniversary']);
  });

  it('announces a missed day for a week, with its own time', async ({
    add,
    announced,
    api,
    message,
    fire,
  }) => {
    await add({
      eighth: { date: '1990-06-08' },
      fifteenth: { date: '1990-06-15' },
      seventh: { date: '1990-06-07' },
    });
    api.clock.advance((Date.parse('2026-06-15T10:00:00Z') - api.clock().getTime()) / 1000);
    await fire(message());

    expect(announced().map(({ field, at }) => `${field} ${at}`)).toEqual([
      'eighth 2026-06-07T22:00:00.000Z',
      'fifteenth 2026-06-14T22:00:00.000Z',
    ]);
  });

  it('announces the dates of 1,200 contacts in messages of 500', async ({
    add,
    runUntil,
    announced,
    api,
    calendar,
    message,
    fire,
  }) => {
    for (let count = 0; count < 1200; count += 1) await add(BIRTHDAY);
    await runUntil('2026-06-02T21:59:00Z');
    api.clock.advance(60);
    await fire(message());
    expect(announced()).toHaveLength(500);
    expect(calendar()?.due.at).toEqual(api.clock());
    await fire(message());
    await fire(message());

    expect(new Set(announced().map(({ contact }) => contact)).size).toBe(1200);
    expect(announced()).toHaveLength(1200);
  });

  it('lets no contact that fails keep the others waiting, and tries it again', async ({
    add,
    runUntil,
    announced,
    api,
    message,
    fire,
  }) => {
    const broken = await add(BIRTHDAY);
    const others = [await add(BIRTHDAY), await add(BIRTHDAY)];
    await runUntil('2026-06-02T21:59:00Z');
    api.clock.advance(60);
    const { find } = api.contacts;
    api.contacts.find = async (workspaceId, id) => {
      if (id === broken) throw new Error('The item cannot be read');
      return find(workspaceId, id);
    };
    const failing = message();
    expect(await fire(failing)).toBe(1);
    expect(announced().map(({ contact }) => contact)).toEqual(expect.arrayContaining(others));
    expect(announced()).toHaveLength(2);

    api.contacts.find = find;
    expect(await fire(failing)).toBe(0);
    expect(
      announced()
        .map(({ contact }) => contact)
        .slice(2),
    ).toEqual([broken]);
  });

  it('gives up on a contact that keeps changing, and tries it again', async ({
    add,
    runUntil,
    announced,
    api,
    message,
    fire,
  }) => {
    await add(BIRTHDAY);
    await runUntil('2026-06-02T21:59:00Z');
    api.clock.advance(60);
    const { save } = api.contacts;
    api.contacts.save = () => Promise.reject(new ConcurrentUpdateError());
    const failing = message();
    expect(await fire(failing)).toBe(1);
    api.contacts.save = save;
    expect(await fire(failing)).toBe(0);

    expect(announced()).toHaveLength(1);
  });

  it('retries a message that is received before its time', async ({ add, runUntil, message, fire, api }) => {
    await add(BIRTHDAY);
    await runUntil('2026-06-02T12:00:00Z');
    const early = message();
    expect(await fire(early)).toBe(1);
    api.clock.advance((early.dueAt - api.clock().getTime()) / 1000 - 0.5);

    expect(await fire(early)).toBe(0);
  });

  it('does nothing for a workspace without a calendar', async ({ message, fire, api }) => {
    expect(await fire(message())).toBe(0);
    expect(api.core.calendars.size).toBe(0);
  });

  it('begins with the first contact that has a date', async ({ add, calendar, edit, api }) => {
    await edit({ name: 'Ada', dates: {} });
    await edit({ dates: { birthday: null } });
    expect(calendar()).toBeUndefined();
    await add(BIRTHDAY);

    expect(calendar()).toMatchObject({ day: null, due: { at: api.clock(), seq: 1, timer: true } });
  });
});

describe('reach-dates, change of the time zone', () => {
  it('announces the dates of the day in the new time zone at once', async ({
    add,
    runUntil,
    announced,
    moveTo,
  }) => {
    await add({ today: { date: '1990-06-02' } });
    await runUntil('2026-06-01T12:30:00Z');
    expect((await moveTo('Pacific/Kiritimati')).status).toBe(200);
    await runUntil('2026-06-01T12:30:00Z');

    expect(announced()).toMatchObject([{ field: 'today', at: '2026-06-01T10:00:00.000Z' }]);
    await moveTo('Europe/Berlin');
    await runUntil('2026-06-10T00:00:00Z');
    expect(announced()).toHaveLength(1);
  });

  it('waits for the day in the new time zone', async ({ add, runUntil, announced, moveTo }) => {
    await add(BIRTHDAY);
    await runUntil('2026-06-02T21:00:00Z');
    await moveTo('America/Los_Angeles');
    await runUntil('2026-06-10T00:00:00Z');

    expect(announced()).toMatchObject([{ field: 'birthday', at: '2026-06-03T07:00:00.000Z' }]);
  });

  it('announces what a request stored that had read the earlier time zone', async ({
    add,
    runUntil,
    announced,
    moveTo,
    api,
  }) => {
    await add({ other: { date: '1990-01-01' } });
    await runUntil('2026-06-01T12:30:00Z');
    const { find } = api.workspaces;
    const earlier = await find(api.workspaceId);
    await moveTo('Pacific/Kiritimati');
    await runUntil('2026-06-01T12:30:30Z');
    api.workspaces.find = async () => earlier;
    await add({ today: { date: '1990-06-02' } });
    api.workspaces.find = find;
    await runUntil('2026-06-01T12:32:00Z');

    expect(announced()).toMatchObject([{ field: 'today', at: '2026-06-01T10:00:00.000Z' }]);
  });
});

describe('dates of a contact', () => {
  it.each([
    [{ birthday: { date: '1990-02-30' } }, '422 invalid_date', '#/dates/birthday/date'],
    [{ birthday: { date: '1899-12-31' } }, '422 invalid_date', '#/dates/birthday/date'],
    [{ birthday: { date: '2101-01-01' } }, '422 invalid_date', '#/dates/birthday/date'],
    [{ birthday: { date: '90-03-14' } }, '422 invalid_date', '#/dates/birthday/date'],
    [{ birthday: { date: 5 } }, '422 invalid_type', '#/dates/birthday/date'],
    [{ birthday: {} }, '422 required', '#/dates/birthday/date'],
    [{ birthday: '1990-03-14' }, '422 invalid_type', '#/dates/birthday'],
    [
      { birthday: { date: '1990-03-14', repeats: 'daily' } },
      '422 invalid_format',
      '#/dates/birthday/repeats',
    ],
    [{ birthday: { date: '1990-03-14', at: '09:00' } }, '422 unknown_field', '#/dates/birthday/at'],
    [{ 'birth day': { date: '1990-03-14' } }, '422 invalid_format', '#/dates/birth%20day'],
    [{ [`b${'x'.repeat(64)}`]: { date: '1990-03-14' } }, '422 invalid_format', `#/dates/b${'x'.repeat(64)}`],
    [[], '422 invalid_type', '#/dates'],
  ])('%j is %s', async (dates, code, pointer, { edit }) => {
    const response = await edit({ dates });

    expect(codeOf(response)).toBe(code);
    expect(response.body.errors).toMatchObject([{ pointer }]);
  });

  it('are at most ten, also over several requests', async ({ edit, stored }) => {
    const many = (count: number, from = 0) =>
      Object.fromEntries(
        Array.from({ length: count }, (_, index) => [`d${from + index}`, { date: '1990-03-14' }]),
      );
    expect(codeOf(await edit({ dates: many(11) }))).toBe('422 too_many_items');
    expect((await edit({ dates: many(10) })).status).toBe(200);
    expect(codeOf(await edit({ dates: many(1, 10) }))).toBe('422 too_many_items');
    expect((await edit({ dates: { ...many(1, 10), d0: null } })).status).toBe(200);

    expect([...stored().dates.keys()]).toHaveLength(10);
  });

  it('accept names of JavaScript objects', async ({ edit }) => {
    const dates = { constructor: { date: '1990-03-14', repeats: 'never' } };

    expect((await edit({ dates })).body.data.dates).toEqual(dates);
  });

  it('are merged by name, and a change is one event', async ({ edit, events, stored }) => {
    await edit({ dates: { ...BIRTHDAY, contract: { date: '2027-01-01', repeats: 'never' } } });
    await edit({ dates: { contract: null, birthday: { date: '1990-06-03', repeats: 'yearly' } } });
    await edit({ dates: BIRTHDAY });

    expect(events().map(({ event }) => event)).toEqual(['updated', 'updated']);
    expect([...stored().dates]).toEqual([
      ['birthday', { date: '1990-06-03', repeats: 'yearly', nextOn: '2026-06-03' }],
    ]);
    expect(NOW.toISOString().slice(0, 10)).toBe('2026-06-01');
  });

  it('cannot be written by their next days', async ({ edit }) => {
    expect(codeOf(await edit({ next_dates: {} }))).toBe('422 field_not_updatable');
  });
});
