import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import { describe, expect, it } from 'vitest';
import { toEventItem } from '#shared/events/store/event-items.ts';
import { MalformedItemError } from '#shared/platform/core/errors.ts';
import { createTable } from '#shared/platform/store/table.ts';
import { createDynamoSweepStore } from '#shared/webhooks/store/dynamo-sweep-store.ts';
import { anEvent, NOW } from '#test/support/builders/platform/builders.ts';

describe('readEvents', () => {
  it('yields an error for each event that cannot be read, and the other events', async () => {
    const event = anEvent();
    const item = toEventItem(event);
    const broken = [Buffer.from([250, 1, 2]), Buffer.from([1, 255, 255]), 7].map((body) => ({
      ...item,
      body,
    }));
    const Items = [...broken, item].map((each) => marshall(each, { removeUndefinedValues: true }));
    const client: Pick<DynamoDBClient, 'send'> = { send: async () => ({ Items }) };
    const table = createTable(client as DynamoDBClient, 'core');
    const found: unknown[] = [];
    for await (const page of createDynamoSweepStore(table, table).readEvents({ minute: NOW, shard: 0 }))
      found.push(...page);

    expect(found).toHaveLength(4);
    for (const error of found.slice(0, 3)) expect(error).toBeInstanceOf(MalformedItemError);
    expect(found.at(-1)).toEqual(event);
  });
});
