import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CreateTableCommand, DynamoDBClient, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import { applyEnvironment, awsEnvironment } from '#local/aws/aws-environment.ts';
import { startDynamoDb } from '#local/dynamodb/dynoxide.ts';
import { startKmsServer } from '#local/kms/kms-server.ts';
import { createSecrets } from '#shared/platform/entry/secrets.ts';
import { systemClock } from '#shared/platform/runtime/clock.ts';
import { newId } from '#shared/platform/runtime/ids.ts';
import { CORE_TABLE, DELIVERY_TABLE, type TableDefinition } from '#shared/platform/store/table-definition.ts';
import type { DeliveryTarget } from '#shared/webhooks/domain/endpoint.ts';
import { toTargetItem } from '#shared/webhooks/store/endpoint-items.ts';

/** An endpoint as in the messages of the queue. */
export type BenchEndpoint = Pick<DeliveryTarget, 'id' | 'workspaceId' | 'settingsVersion'>;

/** Tables and keys for one function that delivers to endpoints at one URL. */
export type AwsParts = {
  readonly endpoint: BenchEndpoint;
  /** Creates another endpoint. */
  addEndpoint(): Promise<BenchEndpoint>;
  /** The environment of the function. */
  readonly environment: Readonly<Record<string, string>>;
  stop(): Promise<void>;
};

/** Never used: the responses in this benchmark end a delivery. */
const NO_QUEUE = 'http://127.0.0.1:9/none';
const KEY_ID = 'alias/bench';

/** Starts DynamoDB and KMS like the local stack, with an endpoint at `url`. */
export async function startAwsParts(url: string): Promise<AwsParts> {
  const directory = await mkdtemp(join(tmpdir(), 'workspace-memory-'));
  const database = await startDynamoDb({ directory, externalEndpoint: undefined });
  const kms = await startKmsServer({ keyFile: join(directory, 'key') });
  const environment = awsEnvironment({
    dynamodb: database.endpoint,
    sqs: NO_QUEUE,
    scheduler: NO_QUEUE,
    kms: kms.address,
    s3: NO_QUEUE,
    ses: '',
    smsVoice: NO_QUEUE,
    socialMessaging: NO_QUEUE,
  });
  const restore = applyEnvironment(environment);
  const dynamo = new DynamoDBClient();
  await createTable(dynamo, 'core', CORE_TABLE);
  await createTable(dynamo, 'deliveries', DELIVERY_TABLE);
  const addEndpoint = () => putTarget(dynamo, url);
  const endpoint = await addEndpoint();

  const variables = {
    STAGE: 'bench',
    CORE_TABLE: 'core',
    DELIVERY_TABLE: 'deliveries',
    SECRET_KEY_ID: KEY_ID,
    RECOVERY_PUBLIC_KEY: 'none',
    DELIVERY_QUEUE_URL: NO_QUEUE,
    DELIVERY_QUEUE_ARN: 'none',
    SLOW_QUEUE_URL: NO_QUEUE,
    RELEASE_QUEUE_URL: NO_QUEUE,
    NOTIFICATION_QUEUE_URL: NO_QUEUE,
    RETRY_SCHEDULE_GROUP: 'none',
    RETRY_SCHEDULE_ROLE_ARN: 'none',
    RETRY_DEAD_LETTER_ARN: 'none',
    RETRY_DELAYS: '10,60,300,1800,7200',
    QUEUE_DELAY_LIMIT: '900',
    DEFER_SECONDS: '60',
    PROBE_SECONDS: '60',
    API_HOSTS: 'none',
    API_ORIGINS: 'https://api.example.com',
    PAGE_HOST: 'pages.example.com',
    WEBHOOK_ALLOWED_HOSTS: '127.0.0.1',
  };
  return {
    endpoint,
    addEndpoint,
    environment: { ...environment, ...variables },
    async stop() {
      dynamo.destroy();
      restore();
      await kms.stop();
      await database.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

async function putTarget(dynamo: DynamoDBClient, url: string): Promise<BenchEndpoint> {
  const now = new Date();
  const id = newId(now);
  const workspaceId = randomUUID();
  const key = { id: KEY_ID, aws: { environment: process.env }, table: 'core', recoveryPublicKey: 'none' };
  const secrets = createSecrets(key, systemClock);
  const secret = `whsec_${randomBytes(33).toString('base64')}`;
  const current = await secrets.seal(secret, { purpose: 'signing', workspace: workspaceId, subject: id });
  const target = {
    id,
    workspaceId,
    url,
    enabled: true,
    suspendedReason: null,
    secrets: { current, hint: secret.slice(-4), previous: null },
    signingKeys: null,
    headers: null,
    settingsVersion: 1,
    shards: 1,
  };
  const change = {
    actor: { kind: 'system' },
    operation: 'bench',
    requestId: '-',
    nonce: '-',
    at: now,
  } as const;
  const item = marshall(toTargetItem(target, change), { removeUndefinedValues: true });
  await dynamo.send(new PutItemCommand({ TableName: 'core', Item: item }));
  return target;
}

/** Creates an empty table. */
export async function createTable(
  dynamo: DynamoDBClient,
  name: string,
  table: TableDefinition,
): Promise<void> {
  const keys = [table, ...table.indexes].flatMap(({ partitionKey, sortKey }) => [partitionKey, sortKey]);
  await dynamo.send(
    new CreateTableCommand({
      TableName: name,
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: keys.map((key) => ({ AttributeName: key, AttributeType: 'S' })),
      KeySchema: keySchema(table),
      GlobalSecondaryIndexes: table.indexes.map((index) => ({
        IndexName: index.name,
        KeySchema: keySchema(index),
        Projection: { ProjectionType: 'KEYS_ONLY' },
      })),
    }),
  );
}

function keySchema({ partitionKey, sortKey }: Pick<TableDefinition, 'partitionKey' | 'sortKey'>) {
  return [
    { AttributeName: partitionKey, KeyType: 'HASH' as const },
    { AttributeName: sortKey, KeyType: 'RANGE' as const },
  ];
}
