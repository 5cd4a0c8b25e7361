import { randomUUID } from 'node:crypto';
import type { DynamoDBClient, QueryCommandInput } from '@aws-sdk/client-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import { describe, expect, it } from 'vitest';
import { QueryCommand } from '#packages/lean-aws-client/dynamo-commands.ts';
import { hashContact } from '#shared/events/runtime/contact-hash.ts';
import { toEventItem } from '#shared/events/store/event-items.ts';
import { createTable, type Item } from '#shared/platform/store/table.ts';
import { createDynamoErasureScans } from '#shared/privacy/store/dynamo-erasure-scans.ts';
import { anEvent, anEventAbout } from '#test/support/builders/events/event-builders.ts';
import { NOW } from '#test/support/builders/platform/command-builders.ts';

/** Scans over a table that returns these items for each query, and the queries. */
function respondingWith(items: readonly Item[]) {
  const queries: QueryCommandInput[] = [];
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
  it('skips and reports items that cannot be read', async () => {
    const [event, contact] = [{ ...toEventItem(anEventAbout('ada')) }, hashContact('ada')];
    const broken = [
      ...['body', 'workspaceId', 'test'].map((name) => ({ ...event, [name]: 7 })),
      { ...event, body: Buffer.from([250, 1, 2]) },
      { ...event, body: '{"data":' },
    ].map((item, index) => ({ ...item, sk: `broken-${index}` }));
    const { scans } = respondingWith([...broken, event]);
    const { events, unreadable } = await scans.readMinute(NOW, [event.workspaceId]);

    expect(events).toEqual([{ id: event.sk, workspaceId: event.workspaceId, contact }]);
    expect(unreadable).toEqual(broken.map(({ sk }) => sk));
  });

  it('reports neither redacted events nor test events nor events without a contact', async () => {
    const event = { ...toEventItem(anEvent({ body: '{"data":{}}' })) };
    const { scans } = respondingWith([event, { ...event, body: '' }, { ...event, test: true, body: '' }]);

    expect(await scans.readMinute(NOW, [event.workspaceId])).toMatchObject({ events: [], unreadable: [] });
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
