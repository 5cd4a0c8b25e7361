import { createHmac } from 'node:crypto';
import {
  type AttributeValue,
  BatchGetItemCommand,
  DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
} from '@aws-sdk/client-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { Agent, request } from 'undici';
import type { DeliveryJob } from '#shared/webhooks/domain/delivery-message.ts';
import { targetKey } from '#shared/webhooks/store/keys.ts';

/**
 * A minimal delivery: one read of the endpoints of the batch, and for each message a signature, a POST and one write with the
 * attributes of an attempt record. It checks and logs nothing.
 */
const dynamo = new DynamoDBClient();
const agent = new Agent({ connections: 64 });
const core = process.env['CORE_TABLE'] ?? '';
const deliveries = process.env['DELIVERY_TABLE'];

export async function handler({ Records: records }: SQSEvent): Promise<SQSBatchResponse> {
  const jobs: DeliveryJob[] = records.map(({ body }) => JSON.parse(body));
  const urls = await readUrls([...new Set(jobs.map(({ endpointId }) => endpointId))]);
  await Promise.all(jobs.map((job) => deliver(job, urls.get(job.endpointId) ?? '')));
  return { batchItemFailures: [] };
}

async function readUrls(ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const keys = ids.map((id) => marshall(targetKey(id)));
  const [first] = keys;
  const items =
    keys.length === 1
      ? [(await dynamo.send(new GetItemCommand({ TableName: core, Key: first, ConsistentRead: true }))).Item]
      : (
          await dynamo.send(
            new BatchGetItemCommand({ RequestItems: { [core]: { Keys: keys, ConsistentRead: true } } }),
          )
        ).Responses?.[core];
  return new Map(items?.map((item) => [text(item, 'id'), text(item, 'url')]));
}

function text(item: Record<string, AttributeValue> | undefined, name: string): string {
  return item?.[name]?.S ?? '';
}

async function deliver(job: DeliveryJob, url: string): Promise<void> {
  const started = Date.now();
  const time = String(Math.floor(started / 1000));
  const signature = createHmac('sha256', 'secret').update(`${time}.${job.body}`).digest('hex');
  const headers = { 'content-type': 'application/json', 'x-webhook-signature': `t=${time},v1=${signature}` };
  const response = await request(url, { method: 'POST', headers, body: job.body, dispatcher: agent });
  await response.body.dump();
  await dynamo.send(
    new PutItemCommand({
      TableName: deliveries,
      ConditionExpression: 'attribute_not_exists(pk)',
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      Item: {
        pk: { S: `E#${job.endpointId}` },
        sk: { S: job.deliveryId },
        id: { S: job.deliveryId },
        endpointId: { S: job.endpointId },
        workspaceId: { S: job.workspaceId },
        eventId: { S: job.eventId },
        event: { S: job.event },
        product: { S: job.product },
        test: { BOOL: false },
        settingsVersion: { N: String(job.settingsVersion) },
        createdAt: { N: String(job.createdAt) },
        payloadExpiresAt: { N: String(job.createdAt) },
        correlationId: { S: job.correlationId },
        ttl: { N: time },
        state: { S: 'succeeded' },
        finishedAt: { N: String(Date.now()) },
        attemptsMade: { N: '1' },
        attempts: {
          L: [
            {
              M: {
                number: { N: String(job.attempt) },
                startedAt: { N: String(started) },
                statusCode: { N: String(response.statusCode) },
                durationMs: { N: String(Date.now() - started) },
                outcome: { S: 'success' },
              },
            },
          ],
        },
      },
    }),
  );
}
