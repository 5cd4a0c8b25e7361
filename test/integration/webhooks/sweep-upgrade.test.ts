import { PutItemCommand } from '@aws-sdk/client-dynamodb';
import { expect, it } from 'vitest';
import { consumer } from '#functions/webhooks/sweep-deliveries/consumer.ts';
import { deliveryIdFor, shardOfId } from '#shared/platform/runtime/ids.ts';
import { minuteOf } from '#shared/platform/store/keys.ts';
import { planDeliveries } from '#shared/webhooks/domain/delivery-message.ts';
import { forEachTest } from '#test/support/fixtures/platform/for-tests.ts';
import { createDynamoFixture } from '#test/support/fixtures/platform/platform-fixture.ts';
import { startEmulator } from '#test/support/fixtures/platform/stacks/emulator.ts';
import { createSweepFixture } from '#test/support/fixtures/webhooks/sweep-fixture.ts';

const { parts } = consumer.source;
const emulator = forEachTest(startEmulator, 'stop');
const platform = forEachTest(() => createDynamoFixture(emulator.core, emulator.deliveries));

/** The cursor of an earlier version: one for all shards of a scan. */
async function storeSingleCursor(scan: string, nextBucket: string): Promise<void> {
  const Item = { pk: { S: 'SWEEP' }, sk: { S: scan }, nextBucket: { S: nextBucket } };
  await emulator.client.send(new PutItemCommand({ TableName: emulator.deliveries.name, Item }));
}

it('continues the backlog of an earlier version in the middle of a minute, and loses nothing', async () => {
  const fixture = createSweepFixture(platform);
  const { clock } = fixture;
  const interrupted = clock();
  const first = await Promise.all(Array.from({ length: 48 }, () => fixture.record()));
  clock.advance(60);
  const second = await Promise.all(Array.from({ length: 16 }, () => fixture.record()));
  clock.advance(600);
  await storeSingleCursor('events', `${minuteOf(interrupted)}#05`);
  await storeSingleCursor('due', `${minuteOf(clock())}#00`);

  for (let index = 0; index < parts; index += 1) await fixture.run({ index, of: parts });

  const left = [...first.filter(({ id }) => shardOfId(id) >= 5), ...second];
  const expected = left.flatMap((event) => planDeliveries(event, deliveryIdFor)).map((job) => job.deliveryId);
  expect(
    fixture
      .queued()
      .map(({ id }) => id)
      .toSorted(),
  ).toEqual(expected.toSorted());
  expect(left.length).toBeLessThan(first.length + second.length);

  fixture.queue.sent.length = 0;
  clock.advance(60);
  for (let index = 0; index < parts; index += 1) await fixture.run({ index, of: parts });
  expect(fixture.queued()).toEqual([]);
});
