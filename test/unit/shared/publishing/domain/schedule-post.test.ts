import { describe, expect, it } from 'vitest';
import {
  schedulePost,
  scheduleRequestIssues,
  unschedulePost,
} from '#shared/publishing/domain/schedule-post.ts';
import { secondsAfterNow, NOW } from '#test/support/builders/platform/command-builders.ts';
import { anAccount } from '#test/support/builders/publishing/account-builders.ts';
import { aPostIn, DATED } from '#test/support/fixtures/publishing/post-states.ts';

const BERLIN = { now: NOW, timezone: 'Europe/Berlin', time: 'stored', by: 'member' } as const;
const AT_ONCE = { ...BERLIN, time: 'now' } as const;

describe('schedulePost', () => {
  it('plans a draft for its date, to all of its accounts', () => {
    const before = aPostIn('draft', { retryAccounts: [7], dueSeq: 4 });

    expect(schedulePost(before, BERLIN)).toEqual({
      ...before,
      status: 'scheduled',
      scheduledAt: DATED,
      due: { at: DATED, seq: 5, timer: true },
      dueSeq: 5,
      retryAccounts: null,
      revision: 2,
      updatedAt: NOW,
    });
  });

  it.each([[[1]], [null]])('sends a failed post only where it is missing: %j', (retryAccounts) => {
    expect(schedulePost(aPostIn('failed', { retryAccounts }), BERLIN)).toMatchObject({
      status: 'scheduled',
      retryAccounts,
    });
  });

  it('rejects a failed post whose failed accounts were all removed', () => {
    expect(() => schedulePost(aPostIn('failed', { retryAccounts: [] }), BERLIN)).toThrow(
      expect.objectContaining({ code: 'post_already_published' }),
    );
  });

  it('changes nothing in a post that is scheduled', () => {
    expect(schedulePost(aPostIn('scheduled'), BERLIN)).toBeUndefined();
  });

  it('computes the instant in the current time zone, whatever an earlier edit used', () => {
    const after = schedulePost(aPostIn('draft'), { ...BERLIN, timezone: 'America/New_York' });

    expect(after).toMatchObject({
      timezone: 'America/New_York',
      scheduledAt: new Date('2026-06-02T19:00:00.000Z'),
      due: { at: new Date('2026-06-02T19:00:00.000Z') },
    });
  });

  it('uses the date again after a failed run that had kept its instant', () => {
    const before = aPostIn('failed', { keptInstant: true, scheduledAt: secondsAfterNow(-60) });

    expect(schedulePost(before, BERLIN)).toMatchObject({ scheduledAt: DATED, keptInstant: false });
  });

  it.each(['draft', 'failed', 'scheduled'] as const)('schedules a post that is %s at once', (state) => {
    const before = aPostIn(state, { date: null, time: null, dueSeq: 3, keptInstant: true });

    expect(schedulePost(before, AT_ONCE)).toMatchObject({
      status: 'scheduled',
      date: '2026-06-01',
      time: '14:00',
      scheduledAt: NOW,
      keptInstant: false,
      due: { at: NOW, seq: 4, timer: true },
    });
  });

  it('keeps the accounts of the run when a retry is moved to now', () => {
    expect(schedulePost(aPostIn('scheduled', { retryAccounts: [2] }), AT_ONCE)?.retryAccounts).toEqual([2]);
  });

  it.each([
    ['publishing', 'post_publishing'],
    ['published', 'post_already_published'],
    ['trashed', 'post_in_trash'],
  ] as const)('rejects a post that is %s, at once or later', (state, code) => {
    for (const scheduling of [BERLIN, AT_ONCE])
      expect(() => schedulePost(aPostIn(state), scheduling)).toThrow(expect.objectContaining({ code }));
  });
});

describe('scheduleRequestIssues', () => {
  const accounts = [
    anAccount({ id: 1 }),
    anAccount({ id: 2, status: 'needs_reauth' }),
    anAccount({ id: 3, status: 'disabled' }),
  ];

  it('reports nothing for a post that is ready', () => {
    expect(scheduleRequestIssues(aPostIn('scheduled'), accounts, [], BERLIN)).toEqual([]);
  });

  it('checks the date only if the post uses it', () => {
    const undated = aPostIn('scheduled', { date: null, time: null, scheduledAt: null });

    expect(scheduleRequestIssues(undated, accounts, [], BERLIN).map(({ code }) => code)).toEqual([
      'schedule_incomplete',
      'schedule_incomplete',
    ]);
    expect(scheduleRequestIssues(undated, accounts, [], AT_ONCE)).toEqual([]);
  });

  it('skips accounts that already have the post', () => {
    const pointers = (retryAccounts: number[] | null) =>
      scheduleRequestIssues(
        aPostIn('scheduled', { accounts: [1, 2, 3], retryAccounts }),
        accounts,
        [],
        BERLIN,
      ).map(({ pointer }) => pointer);

    expect(pointers(null)).toEqual(['#/accounts/1', '#/accounts/2']);
    expect(pointers([1, 3])).toEqual(['#/accounts/2']);
    expect(pointers([1])).toEqual([]);
  });
});

describe('unschedulePost', () => {
  it.each(['scheduled', 'failed'] as const)(
    'makes a draft with the same date of a post that is %s',
    (state) => {
      const before = aPostIn(state, { dueSeq: 2 });

      expect(unschedulePost(before, secondsAfterNow(60))).toEqual({
        ...before,
        status: 'draft',
        retryAccounts: null,
        due: null,
        dueSeq: 3,
        revision: 2,
        updatedAt: secondsAfterNow(60),
      });
    },
  );

  it('gives a post that kept its instant the one of its date', () => {
    const before = aPostIn('scheduled', { keptInstant: true, scheduledAt: secondsAfterNow(60) });

    expect(unschedulePost(before, NOW)).toMatchObject({ scheduledAt: DATED, keptInstant: false });
  });

  it('changes nothing in a draft', () => {
    expect(unschedulePost(aPostIn('draft'), NOW)).toBeUndefined();
  });

  it.each(['publishing', 'published', 'trashed'] as const)('rejects a post that is %s', (state) => {
    expect(() => unschedulePost(aPostIn(state), NOW)).toThrow(
      expect.objectContaining({ name: 'PlatformError' }),
    );
  });
});
