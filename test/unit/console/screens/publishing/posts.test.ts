import { describe, expect, it } from 'vitest';
import { addDays, daysOf, isDay, shifted } from '#console/screens/publishing/posts/calendar-days.ts';
import { isApproved, whyNotMovable, whyNotTo } from '#console/screens/publishing/posts/move-post.ts';
import {
  changesOf,
  draftOf,
  EMPTY_POST,
  requestOf,
  savableDraft,
  voidsApproval,
  withVersion,
} from '#console/screens/publishing/posts/post-draft.ts';

const POST: Parameters<typeof whyNotMovable>[0] = {
  revision: '3',
  id: '01980000-0000-7000-8000-000000000001',
  uuid: '01980000-0000-7000-8000-000000000001',
  status: 1,
  status_name: 'scheduled',
  publishing: false,
  accounts: [1, 2],
  tags: [4],
  versions: [
    {
      account_id: 0,
      is_original: true,
      content: [{ body: 'Open', url: null, media: [7] }],
      options: { mastodon: { sensitive: true } },
    },
    {
      account_id: 2,
      is_original: false,
      content: [{ body: null, url: 'https://a.example/', media: [] }],
      options: {},
    },
  ],
  date: '2027-03-14',
  time: '09:30',
  timezone: 'Europe/Berlin',
  scheduled_at: '2027-03-14T08:30:00.000Z',
  schedule_complete: true,
  queued: false,
  approval: null,
  published_at: null,
  trashed: false,
  created_at: '2027-03-01T08:30:00.000Z',
  updated_at: '2027-03-01T08:30:00.000Z',
};

describe('the draft of a post', () => {
  it('keeps everything that a post has, options too', () => {
    const { versions } = requestOf(draftOf(POST));

    expect(requestOf(draftOf(POST))).toMatchObject({
      accounts: [1, 2],
      tags: [4],
      date: '2027-03-14',
      time: '09:30',
    });
    expect(versions[0]).toEqual({
      account_id: 0,
      is_original: true,
      content: [{ body: 'Open', url: '', media: [7] }],
      options: { mastodon: { sensitive: true } },
    });
    expect(changesOf(draftOf(POST), draftOf(POST))).toEqual({});
  });

  it('sends all fields if one differs', () => {
    const changes = changesOf(draftOf(POST), { ...draftOf(POST), time: '' });

    expect(Object.keys(changes).toSorted()).toEqual(['accounts', 'date', 'tags', 'time', 'versions']);
    expect(changes.time).toBeNull();
  });

  it('sends no version of an account that is not chosen any more', () => {
    const draft = { ...draftOf(POST), accounts: [1] };

    expect(requestOf(draft).versions.map(({ account_id: id }) => id)).toEqual([0]);
  });

  it('adds, changes and removes the version of an account', () => {
    const item = { body: 'Own', url: '', media: [] };
    const added = withVersion(EMPTY_POST, 5, [item]);
    expect(added.versions.map(({ accountId }) => accountId)).toEqual([0, 5]);
    const changed = withVersion(added, 5, [{ ...item, body: 'Other' }]);
    expect(changed.versions[1]?.content[0]?.body).toBe('Other');
    expect(withVersion(changed, 5, null)).toEqual(EMPTY_POST);
  });
});

describe('savableDraft', () => {
  it('has no time for a key that may not publish', () => {
    expect(savableDraft(POST, true)).toEqual(draftOf(POST));
    expect(savableDraft(POST, false)).toEqual({ ...draftOf(POST), time: '' });
  });

  it('keeps a day or a time alone, which needs no permission to publish', () => {
    const post = { ...POST, date: null, schedule_complete: false };

    expect(savableDraft(post, false)).toEqual(draftOf(post));
  });
});

describe('an approved post', () => {
  const approval = {
    state: 'approved',
    requested_by: '01980000-0000-7000-8000-0000000000aa',
    requested_at: '2027-03-01T08:30:00.000Z',
    decided_by: '01980000-0000-7000-8000-0000000000bb',
    decided_at: '2027-03-01T09:30:00.000Z',
    note: null,
  } as const;
  const approved = { ...POST, approval };
  const from = draftOf(approved);

  it.each([
    ['the content', { versions: EMPTY_POST.versions }, true],
    ['the accounts', { accounts: [1] }, true],
    ['the time', { time: '10:00' }, true],
    ['the tags', { tags: [] }, false],
    ['nothing', {}, false],
  ])('has no approval any more after an edit of %s: %s', (_, changed, isVoid) => {
    expect(voidsApproval(approved, from, { ...from, ...changed })).toBe(isVoid);
  });

  it.each([
    { approval: null },
    { approval: { ...approval, state: 'requested' as const } },
    { status_name: 'failed' as const },
  ])('is not one with %o', (fields) => {
    const post = { ...approved, ...fields };
    expect(voidsApproval(post, from, { ...from, time: '10:00' })).toBe(false);
    expect(isApproved(post)).toBe(false);
  });

  it('is warned about before it is moved', () => {
    expect(isApproved(approved)).toBe(true);
  });
});

describe('the days of a calendar', () => {
  it('are those of the week from Monday to Sunday, across the change to daylight saving time', () => {
    expect(daysOf('week', '2027-03-28')).toEqual([
      '2027-03-22',
      '2027-03-23',
      '2027-03-24',
      '2027-03-25',
      '2027-03-26',
      '2027-03-27',
      '2027-03-28',
    ]);
  });

  it.each([
    ['2027-02-14', 28, '2027-02-01', '2027-02-28'],
    ['2026-11-30', 42, '2026-10-26', '2026-12-06'],
    ['2026-12-31', 35, '2026-11-30', '2027-01-03'],
    ['2028-02-29', 35, '2028-01-31', '2028-03-05'],
  ])('are all weeks of the month of %s', (day, count, first, last) => {
    const days = daysOf('month', day);
    expect([days.length, days[0], days.at(-1)]).toEqual([count, first, last]);
  });

  it('go to the next and the previous week and month', () => {
    expect(shifted('week', '2026-12-30', 1)).toBe('2027-01-06');
    expect(shifted('week', '2027-01-01', -1)).toBe('2026-12-25');
    expect(shifted('month', '2027-01-31', 1)).toBe('2027-02-01');
    expect(shifted('month', '2027-03-31', -1)).toBe('2027-02-01');
    expect(addDays('2027-02-28', 1)).toBe('2027-03-01');
  });

  it.each([
    ['2027-02-28', true],
    ['2027-02-30', false],
    ['2027-2-3', false],
    ['', false],
  ])('know whether %s is a day', (text, expected) => {
    expect(isDay(text)).toBe(expected);
  });
});

describe('a post', () => {
  it.each([
    [{}, undefined],
    [{ trashed: true }, 'The post is in the trash.'],
    [{ publishing: true }, 'The post is being published.'],
    [{ status_name: 'published' } as const, 'The post is already published.'],
  ])('with %o can be moved or says why not', (fields, reason) => {
    expect(whyNotMovable({ ...POST, ...fields })).toBe(reason);
  });
});

describe('a move', () => {
  it.each([
    ['scheduled', '2027-03-13', false],
    ['scheduled', '2027-03-14', true],
    ['draft', '2027-03-13', true],
    ['failed', '2027-03-13', true],
  ] as const)('of a post that is %s to %s is possible: %s', (status, day, isPossible) => {
    expect(whyNotTo(day, { ...POST, status_name: status }, '2027-03-14') === undefined).toBe(isPossible);
  });
});
