import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { KMSClient } from '@aws-sdk/client-kms';
import type { ExampleApi } from '#local/example/example-api.ts';
import { createDynamoApiKeyStore } from '#shared/platform/identity/store/dynamo-api-key-store.ts';
import { createDynamoWorkspaceStore } from '#shared/platform/identity/store/dynamo-workspace-store.ts';
import { hashApiKey } from '#shared/platform/runtime/api-key.ts';
import { type Clock, systemClock } from '#shared/platform/runtime/clock.ts';
import { createBucketKeys } from '#shared/platform/runtime/secrets/bucket-keys.ts';
import { createKmsCipher } from '#shared/platform/runtime/secrets/kms-cipher.ts';
import { createSecretBox } from '#shared/platform/runtime/secrets/secret-box.ts';
import { systemRandom } from '#shared/platform/runtime/system-random.ts';
import { createDynamoBucketKeyStore } from '#shared/platform/store/dynamo-bucket-key-store.ts';
import { createTable, type WritableTable } from '#shared/platform/store/table.ts';
import type { History } from './history.ts';

/** Where the example workspace is stored. */
export type ExampleTables = {
  readonly coreTable: string;
  readonly deliveryTable: string;
  /** The KMS key of the secrets of endpoints. */
  readonly signingKeyId: string;
};

/** Opens the tables of the example workspace for its owner, whose key this is. */
export async function openHistory(
  { coreTable, deliveryTable, signingKeyId }: ExampleTables,
  options: {
    readonly api: ExampleApi;
    readonly apiKey: string;
    readonly receiverUrl: string;
    readonly endsAt: Date;
    readonly clock?: Clock;
  },
): Promise<History> {
  const { api, apiKey, receiverUrl, endsAt, clock = systemClock } = options;
  const client = new DynamoDBClient();
  const core = createTable(client, coreTable);
  const key = await createDynamoApiKeyStore(core).findByHash(hashApiKey(apiKey));
  if (!key) throw new Error('the key of the example workspace was deleted');
  const workspaces = createDynamoWorkspaceStore(core);
  const { id: keyId, workspaceId, memberId } = key;
  const workspace = await workspaces.find(workspaceId);
  const member = await workspaces.findMember(workspaceId, memberId);
  if (!workspace || !member) throw new Error('the owner has left the example workspace');
  return {
    core,
    deliveries: createTable(client, deliveryTable),
    api,
    secrets: createSecrets(core, signingKeyId, clock),
    workspaceId,
    timezone: workspace.timezone,
    owner: { kind: 'key', key: keyId, member: memberId, name: member.name },
    receiverUrl,
    endsAt,
    clock,
  };
}

function createSecrets(core: WritableTable, keyId: string, clock: Clock): History['secrets'] {
  const cipher = createKmsCipher(new KMSClient(), keyId);
  const store = createDynamoBucketKeyStore(core, clock);
  const keys = createBucketKeys({ store, cipher, clock, random: systemRandom, recoveryKey: undefined });
  return createSecretBox({ keys, cipher, clock });
}
