import type { DynamoDBRecord } from 'aws-lambda';
import { beforeEach, describe, expect, it } from 'vitest';
import { createQuarantine } from '#shared/platform/queues/quarantine.ts';
import { forAllTests } from '#test/support/fixtures/platform/for-tests.ts';
import { startSqsFixture } from '#test/support/fixtures/platform/queue-fixture.ts';
import { insertOf } from '#test/support/fixtures/platform/stream-record.ts';

const KEYS = { pk: { S: 'EV#x' }, sk: { S: 'x' } };

/** A record whose image contains a text of this length. */
function aRecord(text: string): DynamoDBRecord {
  const record = insertOf({ kind: 'event', text }, '13');
  return { ...record, dynamodb: { ...record.dynamodb, Keys: KEYS } };
}

describe('queue quarantine', () => {
  const fixture = forAllTests(startSqsFixture, 'stop');
  beforeEach(() => fixture.empty());
  async function quarantine(record: DynamoDBRecord): Promise<unknown[]> {
    await createQuarantine(fixture.client, fixture.queueUrl)(record);
    return fixture.messages().map(({ body }): unknown => JSON.parse(body));
  }

  it('stores a whole record, whatever characters it contains', async () => {
    const record = aRecord('Zoë 🥐 \u0000\uFFFE\uFFFF \uD800');

    expect(await quarantine(record)).toEqual([record]);
  });

  it.each([0, 900_000])('stores a whole record of %i characters', async (length) => {
    const record = aRecord('x'.repeat(length));

    expect(await quarantine(record)).toEqual([record]);
  });

  it.each([
    ['in characters', 'x'.repeat(1_000_001)],
    ['once it is escaped', '🥐'.repeat(100_000)],
  ])('stores the address of a record that is larger than a message %s', async (_, text) => {
    expect(await quarantine(aRecord(text))).toEqual([
      { eventName: 'INSERT', dynamodb: { Keys: KEYS, SequenceNumber: '13' } },
    ]);
  });

  it('fails when the queue is unavailable, so that the batch is retried', async () => {
    const lost = createQuarantine(fixture.client, `${fixture.queueUrl}-unknown`);

    await expect(lost(aRecord('x'))).rejects.toThrow();
  });
});
