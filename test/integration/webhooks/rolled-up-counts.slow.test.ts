import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import * as sweepDeliveries from '#functions/webhooks/sweep-deliveries/index.ts';
import { HOUR_MS } from '#shared/platform/core/time-units.ts';
import { COUNTED_MS, startOf } from '#shared/webhooks/domain/attempt-counter.ts';
import { sumOf, tallyOf, toTallyText } from '#shared/webhooks/domain/attempt-tally.ts';
import { anAttempt } from '#test/support/builders/webhooks/delivery-builders.ts';
import { forEachTest } from '#test/support/fixtures/platform/for-tests.ts';
import { CONTEXT, startLocalCloud } from '#test/support/fixtures/platform/stacks/local-cloud.ts';

const ONE = tallyOf(anAttempt({ outcome: 'success', statusCode: 200 }));

describe('the counts of a past hour', () => {
  const cloud = forEachTest(startLocalCloud, 'stop');

  it('are added up by the minute sweep, and not added again by its later runs', async () => {
    const { clock, stores } = cloud;
    const place = { workspaceId: randomUUID(), endpointId: randomUUID(), shard: 0 };
    const hour = startOf(clock(), HOUR_MS);
    const counter = { ...place, bucket: startOf(clock(), COUNTED_MS), writer: 'a1b2c3' };
    await stores.counts.put(counter, { batch: 1, excluded: [] }, sumOf([ONE, ONE, ONE]));
    await stores.counts.announce(counter, hour, clock());
    for (const seconds of [0, 4200, 60]) {
      clock.advance(seconds);
      await cloud.start('sweep-deliveries', sweepDeliveries)({}, CONTEXT);
    }

    const endpoint = { workspaceId: place.workspaceId, id: place.endpointId, shards: 1 };
    const to = new Date(hour.getTime() + HOUR_MS);
    const spans = await stores.counts.read(endpoint, { from: hour, to, isFine: false }, to);
    expect(toTallyText(sumOf(spans.map(({ tally }) => tally)))).toBe(toTallyText(sumOf([ONE, ONE, ONE])));
  });
});
