import { consumerEntry } from '#shared/platform/entry/consumer-entry.ts';
import { createDynamoClient, createKmsClient } from '#shared/platform/runtime/aws/aws-clients.ts';
import { envSchema } from './env.ts';
import { createConsumer, createPorts } from './wiring.ts';

const clients = { dynamo: createDynamoClient(process.env), kms: createKmsClient(process.env) };

export const handler = consumerEntry('remove-publications', envSchema, clients, {
  createPorts,
  createConsumer,
});
