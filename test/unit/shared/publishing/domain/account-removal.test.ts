import { describe, expect, it } from 'vitest';
import { jobTiming } from '#shared/platform/core/job-timing.ts';
import { afterPage, requestRemoval } from '#shared/publishing/domain/account-removal.ts';
import { secondsAfterNow, NOW } from '#test/support/builders/platform/command-builders.ts';
import { anAccount } from '#test/support/builders/publishing/account-builders.ts';

const account = anAccount({ id: 7 });
const requested = requestRemoval(account, NOW);

function toDeliveryJob({ due }: Pick<typeof requested, 'due'>) {
  const { seq, at } = due ?? { seq: 0, at: NOW };
  const place = { resource: 'account', id: account.uuid, workspaceId: account.workspaceId } as const;
  return { ...place, seq, dueAt: at.getTime() };
}

describe('an account removal', () => {
  it('is scheduled at once', () => {
    expect(requested).toEqual({
      workspaceId: account.workspaceId,
      uuid: account.uuid,
      accountId: 7,
      since: NOW,
      pass: 1,
      after: null,
      due: { at: NOW, seq: 1, timer: true },
      dueSeq: 1,
    });
    expect(jobTiming(requested.due, toDeliveryJob(requested), NOW)).toBe('due');
  });

  it('continues after the last post of a full page', () => {
    expect(afterPage(requested, 'p', secondsAfterNow(3))).toMatchObject({
      pass: 1,
      after: 'p',
      due: { at: secondsAfterNow(3), seq: 2 },
    });
  });

  it.each([
    [3, 60],
    [300, 300],
  ])('makes its second pass a minute after the request, or at once if that is over: %i s', (seconds, at) => {
    const second = afterPage({ ...requested, after: 'p' }, null, secondsAfterNow(seconds));

    expect(second).toMatchObject({ pass: 2, after: null, due: { at: secondsAfterNow(at), seq: 2 } });
  });

  it('is done after the second pass', () => {
    const second = afterPage(requested, null, secondsAfterNow(3));
    const done = afterPage(afterPage(second, 'p', secondsAfterNow(61)), null, secondsAfterNow(62));

    expect(done).toMatchObject({ due: null, dueSeq: 4 });
    expect(jobTiming(done.due, toDeliveryJob(second), secondsAfterNow(62))).toBe('outdated');
  });

  it('distinguishes current messages from late, early or unknown ones by its plan', () => {
    const second = afterPage(requested, null, secondsAfterNow(3));

    expect(jobTiming(second.due, toDeliveryJob(requested), secondsAfterNow(70))).toBe('outdated');
    expect(jobTiming(second.due, toDeliveryJob(second), secondsAfterNow(58.9))).toBe('early');
    expect(jobTiming(second.due, toDeliveryJob(second), secondsAfterNow(59))).toBe('due');
    expect(jobTiming(undefined, toDeliveryJob(requested), NOW)).toBe('outdated');
  });
});
