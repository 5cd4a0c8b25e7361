import { describe, expect } from 'vitest';
import { ConcurrentUpdateError } from '#shared/platform/core/errors.ts';
import { NOW } from '#test/support/builders/platform/command-builders.ts';
import { it } from '#test/support/fixtures/messaging/dates-api.ts';
import { codeOf } from '#test/support/fixtures/platform/http-event.ts';

// The workspace is in Berlin, where it is 14:01 on 1 June 2026.
const BIRTHDAY = { birthday: { date: '1990-06-03' } };
const REACHED = { field: 'birthday', value: '1990-06-03', at: '2026-06-02T22:00:00.000Z' };

describe('reach-dates', () => {
  it('announces a date at the beginning of its day in the time zone of the workspace', async (world) => {
    const contact = await world.add(BIRTHDAY);
    await world.runUntil('2026-06-02T21:59:59Z');
    expect(world.announced()).toEqual([]);
    await world.runUntil('2026-06-02T22:00:00Z');

    expect(world.announced()).toEqual([{ contact, ...REACHED }]);
    const [event] = [...world.api.core.events.values()].slice(-1);
    expect(JSON.parse(event?.body ?? '').data.event).toBe('contact.date_reached');
  });

  it('announces a yearly date once a year, and another one once', async (world) => {
    await world.add({ ...BIRTHDAY, contract_end: { date: '2026-06-03', repeats: 'never' } });
    await world.runUntil('2028-12-31T00:00:00Z');

    expect(world.announced().map(({ field, at }) => `${field} ${at}`)).toEqual([
      'birthday 2026-06-02T22:00:00.000Z',
      'contract_end 2026-06-02T22:00:00.000Z',
      'birthday 2027-06-02T22:00:00.000Z',
      'birthday 2028-06-02T22:00:00.000Z',
    ]);
  });

  it('does not announce a date that is stored on its own day', async (world) => {
    await world.add({ birthday: { date: '1990-06-01' }, single: { date: '2026-06-01', repeats: 'never' } });
    await world.runUntil('2026-12-31T00:00:00Z');

    expect(world.announced()).toEqual([]);
  });

  it('shows the next day, as another revision of the contact', async (world) => {
    const contact = await world.add(BIRTHDAY);
    const read = async () =>
      (await world.api.call('get-contact', { key: world.key, params: { contact } })).body.data;
    expect(await read()).toMatchObject({
      dates: { birthday: { date: '1990-06-03', repeats: 'yearly' } },
      next_dates: { birthday: '2026-06-03' },
      revision: '1',
    });
    await world.runUntil('2026-06-02T22:00:00Z');

    expect(await read()).toMatchObject({
      next_dates: { birthday: '2027-06-03' },
      revision: '2',
      updated_at: '2026-06-02T22:00:00.000Z',
    });
  });

  it('announces a date once, however often its message is received', async (world) => {
    await world.add(BIRTHDAY);
    await world.runUntil('2026-06-02T21:59:00Z');
    world.api.clock.advance(60);
    const repeated = world.message();
    await world.fire(repeated, repeated, repeated);
    await world.fire(repeated);

    expect(world.announced()).toHaveLength(1);
  });

  it.each([
    ['changed', { birthday: { date: '1990-06-04' } }, ['2026-06-03T22:00:00.000Z']],
    ['removed', { birthday: null }, []],
    ['stored again as it was', BIRTHDAY, ['2026-06-02T22:00:00.000Z']],
  ])('announces no outdated date: it was %s', async (_, dates, expected, world) => {
    const contact = await world.add(BIRTHDAY);
    const edited = await world.api.call('update-contact', {
      key: world.key,
      params: { contact },
      json: { dates },
    });
    expect(edited.status).toBe(200);
    await world.runUntil('2026-06-10T00:00:00Z');

    expect(world.announced().map(({ at }) => at)).toEqual(expected);
  });

  it('announces a date whose run is late, although it is stored again on its day', async (world) => {
    const contact = await world.add(BIRTHDAY);
    await world.runUntil('2026-06-02T12:00:00Z');
    world.api.clock.advance(20 * 3600);
    await world.api.call('update-contact', {
      key: world.key,
      params: { contact },
      json: { dates: BIRTHDAY, name: 'Other' },
    });
    await world.runUntil('2026-06-10T00:00:00Z');

    expect(world.announced()).toEqual([{ contact, ...REACHED }]);
  });

  it('announces no date of a contact that was deleted', async (world) => {
    const contact = await world.add(BIRTHDAY);
    await world.api.call('delete-contact', { key: world.key, params: { contact } });
    await world.runUntil('2026-06-10T00:00:00Z');

    expect(world.announced()).toEqual([]);
  });

  it('announces what an edit during the run left, and nothing that it removed', async (world) => {
    const contact = await world.add({ ...BIRTHDAY, anniversary: { date: '2010-06-03' } });
    await world.runUntil('2026-06-02T21:59:00Z');
    world.api.clock.advance(60);
    const { save } = world.api.contacts;
    let isFirst = true;
    world.api.contacts.save = async (...args) => {
      if (isFirst) {
        isFirst = false;
        await world.api.call('update-contact', {
          key: world.key,
          params: { contact },
          json: { dates: { birthday: null } },
        });
      }
      return save(...args);
    };
    await world.fire(world.message());

    expect(world.announced().map(({ field }) => field)).toEqual(['anniversary']);
  });

  it('announces a missed day for a week, with its own time', async (world) => {
    await world.add({
      eighth: { date: '1990-06-08' },
      fifteenth: { date: '1990-06-15' },
      seventh: { date: '1990-06-07' },
    });
    world.api.clock.advance((Date.parse('2026-06-15T10:00:00Z') - world.api.clock().getTime()) / 1000);
    await world.fire(world.message());

    expect(world.announced().map(({ field, at }) => `${field} ${at}`)).toEqual([
      'eighth 2026-06-07T22:00:00.000Z',
      'fifteenth 2026-06-14T22:00:00.000Z',
    ]);
  });

  it('announces the dates of 1,200 contacts in messages of 500', async (world) => {
    for (let count = 0; count < 1200; count += 1) await world.add(BIRTHDAY);
    await world.runUntil('2026-06-02T21:59:00Z');
    world.api.clock.advance(60);
    await world.fire(world.message());
    expect(world.announced()).toHaveLength(500);
    expect(world.calendar()?.due.at).toEqual(world.api.clock());
    await world.fire(world.message());
    await world.fire(world.message());

    expect(new Set(world.announced().map(({ contact }) => contact)).size).toBe(1200);
    expect(world.announced()).toHaveLength(1200);
  });

  it('lets no contact that fails keep the others waiting, and tries it again', async (world) => {
    const broken = await world.add(BIRTHDAY);
    const others = [await world.add(BIRTHDAY), await world.add(BIRTHDAY)];
    await world.runUntil('2026-06-02T21:59:00Z');
    world.api.clock.advance(60);
    const { find } = world.api.contacts;
    world.api.contacts.find = async (workspaceId, id) => {
      if (id === broken) throw new Error('The item cannot be read');
      return find(workspaceId, id);
    };
    const failing = world.message();
    expect(await world.fire(failing)).toBe(1);
    expect(world.announced().map(({ contact }) => contact)).toEqual(expect.arrayContaining(others));
    expect(world.announced()).toHaveLength(2);

    world.api.contacts.find = find;
    expect(await world.fire(failing)).toBe(0);
    expect(
      world
        .announced()
        .map(({ contact }) => contact)
        .slice(2),
    ).toEqual([broken]);
  });

  it('gives up on a contact that keeps changing, and tries it again', async (world) => {
    await world.add(BIRTHDAY);
    await world.runUntil('2026-06-02T21:59:00Z');
    world.api.clock.advance(60);
    const { save } = world.api.contacts;
    world.api.contacts.save = () => Promise.reject(new ConcurrentUpdateError());
    const failing = world.message();
    expect(await world.fire(failing)).toBe(1);
    world.api.contacts.save = save;
    expect(await world.fire(failing)).toBe(0);

    expect(world.announced()).toHaveLength(1);
  });

  it('retries a message that is received before its time', async (world) => {
    await world.add(BIRTHDAY);
    await world.runUntil('2026-06-02T12:00:00Z');
    const early = world.message();
    expect(await world.fire(early)).toBe(1);
    world.api.clock.advance((early.dueAt - world.api.clock().getTime()) / 1000 - 0.5);

    expect(await world.fire(early)).toBe(0);
  });

  it('does nothing for a workspace without a calendar', async (world) => {
    expect(await world.fire(world.message())).toBe(0);
    expect(world.api.core.calendars.size).toBe(0);
  });

  it('begins with the first contact that has a date', async (world) => {
    await world.edit({ name: 'Ada', dates: {} });
    await world.edit({ dates: { birthday: null } });
    expect(world.calendar()).toBeUndefined();
    await world.add(BIRTHDAY);

    expect(world.calendar()).toMatchObject({
      day: null,
      due: { at: world.api.clock(), seq: 1, timer: true },
    });
  });
});

