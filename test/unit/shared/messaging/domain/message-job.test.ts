import { describe, expect, it } from 'vitest';
import { decideMessageJob, LEASE_MS, nextAttemptAt } from '#shared/messaging/domain/message-job.ts';
import { claimed, endOfLife } from '#shared/messaging/domain/message-progress.ts';
import { anOutgoingMessage } from '#test/support/builders/messaging/message-builders.ts';
import { NOW, secondsAfterNow } from '#test/support/builders/platform/command-builders.ts';

const queued = anOutgoingMessage();
const seqOf = (message: typeof queued) => ({ seq: message.due?.seq ?? -1 });
const sending = claimed(queued, { token: 't', until: new Date(NOW.getTime() + LEASE_MS) }, NOW);

describe('decideMessageJob', () => {
  it('sends a queued message whose time has come', () => {
    expect(decideMessageJob(queued, seqOf(queued), NOW)).toEqual({ kind: 'send' });
  });

  it.each([
    ['the message is gone', undefined, { seq: 1 }],
    ['the message has changed since', sending, seqOf(queued)],
    ['nothing is due', { ...queued, due: null }, { seq: 1 }],
    ['the state has no job', { ...queued, status: 'sent' } as const, seqOf(queued)],
  ])('does nothing if %s', (_, message, job) => {
    expect(decideMessageJob(message, job, secondsAfterNow(3600))).toEqual({ kind: 'outdated' });
  });

  it('waits for the time of the job', () => {
    expect(decideMessageJob(sending, seqOf(sending), secondsAfterNow(59))).toEqual({
      kind: 'early',
      at: secondsAfterNow(60),
    });
  });

  it('ends a lease, and a message that waited for a day', () => {
    expect(decideMessageJob(sending, seqOf(sending), secondsAfterNow(60))).toEqual({ kind: 'lose' });
    expect(decideMessageJob(queued, seqOf(queued), endOfLife(queued))).toEqual({ kind: 'expire' });
  });
});

describe('nextAttemptAt', () => {
  it.each([
    [1, 5],
    [2, 10],
    [3, 20],
    [6, 160],
    [7, 300],
    [30, 300],
  ])('waits after attempt %i for %i s', (attempts, seconds) => {
    expect(nextAttemptAt({ ...queued, attempts }, null, NOW)).toEqual(secondsAfterNow(seconds));
  });

  it('prefers the wait that the provider requests, up to the end of the life of the message', () => {
    expect(nextAttemptAt({ ...queued, attempts: 1 }, 900_000, NOW)).toEqual(secondsAfterNow(900));
    expect(nextAttemptAt({ ...queued, attempts: 1 }, 1e10, NOW)).toEqual(endOfLife(queued));
  });
});
