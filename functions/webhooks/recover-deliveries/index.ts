import { SQSClient } from '@aws-sdk/client-sqs';
import { consumerEntry } from '#shared/platform/entry/consumer-entry.ts';
import { createDynamoClient, SDK_LIMITS } from '#shared/platform/runtime/aws-clients.ts';
import { envSchema } from './env.ts';
import { createConsumer, createPorts } from './wiring.ts';

const clients = { dynamo: createDynamoClient(process.env), sqs: new SQSClient(SDK_LIMITS) };

export const handler = consumerEntry('recover-deliveries', envSchema, clients, {
  createPorts,
  createConsumer,
});
