import { randomUUID } from 'node:crypto';
import { SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs';
import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';

/** A minimal dispatcher: one message for each match, ten messages a request. It parses no item and logs nothing. */
const sqs = new SQSClient();
const QueueUrl = process.env['DELIVERY_QUEUE_URL'];
const BATCH = 10;

export async function handler({ Records: records }: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> {
  const messages = records.flatMap(messagesOf);
  const calls: Promise<unknown>[] = [];
  for (let start = 0; start < messages.length; start += BATCH) {
    const Entries = messages
      .slice(start, start + BATCH)
      .map((message, index) => ({ Id: String(index), ...message }));
    calls.push(sqs.send(new SendMessageBatchCommand({ QueueUrl, Entries })));
  }
  await Promise.all(calls);
  return { batchItemFailures: [] };
}

function messagesOf({ dynamodb }: DynamoDBRecord) {
  const item = dynamodb?.NewImage ?? {};
  const createdAt = Number(item['recordedAt']?.N);
  return (item['matches']?.L ?? []).map(({ S: match = '' }) => {
    const [endpointId, settingsVersion] = match.split(' ');
    const MessageBody = JSON.stringify({
      workspaceId: item['workspaceId']?.S,
      event: item['event']?.S,
      product: item['product']?.S,
      channel: null,
      test: false,
      correlationId: item['correlationId']?.S,
      deliveryId: randomUUID(),
      endpointId,
      eventId: item['sk']?.S,
      resendOf: null,
      supersedes: [],
      settingsVersion: Number(settingsVersion),
      attempt: 1,
      dueAt: createdAt,
      createdAt,
      recordedAt: createdAt,
      body: item['body']?.S,
    });
    return { MessageBody, MessageGroupId: endpointId };
  });
}