describe('reach-dates, change of the time zone', () => {
  it('announces the dates of the day in the new time zone at once', async (world) => {
    await world.add({ today: { date: '1990-06-02' } });
    await world.runUntil('2026-06-01T12:30:00Z');
    expect((await world.moveTo('Pacific/Kiritimati')).status).toBe(200);
    await world.runUntil('2026-06-01T12:30:00Z');

    expect(world.announced()).toMatchObject([{ field: 'today', at: '2026-06-01T10:00:00.000Z' }]);
    await world.moveTo('Europe/Berlin');
    await world.runUntil('2026-06-10T00:00:00Z');
    expect(world.announced()).toHaveLength(1);
  });

  it('waits for the day in the new time zone', async (world) => {
    await world.add(BIRTHDAY);
    await world.runUntil('2026-06-02T21:00:00Z');
    await world.moveTo('America/Los_Angeles');
    await world.runUntil('2026-06-10T00:00:00Z');

    expect(world.announced()).toMatchObject([{ field: 'birthday', at: '2026-06-03T07:00:00.000Z' }]);
  });

  it('announces what a request stored that had read the earlier time zone', async (world) => {
    await world.add({ other: { date: '1990-01-01' } });
    await world.runUntil('2026-06-01T12:30:00Z');
    const { find } = world.api.workspaces;
    const earlier = await find(world.api.workspaceId);
    await world.moveTo('Pacific/Kiritimati');
    await world.runUntil('2026-06-01T12:30:30Z');
    world.api.workspaces.find = async () => earlier;
    await world.add({ today: { date: '1990-06-02' } });
    world.api.workspaces.find = find;
    await world.runUntil('2026-06-01T12:32:00Z');

    expect(world.announced()).toMatchObject([{ field: 'today', at: '2026-06-01T10:00:00.000Z' }]);
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
  ])('%j is %s', async (dates, code, pointer, world) => {
    const response = await world.edit({ dates });

    expect(codeOf(response)).toBe(code);
    expect(response.body.errors).toMatchObject([{ pointer }]);
  });

  it('are at most ten, also over several requests', async (world) => {
    const many = (count: number, from = 0) =>
      Object.fromEntries(
        Array.from({ length: count }, (_, index) => [`d${from + index}`, { date: '1990-03-14' }]),
      );
    expect(codeOf(await world.edit({ dates: many(11) }))).toBe('422 too_many_items');
    expect((await world.edit({ dates: many(10) })).status).toBe(200);
    expect(codeOf(await world.edit({ dates: many(1, 10) }))).toBe('422 too_many_items');
    expect((await world.edit({ dates: { ...many(1, 10), d0: null } })).status).toBe(200);

    expect([...world.stored().dates.keys()]).toHaveLength(10);
  });

  it('accept names of JavaScript objects', async (world) => {
    const dates = { constructor: { date: '1990-03-14', repeats: 'never' } };

    expect((await world.edit({ dates })).body.data.dates).toEqual(dates);
  });

  it('are merged by name, and a change is one event', async (world) => {
    await world.edit({ dates: { ...BIRTHDAY, contract: { date: '2027-01-01', repeats: 'never' } } });
    await world.edit({ dates: { contract: null, birthday: { date: '1990-06-03', repeats: 'yearly' } } });
    await world.edit({ dates: BIRTHDAY });

    expect(world.events().map(({ event }) => event)).toEqual(['updated', 'updated']);
    expect([...world.stored().dates]).toEqual([
      ['birthday', { date: '1990-06-03', repeats: 'yearly', nextOn: '2026-06-03' }],
    ]);
    expect(NOW.toISOString().slice(0, 10)).toBe('2026-06-01');
  });

  it('cannot be written by their next days', async (world) => {
    expect(codeOf(await world.edit({ next_dates: {} }))).toBe('422 field_not_updatable');
  });
});
