import {
  createDynamoClient,
  createKmsClient,
  createSqsClient,
} from '#packages/lean-aws-client/aws-clients.ts';
import { consumerEntry } from '#shared/platform/entry/consumer-entry.ts';
import { envSchema } from './env.ts';
import { createConsumer, createPorts } from './wiring.ts';

const clients = {
  dynamo: createDynamoClient(process.env),
  sqs: createSqsClient(process.env),
  kms: createKmsClient(process.env),
};

export const handler = consumerEntry('send-notification', envSchema, clients, {
  createPorts,
  createConsumer,
});
