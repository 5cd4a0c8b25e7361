import { SQSClient } from '@aws-sdk/client-sqs';
import { consumerEntry } from '#shared/platform/entry/consumer-entry.ts';
import { createDynamoClient, SDK_LIMITS } from '#shared/platform/runtime/aws-clients.ts';
import { createKmsClient } from '#shared/platform/runtime/kms-secret-box.ts';
import { envSchema } from './env.ts';
import { createConsumer, createPorts } from './wiring.ts';

const clients = { dynamo: createDynamoClient(), sqs: new SQSClient(SDK_LIMITS), kms: createKmsClient() };

export const handler = consumerEntry('send-notification', envSchema, clients, {
  createPorts,
  createConsumer,
});
