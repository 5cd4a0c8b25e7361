import { randomUUID } from 'node:crypto';
import { createDynamoClient } from '#packages/lean-aws-client/aws-clients.ts';
import { newPage } from '#shared/biolinks/domain/page-edit.ts';
import { createDynamoPageStore } from '#shared/biolinks/store/dynamo-page-store.ts';
import { newBroadcast } from '#shared/broadcasts/domain/broadcast-edit.ts';
import { createDynamoBroadcastStore } from '#shared/broadcasts/store/dynamo-broadcast-store.ts';
import type { CommandContext } from '#shared/platform/core/change.ts';
import { newId } from '#shared/platform/runtime/ids.ts';
import { createTable } from '#shared/platform/store/table.ts';
import { newPost } from '#shared/publishing/domain/post-edit.ts';
import { createDynamoPostStore } from '#shared/publishing/store/dynamo-post-store.ts';
import { bootstrapWorkspace } from '#shared/workspaces/store/bootstrap-workspace.ts';

/** What the update operations need: a key with every permission, and one resource of each kind. */
export type HotWorkspace = {
  readonly workspaceId: string;
  readonly apiKey: string;
  readonly page: string;
  readonly broadcast: string;
  readonly post: string;
};

/** Creates it in this table, with the DynamoDB endpoint of the environment. */
export async function makeHotWorkspace(tableName: string): Promise<HotWorkspace> {
  const now = new Date();
  const client = createDynamoClient(process.env);
  const core = createTable(client, tableName);
  const newWorkspace = {
    name: 'Bench',
    timezone: 'UTC',
    admins: [{ name: 'Ada', email: 'ada@example.com' }],
  };
  const { workspaceId, apiKeys } = await bootstrapWorkspace(core, newWorkspace, now);
  const identity = () => ({ id: newId(now), workspaceId });
  const message = { type: 'text', body: 'Everything is 20 % off.' } as const;
  const broadcast = newBroadcast(
    identity(),
    {
      name: 'Spring sale',
      sender: 'external',
      sending: null,
      message,
      channel: 'all',
      audience: null,
      requiresApproval: false,
    },
    now,
  );
  const page = newPage({ ...identity(), slug: 'bench', theme: 'paper' }, { title: 'Ada Lovelace' }, now);
  const versions = [{ accountId: 0, isOriginal: true, content: [], options: {} }];
  const post = newPost(
    identity(),
    { accounts: [], tags: [], date: null, time: null, versions },
    { timezone: 'UTC', scheduledAt: null },
    now,
  );
  await createDynamoBroadcastStore(core).create(broadcast, context(now));
  await createDynamoPageStore(core).create(page, context(now));
  await createDynamoPostStore(core).create(post, context(now));
  client.destroy();
  const [apiKey = ''] = apiKeys;
  return { workspaceId, apiKey, page: page.id, broadcast: broadcast.id, post: post.id };
}

function context(at: Date): CommandContext {
  const change = {
    actor: { kind: 'system' },
    operation: 'bench',
    requestId: '-',
    nonce: randomUUID(),
    at,
  } as const;
  return { change, idempotencyRecord: null };
}
