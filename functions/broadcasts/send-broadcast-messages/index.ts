import { consumerEntry } from '#shared/platform/entry/consumer-entry.ts';
import { createDynamoClient, createSqsClient } from '#shared/platform/runtime/aws/aws-clients.ts';
import { envSchema } from './env.ts';
import { createConsumer, createPorts } from './wiring.ts';

const clients = { dynamo: createDynamoClient(process.env), sqs: createSqsClient(process.env) };

export const handler = consumerEntry('send-broadcast-messages', envSchema, clients, {
  createPorts,
  createConsumer,
});
