import { describe, expect, it } from 'vitest';
import { EMPTY_POST } from '#console/screens/publishing/posts/post-draft.ts';
import {
  approvalBody,
  isOutdated,
  newPostRequest,
  plansOf,
  timeBody,
  zonesOf,
} from '#console/screens/publishing/posts/post-plan.ts';
import { ApiProblemError } from '#console/session/problem.ts';

const ZONE = 'Europe/Berlin';
const AT = { date: '2027-03-14', time: '09:30', zone: ZONE };
const DRAFT = { ...EMPTY_POST, ...AT, accounts: [1] };

describe('newPostRequest', () => {
  it.each([
    ['draft', { date: '2027-03-14', time: '09:30', timezone: ZONE }],
    ['schedule', { date: '2027-03-14', time: '09:30', timezone: ZONE, schedule: true }],
    ['queue', { date: null, time: null, queue: true }],
    ['now', { date: null, time: null, schedule_now: true }],
    ['submit', { date: null, time: null }],
  ] as const)('creates a post with the plan %s in one request', (plan, expected) => {
    const { accounts, tags, versions, ...rest } = newPostRequest({ ...DRAFT, plan }, ZONE);

    expect(rest).toEqual(expected);
    expect([accounts, tags, versions?.length]).toEqual([[1], [], 1]);
  });

  it('names the time zone that was chosen, and none without a time', () => {
    const request = newPostRequest({ ...DRAFT, plan: 'schedule', zone: 'America/New_York' }, ZONE);

    expect(request).toMatchObject({ schedule: true, timezone: 'America/New_York' });
    expect(newPostRequest({ ...DRAFT, plan: 'draft', time: '' }, ZONE)).not.toHaveProperty('timezone');
  });
});

describe('timeBody', () => {
  it.each([
    [AT, { date: '2027-03-14', time: '09:30', timezone: ZONE }],
    [
      { ...AT, zone: 'Asia/Tokyo' },
      { date: '2027-03-14', time: '09:30', timezone: 'Asia/Tokyo' },
    ],
    [{ ...AT, date: '', time: '', zone: 'Asia/Tokyo' }, {}],
    [
      { ...AT, time: '' },
      { date: '2027-03-14', timezone: ZONE },
    ],
    [
      { ...AT, date: '' },
      { time: '09:30', timezone: ZONE },
    ],
  ])('of %o has only what is set', (chosen, expected) => {
    expect(timeBody(chosen)).toEqual(expected);
  });
});

describe('approvalBody', () => {
  it.each([
    ['proposed', {}],
    ['queue', { queue: true }],
    ['now', { postNow: true }],
    ['other', { date: '2027-03-14', time: '09:30', timezone: ZONE }],
  ] as const)('chooses one time: %s', (at, expected) => {
    expect(approvalBody({ ...AT, at })).toEqual(expected);
  });
});

describe('the choices of a form', () => {
  it('are a draft and a submission for a key that may not publish', () => {
    expect(plansOf(false).map(([plan]) => plan)).toEqual(['draft', 'submit']);
    expect(plansOf(true).map(([plan]) => plan)).toContain('now');
  });

  it('have the time zone of the browser if it is another one', () => {
    expect(zonesOf(ZONE, ZONE).map(([zone]) => zone)).toEqual([ZONE]);
    expect(zonesOf(ZONE, 'Asia/Tokyo').map(([zone]) => zone)).toEqual([ZONE, 'Asia/Tokyo']);
  });
});

describe('isOutdated', () => {
  it.each([
    [new ApiProblemError(412, { code: 'revision_mismatch' }), true],
    [new ApiProblemError(409, { code: 'concurrent_update' }), true],
    [new ApiProblemError(409, { code: 'post_not_submitted' }), false],
    [new Error('No response'), false],
  ])('of %s is %s', (error, expected) => {
    expect(isOutdated(error)).toBe(expected);
  });
});
