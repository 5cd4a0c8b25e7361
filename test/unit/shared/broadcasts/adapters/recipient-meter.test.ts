import { describe, expect, it } from 'vitest';
import { createRecipientMeter } from '#shared/broadcasts/adapters/recipient-meter.ts';
import type { RecipientStatus } from '#shared/broadcasts/domain/recipient-machine.ts';
import type { MessagePlatform } from '#shared/messaging/domain/message-platform.ts';
import { aRecipient } from '#test/support/builders/broadcasts/platform-builders.ts';

/** What is counted for a recipient that goes through these statuses, each with the price that is reserved then. */
function countedFor(
  steps: readonly (readonly [RecipientStatus, number])[],
  platform: MessagePlatform = 'sms',
): readonly string[] {
  const counted: string[] = [];
  const meter = createRecipientMeter({ add: ({ name }, value) => void counted.push(`${name} ${value}`) });
  let before = aRecipient();
  for (const [status, price] of steps) {
    const after = { ...before, status, price };
    meter.changed(before, after, platform);
    before = after;
  }
  return counted;
}

describe('the meter of recipients', () => {
  it('counts the price of a claimed message in dollars', () => {
    expect(countedFor([['sending', 813]])).toEqual(['BroadcastSpend 0.00813']);
  });

  it('subtracts the price of a message that was certainly not sent', () => {
    const deferred = [
      ['sending', 813],
      ['pending', 0],
    ] as const;

    expect(countedFor(deferred)).toEqual(['BroadcastSpend 0.00813', 'BroadcastSpend -0.00813']);
  });

  it('counts one result of a message that is sent and delivered', () => {
    const delivered = [
      ['sending', 0],
      ['sent', 0],
      ['delivered', 0],
      ['read', 0],
    ] as const;

    expect(countedFor(delivered)).toEqual(['BroadcastResults 1']);
  });

  it.each([
    ['that AWS rejects', ['sending', 'failed']],
    ['that fails after AWS accepted it', ['sending', 'sent', 'failed']],
    ['that fails after its result was unknown', ['sending', 'unknown', 'failed']],
  ] as const)('counts one result and one failure of a message %s', (_, statuses) => {
    expect(countedFor(statuses.map((status) => [status, 0]))).toEqual([
      'BroadcastResults 1',
      'BroadcastFailures 1',
    ]);
  });

  it('counts nothing for a recipient that is skipped, or whose result is unknown', () => {
    expect(countedFor([['skipped', 0]])).toEqual([]);
    const unknown = [
      ['sending', 0],
      ['unknown', 0],
    ] as const;
    expect(countedFor(unknown)).toEqual([]);
  });

  it('does not count a change without a new status as a result', () => {
    const repeated = [
      ['failed', 0],
      ['failed', 0],
    ] as const;

    expect(countedFor(repeated)).toEqual(['BroadcastResults 1', 'BroadcastFailures 1']);
  });

  it('counts nothing for the sandbox, which reaches nobody', () => {
    const failed = [
      ['sending', 1000],
      ['failed', 0],
    ] as const;

    expect(countedFor(failed, 'sandbox')).toEqual([]);
  });
});
