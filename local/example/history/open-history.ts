import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { KMSClient } from '@aws-sdk/client-kms';
import { createDynamoApiKeyStore } from '#shared/platform/identity/store/dynamo-api-key-store.ts';
import { createDynamoWorkspaceStore } from '#shared/platform/identity/store/dynamo-workspace-store.ts';
import { hashApiKey } from '#shared/platform/runtime/api-key.ts';
import { systemClock } from '#shared/platform/runtime/clock.ts';
import { createBucketKeys } from '#shared/platform/runtime/secrets/bucket-keys.ts';
import { createKmsCipher } from '#shared/platform/runtime/secrets/kms-cipher.ts';
import { createSecretBox } from '#shared/platform/runtime/secrets/secret-box.ts';
import { systemRandom } from '#shared/platform/runtime/system-random.ts';
import { createDynamoBucketKeyStore } from '#shared/platform/store/dynamo-bucket-key-store.ts';
import { createTable } from '#shared/platform/store/table.ts';
import type { History } from './history.ts';

/** Where the example workspace is stored. */
export type ExampleTables = {
  readonly coreTable: string;
  readonly deliveryTable: string;
  /** The KMS key of the secrets of endpoints. */
  readonly signingKeyId: string;
};

type HistoryTables = Pick<History, 'core' | 'deliveries' | 'secrets'>;

/** Opens the tables with the clients of the process. */
export function openTables({ coreTable, deliveryTable, signingKeyId }: ExampleTables): HistoryTables {
  const client = new DynamoDBClient();
  const core = createTable(client, coreTable);
  const cipher = createKmsCipher(new KMSClient(), signingKeyId);
  const store = createDynamoBucketKeyStore(core, systemClock);
  const keys = createBucketKeys({
    store,
    cipher,
    clock: systemClock,
    random: systemRandom,
    recoveryKey: undefined,
  });
  return {
    core,
    deliveries: createTable(client, deliveryTable),
    secrets: createSecretBox({ keys, cipher, clock: systemClock }),
  };
}

/** The history of the workspace of a key, whose member is the owner. */
export async function openHistory(
  tables: HistoryTables,
  options: Pick<History, 'api' | 'receiverUrl' | 'endsAt' | 'clock'> & { readonly apiKey: string },
): Promise<History> {
  const { core } = tables;
  const { apiKey, ...others } = options;
  const key = await createDynamoApiKeyStore(core).findByHash(hashApiKey(apiKey));
  if (!key) throw new Error('the key of the example workspace was deleted');
  const workspaces = createDynamoWorkspaceStore(core);
  const { id: keyId, workspaceId, memberId } = key;
  const workspace = await workspaces.find(workspaceId);
  const member = await workspaces.findMember(workspaceId, memberId);
  if (!workspace || !member) throw new Error('the owner has left the example workspace');
  return {
    ...tables,
    ...others,
    workspaceId,
    timezone: workspace.timezone,
    owner: { kind: 'key', key: keyId, member: memberId, name: member.name },
  };
}
