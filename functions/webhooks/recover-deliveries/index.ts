import { createDynamoClient, createSqsClient } from '#packages/lean-aws-client/aws-clients.ts';
import { consumerEntry } from '#shared/platform/entry/consumer-entry.ts';
import { envSchema } from './env.ts';
import { createConsumer, createPorts } from './wiring.ts';

const clients = { dynamo: createDynamoClient(process.env), sqs: createSqsClient(process.env) };

export const handler = consumerEntry('recover-deliveries', envSchema, clients, {
  createPorts,
  createConsumer,
});
