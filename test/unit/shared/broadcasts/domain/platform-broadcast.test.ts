import { describe, expect, it } from 'vitest';
import { afterPage, atJob, continuedAt, endedRun } from '#shared/broadcasts/domain/broadcast-run.ts';
import { reportBroadcast } from '#shared/broadcasts/domain/end-broadcast.ts';
import {
  finishedBroadcast,
  resolvedBroadcast,
  unsendableBroadcast,
  watchedBroadcast,
} from '#shared/broadcasts/domain/platform-broadcast.ts';
import { NO_RECIPIENTS } from '#shared/broadcasts/domain/recipient-counts.ts';
import { runScheduledBroadcast } from '#shared/broadcasts/domain/scheduled-broadcast.ts';
import { sendBroadcast } from '#shared/broadcasts/domain/start-broadcast.ts';
import {
  aPlatformBroadcast,
  aRunState,
  aStartedBroadcast,
} from '#test/support/builders/broadcasts/platform-builders.ts';
import { NOW, secondsAfterNow } from '#test/support/builders/platform/command-builders.ts';

const DAY = 86_400;
const COUNTS = { ...NO_RECIPIENTS, delivered: 3, failed: 1, skipped: 2 };

describe('a broadcast that the platform sends', () => {
  it('emits no event at its start, because its recipients are not known yet', () => {
    expect(sendBroadcast(aPlatformBroadcast(), true, NOW)).toMatchObject({
      broadcast: { state: 'in_flight', recipients: null },
      emits: undefined,
    });
  });

  it('emits its start once the recipients are fixed', () => {
    expect(resolvedBroadcast(aStartedBroadcast(), COUNTS, NOW)).toMatchObject({
      broadcast: { state: 'in_flight', recipients: 4, sent: null, failed: null },
      emits: 'salesbot.broadcast.sent',
    });
  });

  it('is finished with the counts of its recipients', () => {
    expect(finishedBroadcast(aStartedBroadcast(), COUNTS, NOW)).toMatchObject({
      broadcast: { state: 'finished', recipients: 4, sent: 3, failed: 1, finishedAt: NOW, due: null },
      emits: 'salesbot.broadcast.completed',
    });
  });

  it('fails with an explanation if nobody can get it', () => {
    expect(unsendableBroadcast(aStartedBroadcast(), 'No recipient', NOW)).toMatchObject({
      broadcast: { state: 'failed', error: 'No recipient' },
      emits: 'salesbot.broadcast.failed',
    });
  });

  it('accepts no report', () => {
    expect(() => reportBroadcast(aStartedBroadcast(), { sent: 1 }, NOW)).toThrow('The platform sends');
  });

  it('leaves its watchdog to the progress of its run', () => {
    const broadcast = aStartedBroadcast();

    expect(runScheduledBroadcast(broadcast, { seq: broadcast.planSeq }, secondsAfterNow(DAY))).toEqual({
      kind: 'watch',
    });
  });
});

describe('the watchdog', () => {
  it('fails a broadcast without progress for 24 hours', () => {
    expect(watchedBroadcast(aStartedBroadcast(), aRunState(), secondsAfterNow(DAY))).toMatchObject({
      broadcast: { state: 'failed', error: 'The platform made no progress for 24 hours.' },
      emits: 'salesbot.broadcast.failed',
    });
    expect(
      watchedBroadcast(aStartedBroadcast(), { run: undefined, control: undefined }, NOW).broadcast.state,
    ).toBe('failed');
  });

  it('waits for 24 hours after the last progress', () => {
    const { run, control } = aRunState();
    const progressAt = secondsAfterNow(100);
    const watched = watchedBroadcast(
      aStartedBroadcast(),
      { run: { ...run, progressAt }, control },
      secondsAfterNow(DAY),
    );

    expect(watched).toMatchObject({
      broadcast: { state: 'in_flight', due: { at: secondsAfterNow(DAY + 100), timer: false } },
      emits: undefined,
    });
  });

  it('fails a broadcast that is paused for 30 days, not earlier', () => {
    const { run, control } = aRunState();
    const state = { run, control: { ...control, pausedAt: NOW } };
    const at = (seconds: number) =>
      watchedBroadcast(aStartedBroadcast(), state, secondsAfterNow(seconds)).broadcast;

    expect(at(3 * DAY)).toMatchObject({ state: 'in_flight', due: { at: secondsAfterNow(30 * DAY) } });
    expect(at(30 * DAY)).toMatchObject({ state: 'failed', error: 'The broadcast was paused for 30 days.' });
  });
});

describe('a run', () => {
  it('plans its next attempt before it does anything', () => {
    const { run } = aRunState();

    expect(run.due).toEqual({ at: NOW, seq: 1, timer: true });
    expect(atJob(run, NOW)).toMatchObject({ attempts: 1, step: 1, due: { at: secondsAfterNow(60), seq: 2 } });
    expect(atJob({ ...run, attempts: 9 }, NOW).due?.at).toEqual(secondsAfterNow(900));
  });

  it('resolves page by page, then sends', () => {
    const { run } = aRunState();
    const first = afterPage(atJob(run, NOW), 'p1', secondsAfterNow(1));

    expect(first).toMatchObject({
      phase: 'resolving',
      cursor: 'p1',
      attempts: 0,
      progressAt: secondsAfterNow(1),
    });
    expect(afterPage(first, undefined, NOW)).toMatchObject({ phase: 'sending', cursor: null });
  });

  it('continues at a time, and has no job after its end', () => {
    const { run } = aRunState();

    expect(continuedAt(run, secondsAfterNow(9), NOW)).toMatchObject({
      step: 1,
      due: { at: secondsAfterNow(9), seq: 2 },
    });
    expect(endedRun(run, NOW)).toMatchObject({ phase: 'ended', due: null, dueSeq: 2 });
  });
});
