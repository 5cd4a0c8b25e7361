import { PutItemCommand } from '@aws-sdk/client-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import type { AwsParts, BenchEndpoint } from '#bench/memory/aws-parts.ts';
import { createDynamoClient } from '#packages/lean-aws-client/aws-clients.ts';
import { toDirectoryEntry } from '#shared/events/store/dynamo-endpoint-directory.ts';
import { directoryKeys } from '#shared/platform/store/keys.ts';
import { createTable } from '#shared/platform/store/table.ts';
import { bootstrapWorkspace } from '#shared/workspaces/store/bootstrap-workspace.ts';

/** A workspace whose endpoints are all subscribed to the event of the benchmark. */
export type PathWorkspace = {
  readonly workspaceId: string;
  readonly apiKey: string;
  readonly endpoints: readonly BenchEndpoint[];
};

/** The event of the benchmark. */
export const EVENT = 'salesbot.store.order_paid';

/** Creates a workspace with a directory of `count` endpoints, all of them at the URL of the parts. */
export async function makePathWorkspace(parts: AwsParts, count: number): Promise<PathWorkspace> {
  const client = createDynamoClient(process.env);
  const core = createTable(client, parts.environment['CORE_TABLE'] ?? '');
  const admins = [{ name: 'Ada', email: 'ada@example.com' }];
  const { workspaceId, apiKeys } = await bootstrapWorkspace(
    core,
    { name: 'Bench', timezone: 'UTC', admins },
    new Date(),
  );
  const endpoints: BenchEndpoint[] = [];
  while (endpoints.length < count) endpoints.push(await parts.addEndpoint());
  const subscriptions = [{ event: EVENT, channel: 'all' }] as const;
  const entries = endpoints.map(
    ({ id, settingsVersion }) =>
      [id, toDirectoryEntry({ enabled: true, settingsVersion, subscriptions })] as const,
  );
  for (const key of directoryKeys(workspaceId)) {
    const Item = marshall(
      { ...key, endpoints: Object.fromEntries(entries), shards: {} },
      { removeUndefinedValues: true },
    );
    await client.send(new PutItemCommand({ TableName: core.name, Item }));
  }
  client.destroy();
  const [apiKey = ''] = apiKeys;
  return { workspaceId, apiKey, endpoints };
}
