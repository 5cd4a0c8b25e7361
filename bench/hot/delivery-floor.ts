import { createHmac } from 'node:crypto';
import { DynamoDBClient, UpdateItemCommand } from '@aws-sdk/client-dynamodb';
import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { Agent, request } from 'undici';
import type { DeliveryJob } from '#shared/webhooks/domain/delivery-message.ts';

/**
 * A minimal delivery: a signature, a POST and one write with the fields of an attempt record. It checks, reads and logs
 * nothing.
 */
const dynamo = new DynamoDBClient();
const agent = new Agent({ connections: 64 });
const url = String(process.env['RECEIVER_URL']);
const table = process.env['DELIVERY_TABLE'];

export async function handler({ Records: records }: SQSEvent): Promise<SQSBatchResponse> {
  await Promise.all(records.map(({ body }) => deliver(JSON.parse(body))));
  return { batchItemFailures: [] };
}

async function deliver(job: DeliveryJob): Promise<void> {
  const started = Date.now();
  const time = String(Math.floor(started / 1000));
  const signature = createHmac('sha256', 'secret').update(`${time}.${job.body}`).digest('hex');
  const headers = { 'content-type': 'application/json', 'x-webhook-signature': `t=${time},v1=${signature}` };
  const response = await request(url, { method: 'POST', headers, body: job.body, dispatcher: agent });
  await response.body.dump();
  await dynamo.send(
    new UpdateItemCommand({
      TableName: table,
      Key: { pk: { S: `E#${job.endpointId}` }, sk: { S: job.deliveryId } },
      UpdateExpression:
        'SET id = :id, endpoint_id = :endpoint, workspace_id = :workspace, event_id = :event, #event = :name, ' +
        'product = :product, #state = :state, created_at = :created, finished_at = :finished, attempts = :attempts, ' +
        'correlation_id = :correlation',
      ConditionExpression: 'attribute_not_exists(pk)',
      ExpressionAttributeNames: { '#event': 'event', '#state': 'state' },
      ExpressionAttributeValues: {
        ':id': { S: job.deliveryId },
        ':endpoint': { S: job.endpointId },
        ':workspace': { S: job.workspaceId },
        ':event': { S: job.eventId },
        ':name': { S: job.event },
        ':product': { S: job.product },
        ':state': { S: 'succeeded' },
        ':created': { N: String(job.createdAt) },
        ':finished': { N: String(Date.now()) },
        ':correlation': { S: job.correlationId },
        ':attempts': {
          L: [
            {
              M: {
                number: { N: String(job.attempt) },
                started_at: { N: String(started) },
                status_code: { N: String(response.statusCode) },
                duration_ms: { N: String(Date.now() - started) },
                outcome: { S: 'success' },
              },
            },
          ],
        },
      },
    }),
  );
}
