import { describe, expect, it } from 'vitest';
import type { Publication } from '#shared/publishing/domain/post.ts';
import type { PublishResult } from '#shared/publishing/domain/publish-result.ts';
import {
  abandoned,
  admitAttempt,
  afterAttempt,
  lostAttempt,
} from '#shared/publishing/domain/publishing-attempt.ts';
import { newPublication } from '#shared/publishing/domain/publishing-run.ts';
import { secondsAfterNow, NOW } from '#test/support/builders/platform/command-builders.ts';
import { rejected, retry } from '#test/support/fakes/publishing/scripted-network.ts';
import { aPostIn } from '#test/support/fixtures/publishing/post-states.ts';

function aPublication(overrides: Partial<Publication> = {}): Publication {
  const fresh = newPublication(aPostIn('publishing'), { number: 1, startedAt: NOW }, 1, 'sandbox');
  return { ...fresh, ...overrides };
}

/** One whose second attempt was started and has no result. */
const underWay = aPublication({ attempts: 2, lastAttemptAt: NOW });
/** One whose third attempt is still to run. */
const waiting = aPublication({ attempts: 2, lastAttemptAt: NOW, nextAttemptAt: secondsAfterNow(120) });

describe('admitAttempt', () => {
  it.each([
    ['an ended publication', aPublication({ state: 'failed', attempts: 1 }), 2, 0, 'outdated'],
    ['an attempt before the last', underWay, 1, 600, 'outdated'],
    ['an attempt before the last, of one that waits', waiting, 1, 600, 'outdated'],
    ['the attempt that is in progress', underWay, 2, 269, 'leased'],
    ['an attempt after the one in progress', underWay, 3, 269, 'leased'],
    ['a crashed attempt', underWay, 2, 270, 'attempt'],
    ['the sixth, of which one did not count', { ...underWay, attempts: 6, uncounted: 1 }, 6, 270, 'give-up'],
    ['the fifth, of which one did not count', { ...underWay, attempts: 5, uncounted: 1 }, 5, 270, 'attempt'],
    ['the fifth attempt, crashed', { ...underWay, attempts: 5 }, 5, 270, 'give-up'],
    ['a wait that is not over', waiting, 3, 119, 'wait'],
    ['the attempt that is waiting', waiting, 2, 119, 'wait'],
    ['a wait that is over', waiting, 3, 120, 'attempt'],
    ['the first attempt', aPublication(), 1, 0, 'attempt'],
  ] as const)('returns for %s (%#)', (_, publication, attempt, seconds, kind) => {
    expect(admitAttempt(publication, attempt, secondsAfterNow(seconds)).kind).toBe(kind);
  });

  it.each([
    ['the first', aPublication(), null],
    ['one after a result', waiting, null],
    ['one after a crashed attempt', underWay, NOW],
    [
      'one after two of which the first crashed',
      { ...underWay, unknownSince: secondsAfterNow(-60) },
      secondsAfterNow(-60),
    ],
    [
      'one after a result that left it unknown',
      { ...waiting, unknownSince: secondsAfterNow(-60) },
      secondsAfterNow(-60),
    ],
  ])('knows since when the outcome is unknown: %s', (_, publication, unknownSince) => {
    const at = secondsAfterNow(600);

    expect(admitAttempt(publication, publication.attempts + 1, at)).toEqual({
      kind: 'attempt',
      claimed: {
        ...publication,
        attempts: publication.attempts + 1,
        lastAttemptAt: at,
        nextAttemptAt: null,
        unknownSince,
      },
    });
  });
});

describe('lostAttempt', () => {
  it.each([
    ['nothing was tried', aPublication(), 0, 1],
    ['an attempt is in progress', underWay, 269, undefined],
    ['an attempt crashed', underWay, 270, 3],
    ['it is waiting', waiting, 100, undefined],
    ['its wait has just ended', waiting, 240, undefined],
    ['its wait ended long ago', waiting, 241, 3],
    ['it has ended', aPublication({ state: 'published' }), 900, undefined],
  ] as const)('when %s', (_, publication, seconds, attempt) => {
    expect(lostAttempt(publication, secondsAfterNow(seconds))).toBe(attempt);
  });
});

describe('afterAttempt', () => {
  const [one, two] = [
    { id: 'remote-1', url: null },
    { id: 'remote-2', url: null },
  ];
  const claimed = aPublication({
    attempts: 2,
    lastAttemptAt: secondsAfterNow(30),
    remote: [one],
    unknownSince: NOW,
  });

  it.each<[string, PublishResult, Date | null]>([
    ['stays unknown while nothing more is confirmed', retry('x', { done: [one] }), NOW],
    ['stays unknown since the first time', retry('x', { done: [one], unknown: true }), NOW],
    ['is known once more is confirmed', retry('x', { done: [one, two] }), null],
    ['is unknown again after it', retry('x', { done: [one, two], unknown: true }), secondsAfterNow(30)],
  ])('%s', (_, result, unknownSince) => {
    expect(afterAttempt(claimed, result, secondsAfterNow(31))).toMatchObject({
      state: 'pending',
      remote: result.done,
      unknownSince,
      nextAttemptAt: secondsAfterNow(31 + 120),
    });
  });

  it('ends with the reason of the network, and keeps what it had confirmed', () => {
    const end = afterAttempt(claimed, { ...rejected('failed'), done: [one, two] }, secondsAfterNow(31));

    expect(end).toMatchObject({
      state: 'failed',
      remote: [one, two],
      error: { code: 'network_refused' },
      finishedAt: secondsAfterNow(31),
    });
  });
});

describe('a publication that ends', () => {
  const error = { code: 'account_not_connected', detail: 'The account is not connected.' };
  const detail = expect.stringContaining('account_not_connected: The account is not connected.');

  it.each<[string, Publication, unknown, Date | null]>([
    ['nothing was tried', aPublication(), error, null],
    ['the last attempt had a result', waiting, error, null],
    ['the last attempt crashed', underWay, { code: 'outcome_unknown', detail }, NOW],
    [
      'an earlier one is unknown',
      { ...waiting, unknownSince: secondsAfterNow(-9) },
      { code: 'outcome_unknown', detail },
      secondsAfterNow(-9),
    ],
  ])('without another attempt reports what is known when %s', (_, publication, shown, unknownSince) => {
    expect(abandoned(publication, error, secondsAfterNow(300))).toMatchObject({ error: shown, unknownSince });
  });

  it('with an error reports that an earlier attempt may have posted, with the words of the network', () => {
    const tried = aPublication({ attempts: 2, lastAttemptAt: secondsAfterNow(30), unknownSince: NOW });

    expect(
      afterAttempt(tried, rejected('unauthorised', 'credentials_refused'), secondsAfterNow(31)),
    ).toMatchObject({
      state: 'failed',
      unknownSince: NOW,
      error: { code: 'outcome_unknown', detail: expect.stringContaining('credentials_refused: No.') },
    });
  });
});
