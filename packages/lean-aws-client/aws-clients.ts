import { hash } from 'node:crypto';
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { KMSClient } from '@aws-sdk/client-kms';
import type { SchedulerClient } from '@aws-sdk/client-scheduler';
import type { SQSClient } from '@aws-sdk/client-sqs';
import * as v from 'valibot';
import { createDirectClient, type Environment, type JsonService } from './direct-client.ts';

/** A client of DynamoDB: one of the SDK, or one that loads the SDK when it needs it. */
export type DynamoClient = Pick<DynamoDBClient, 'send' | 'destroy'>;
export type SqsClient = Pick<SQSClient, 'send' | 'destroy'>;
export type KmsClient = Pick<KMSClient, 'send' | 'destroy'>;
export type SchedulerSender = Pick<SchedulerClient, 'send' | 'destroy'>;

/** The clients of the consumers; each consumer takes the ones that it uses. */
export type AwsClients = {
  readonly dynamo: DynamoClient;
  readonly sqs: SqsClient;
  readonly scheduler: SchedulerSender;
  readonly kms: KmsClient;
};

/** Attempts of a call to KMS: it fails early enough for its caller to postpone the work (docs/failure-histories.md#kms-outage). */
const KMS_ATTEMPTS = 2;

const DYNAMODB: JsonService = {
  name: 'dynamodb',
  target: 'DynamoDB_20120810',
  headers: { 'content-type': 'application/x-amz-json-1.0' },
  operations: new Set([
    'GetItem',
    'BatchGetItem',
    'Query',
    'Scan',
    'PutItem',
    'UpdateItem',
    'DeleteItem',
    'TransactWriteItems',
  ]),
  finalErrors: new Set(['ConditionalCheckFailedException', 'TransactionCanceledException']),
};

const SQS: JsonService = {
  name: 'sqs',
  target: 'AmazonSQS',
  headers: { 'content-type': 'application/x-amz-json-1.0', 'x-amzn-query-mode': 'true' },
  operations: new Set(['SendMessage', 'SendMessageBatch', 'GetQueueAttributes']),
  // A queue has the host of its URL.
  urlOf: (input) => ('QueueUrl' in input ? String(input.QueueUrl) : undefined),
  check: checkDigests,
};

const KMS: JsonService = {
  name: 'kms',
  target: 'TrentService',
  headers: { 'content-type': 'application/x-amz-json-1.1' },
  maxAttempts: KMS_ATTEMPTS,
  operations: new Set(['Decrypt', 'Encrypt']),
  bytes: ['CiphertextBlob', 'Plaintext'],
};

/** Its protocol is REST, so the SDK makes all calls. */
const SCHEDULER: JsonService = {
  name: 'scheduler',
  target: '',
  headers: {},
  operations: new Set(),
};

/** Endpoint, region and credentials of these clients come from the environment. */
export function createDynamoClient(environment: Environment): DynamoClient {
  return createDirectClient(DYNAMODB, environment, async (settings) => {
    const { createSdkDynamoClient } = await import('#packages/lean-aws-client/dynamo-sdk.ts');
    return createSdkDynamoClient(environment, settings);
  });
}

export function createSqsClient(environment: Environment): SqsClient {
  return createDirectClient(SQS, environment, async (settings) => {
    const { createSdkSqsClient } = await import('#packages/lean-aws-client/sqs-sdk.ts');
    return createSdkSqsClient(settings);
  });
}

export function createKmsClient(environment: Environment): KmsClient {
  return createDirectClient(KMS, environment, async (settings) => {
    const { createSdkKmsClient } = await import('#packages/lean-aws-client/kms-sdk.ts');
    return createSdkKmsClient({ ...settings, maxAttempts: KMS_ATTEMPTS });
  });
}

export function createSchedulerClient(environment: Environment): SchedulerSender {
  return createDirectClient(SCHEDULER, environment, async (settings) => {
    const { createSdkSchedulerClient } = await import('#packages/lean-aws-client/scheduler-sdk.ts');
    return createSdkSchedulerClient(settings);
  });
}

const digestsSchema = v.object({
  MD5OfMessageBody: v.optional(v.string()),
  Successful: v.optional(v.array(v.object({ Id: v.string(), MD5OfMessageBody: v.optional(v.string()) })), []),
});
const textsSchema = v.object({
  MessageBody: v.optional(v.string()),
  Entries: v.optional(v.array(v.object({ Id: v.string(), MessageBody: v.string() })), []),
});

/** SQS returns the digest of each message, which shows whether it received the text that was sent. @throws Error if it did not */
function checkDigests(input: object, output: object): void {
  const { MessageBody: text, Entries: entries } = v.parse(textsSchema, input);
  const { MD5OfMessageBody: digest, Successful: sent } = v.parse(digestsSchema, output);
  const texts = new Map(entries.map(({ Id, MessageBody }) => [Id, MessageBody]));
  requireDigest(text, digest);
  for (const { Id, MD5OfMessageBody } of sent) requireDigest(texts.get(Id), MD5OfMessageBody);
}

function requireDigest(text: string | undefined, digest: string | undefined): void {
  if (text !== undefined && digest !== undefined && hash('md5', text) !== digest)
    throw new Error('Invalid MD5 checksum on messages');
}
