import { UpdateItemCommand } from '#packages/lean-aws-client/dynamo-commands.ts';
import { isServiceError } from '#packages/lean-aws-client/service-errors.ts';
import { HOUR_MS } from '#shared/platform/core/time-units.ts';
import type { ApiKeyStore } from '#shared/platform/identity/workspace-store.ts';
import { marshall } from '#shared/platform/store/attribute-values.ts';
import { apiKeyKey } from '#shared/platform/store/keys.ts';
import type { WritableTable } from '#shared/platform/store/table.ts';
import { fromApiKeyItem } from './workspace-items.ts';

/** API keys in the core table, each found with one read by its hash. */
export function createDynamoApiKeyStore(table: WritableTable): ApiKeyStore {
  return {
    async findByHash(hash) {
      const item = await table.get(apiKeyKey(hash));
      return item && fromApiKeyItem(item);
    },

    async recordKeyUse(key, now) {
      const hourAgo = now.getTime() - HOUR_MS;
      if (key.lastUsedAt && key.lastUsedAt.getTime() > hourAgo) return;
      try {
        await table.client.send(
          new UpdateItemCommand({
            TableName: table.name,
            Key: marshall(apiKeyKey(key.hash)),
            UpdateExpression: 'SET lastUsedAt = :now',
            // Many containers race at the top of the hour; only one of them writes.
            ConditionExpression:
              'attribute_exists(pk) AND (attribute_not_exists(lastUsedAt) OR lastUsedAt <= :hour_ago)',
            ExpressionAttributeValues: marshall({ ':now': now.getTime(), ':hour_ago': hourAgo }),
          }),
        );
      } catch (error) {
        if (!isServiceError(error, 'ConditionalCheckFailedException')) throw error;
      }
    },
  };
}
