import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import { describe, expect, it } from 'vitest';
import { toEventItem } from '#shared/events/store/event-items.ts';
import { MalformedItemError } from '#shared/platform/core/errors.ts';
import { createTable } from '#shared/platform/store/table.ts';
import { createDynamoSweepStore } from '#shared/webhooks/store/dynamo-sweep-store.ts';
import { anEvent } from '#test/support/builders/events/event-builders.ts';
import { NOW } from '#test/support/builders/platform/command-builders.ts';

const event = anEvent();
const item = toEventItem(event);

/** A sweep store on a table that responds with this. */
function storeOn(response: unknown) {
  const client: Pick<DynamoDBClient, 'send'> = { send: async () => response };
  const table = createTable(client as DynamoDBClient, 'core');
  return createDynamoSweepStore(table, table);
}

const marshalled = (value: Record<string, unknown>) => marshall(value, { removeUndefinedValues: true });

describe('readEvents', () => {
  it('yields an error for each event that cannot be read, and the other events', async () => {
    const broken = [Buffer.from([250, 1, 2]), 'x', 7].map((matches) => ({ ...item, matches }));
    const store = storeOn({ Items: [...broken, { ...item, recordedAt: 'x' }, item].map(marshalled) });
    const found: unknown[] = [];
    for await (const page of store.readEvents({ minute: NOW, shard: 0 })) found.push(...page);

    expect(found).toHaveLength(5);
    for (const error of found.slice(0, 4)) expect(error).toBeInstanceOf(MalformedItemError);
    expect(found.at(-1)).toEqual({ id: event.id, recordedAt: event.recordedAt, matches: event.matches });
  });
});

describe('readEvent', () => {
  it.each([[Buffer.from([250, 1, 2])], [Buffer.from([1, 255, 255])], [7]])(
    'throws for an event with the malformed body %j',
    async (body) => {
      await expect(storeOn({ Item: marshalled({ ...item, body }) }).readEvent(event.id)).rejects.toThrow(
        MalformedItemError,
      );
    },
  );
});

describe('resumeShards', () => {
  const minutesOf = async (cursor: Record<string, unknown>) =>
    (await storeOn({ Item: marshalled(cursor) }).resumeShards('events', NOW)).map((minute) =>
      minute.toISOString().slice(11, 16),
    );

  it('starts where the single cursor of an earlier version stood, in the middle of a minute', async () => {
    expect(await minutesOf({ nextBucket: '2026-11-20T10:07#05' })).toEqual([
      ...Array.from({ length: 5 }, () => '10:08'),
      ...Array.from({ length: 11 }, () => '10:07'),
    ]);
  });

  it('prefers the cursor of a shard to the single one', async () => {
    const cursor = {
      nextBucket: '2026-11-20T10:07#05',
      shard0: '2026-11-20T10:30',
      shard15: '2026-11-20T10:31',
    };
    const minutes = await minutesOf(cursor);

    expect([minutes[0], minutes[1], minutes[14], minutes[15]]).toEqual(['10:30', '10:08', '10:07', '10:31']);
  });

  it.each([[{}], [{ nextBucket: '10:07' }], [{ nextBucket: '2026-11-20T10:07#05', shard3: 'x' }]])(
    'throws for the malformed cursor %j, instead of starting somewhere',
    async (cursor) => {
      await expect(minutesOf({ pk: 'SWEEP', sk: 'events', ...cursor })).rejects.toThrow(MalformedItemError);
    },
  );
});
