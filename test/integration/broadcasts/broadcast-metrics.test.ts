import { beforeEach, describe, expect, it } from 'vitest';
import { dollarsOf } from '#shared/broadcasts/domain/price.ts';
import { aPhoneEndingIn, startBroadcastWorld } from '#test/support/fixtures/broadcasts/broadcast-world.ts';
import { forAllTests } from '#test/support/fixtures/platform/for-tests.ts';
import { startLocalCloud } from '#test/support/fixtures/platform/stacks/local-cloud.ts';

const cloud = forAllTests(startLocalCloud, 'stop');
beforeEach(() => cloud.tidy());

/** The sum of the values that the consumers have written of a metric. */
function sumOf(name: string): number {
  return cloud.metricLines
    .flatMap((line) => [JSON.parse(line)[name] ?? []].flat())
    .reduce((sum: number, value: unknown) => sum + Number(value), 0);
}

describe('the metrics of a broadcast', () => {
  it('have what its budget has paid, its results, and the failures that receipts report', async () => {
    // Delivered, rejected, throttled once and then delivered, and accepted before a receipt reports that it failed.
    const phones = ['10', '01', '03', '06'].map((digits) => aPhoneEndingIn(digits));
    const world = await startBroadcastWorld(cloud, phones, { sending: { platform: 'sms' } });
    await world.finish();

    const { reserved } = (await world.state()).control;
    expect(await world.outcomes()).toEqual([
      'delivered',
      'failed message_rejected',
      'delivered',
      'failed destination_unreachable',
    ]);
    expect(reserved).toBeGreaterThan(0);
    expect(sumOf('BroadcastSpend')).toBeCloseTo(dollarsOf(reserved), 5);
    expect(sumOf('BroadcastResults')).toBe(4);
    expect(sumOf('BroadcastFailures')).toBe(2);
  });

  it('do not contain the sandbox', async () => {
    const world = await startBroadcastWorld(cloud, [aPhoneEndingIn('10'), aPhoneEndingIn('01')]);
    await world.finish();

    expect((await world.state()).control.reserved).toBeGreaterThan(0);
    expect(cloud.metricLines.filter((line) => line.includes('Broadcast'))).toEqual([]);
  });
});
