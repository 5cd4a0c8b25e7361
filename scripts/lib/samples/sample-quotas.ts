import { randomUUID } from 'node:crypto';
import { DynamoDBClient, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import * as v from 'valibot';
import type { Running } from '#scripts/lib/stack/running.ts';
import { countedLimit, QUOTA_KINDS } from '#shared/platform/core/workspace-quotas.ts';
import { quotaKey } from '#shared/platform/store/keys.ts';
import { createPartlyFailed } from './sample-broadcasts.ts';
import { createLoneAdmin } from './sample-workspaces.ts';
import { sendRequest } from './send-request.ts';

const responseSchema = v.object({ data: v.object({ id: v.string() }) });

/**
 * Creates another workspace with a post, and uses up all its quotas. The placeholders of the workspace and the key then mean this
 * workspace, so that later samples still have room in theirs.
 */
export async function prepareUsedUpQuotas(running: Running): Promise<Record<string, string>> {
  const { loneWorkspaceId: workspaceId = '', loneAdminKey: apiKey = '' } = await createLoneAdmin(running);
  const versions = [{ account_id: 0, is_original: true, content: [{ body: 'Sample' }] }];
  const response = await sendRequest({ ...running, apiKey }, 'POST', `/os/api/${workspaceId}/posts`, {
    versions,
  });
  const broadcastId = await createPartlyFailed({ ...running, apiKey });
  const client = new DynamoDBClient({
    endpoint: running.dynamodbUrl,
    region: 'us-east-1',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  });
  for (const kind of QUOTA_KINDS) {
    const Item = marshall({ ...quotaKey(workspaceId, kind), used: countedLimit(kind), changes: 1 });
    await client.send(new PutItemCommand({ TableName: running.coreTable, Item }));
  }
  client.destroy();
  return {
    workspaceId,
    apiKey,
    broadcastId,
    postId: v.parse(responseSchema, response).data.id,
    freeSlug: `sample-${randomUUID()}`,
  };
}
