import { randomUUID } from 'node:crypto';
import { marshall } from '@aws-sdk/util-dynamodb';
import { TransactWriteItemsCommand } from '#packages/lean-aws-client/dynamo-commands.ts';
import { isServiceError } from '#packages/lean-aws-client/service-errors.ts';
import { directoryKeys, type Key } from '#shared/platform/store/keys.ts';
import type { WritableTable } from '#shared/platform/store/table.ts';
import type { EndpointShards } from '#shared/webhooks/ports/endpoint-shards.ts';
import { endpointKey, targetKey } from './keys.ts';

/**
 * The shards of endpoints in the core table. The transaction uses no other attribute of the items and requests no values, because the
 * grant of its function allows nothing else. It writes no `lastChange`: no command caused it, so the audit log has no entry.
 */
export function createDynamoEndpointShards(table: WritableTable): EndpointShards {
  return {
    async grow({ workspaceId, endpointId, shards: before }, shards) {
      const setNumber = (key: Key) => ({
        TableName: table.name,
        Key: marshall(key),
        UpdateExpression: 'SET shards = :shards',
        // Closes the races with another run, and with the deletion: it removes the endpoint and its entries in one transaction.
        ConditionExpression: 'shards = :before',
        ExpressionAttributeValues: marshall({ ':shards': shards, ':before': before }),
      });
      const setEntry = (key: Key) => ({
        TableName: table.name,
        Key: marshall(key),
        UpdateExpression: 'SET shards.#id = :shards',
        ExpressionAttributeNames: { '#id': endpointId },
        ExpressionAttributeValues: marshall({ ':shards': shards }),
      });
      const updates = [
        setNumber(endpointKey(endpointId)),
        setNumber(targetKey(endpointId)),
        ...directoryKeys(workspaceId).map(setEntry),
      ];
      const TransactItems = updates.map((Update) => ({ Update }));
      try {
        await table.client.send(
          new TransactWriteItemsCommand({ TransactItems, ClientRequestToken: randomUUID() }),
        );
        return true;
      } catch (error) {
        // The next sample of the same minute tries again if another transaction held an item.
        if (isServiceError(error, 'TransactionCanceledException')) return false;
        throw error;
      }
    },
  };
}
