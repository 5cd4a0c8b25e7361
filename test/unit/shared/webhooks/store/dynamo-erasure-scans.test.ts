import { randomUUID } from 'node:crypto';
import { type DynamoDBClient, QueryCommand } from '@aws-sdk/client-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import { describe, expect, it } from 'vitest';
import { toEventItem } from '#shared/events/store/event-items.ts';
import { hashContact } from '#shared/platform/runtime/contact-hash.ts';
import { createTable, type Item } from '#shared/platform/store/table.ts';
import { createDynamoErasureScans } from '#shared/webhooks/store/dynamo-erasure-scans.ts';
import { aContext, anEventAbout, NOW } from '#test/support/builders/platform/builders.ts';

/** Scans over a table that returns these items for each query, and the queries. */
function respondingWith(items: readonly Item[]) {
  const queries: QueryCommand['input'][] = [];
  const response: Pick<DynamoDBClient, 'send'> = {
    async send(command: unknown) {
      if (command instanceof QueryCommand) queries.push(command.input);
      const Items =
        queries.length === 1 ? items.map((item) => marshall(item, { removeUndefinedValues: true })) : [];
      return { Items, ConsumedCapacity: { CapacityUnits: 0.5 } };
    },
  };
  const table = createTable(response as DynamoDBClient, 'core');
  return { scans: createDynamoErasureScans(table, table), queries };
}

describe('readMinute', () => {
  it('skips items that cannot be parsed', async () => {
    const [event, contact] = [{ ...toEventItem(anEventAbout('ada'), aContext().change) }, hashContact('ada')];
    const broken = ['body', 'workspaceId', 'test'].map((name) => ({ ...event, [name]: 7 }));
    const { scans } = respondingWith([...broken, event]);
    const { events } = await scans.readMinute(NOW, [event.workspaceId]);

    expect(events).toContainEqual({ id: event.sk, workspaceId: event.workspaceId, contact });
  });

  it('queries 100 workspaces, the limit of DynamoDB, or all of them', async () => {
    const filters = async (workspaces: number) => {
      const { scans, queries } = respondingWith([]);
      await scans.readMinute(
        NOW,
        Array.from({ length: workspaces }, () => randomUUID()),
      );
      return queries.map(({ FilterExpression }) => FilterExpression?.split(',').length);
    };

    expect(await filters(100)).toEqual(Array.from({ length: 16 }, () => 100));
    expect(await filters(101)).toEqual(Array.from({ length: 16 }, () => undefined));
  });

  it('counts the read units of all queries', async () => {
    const { scans } = respondingWith([]);

    expect((await scans.readMinute(NOW, ['w'])).readUnits).toBe(8);
  });
});
