import { consumerEntry } from '#shared/platform/entry/consumer-entry.ts';
import {
  createDynamoClient,
  createSchedulerClient,
  createSqsClient,
} from '#shared/platform/runtime/aws/aws-clients.ts';
import { envSchema } from './env.ts';
import { createConsumer, createPorts } from './wiring.ts';

const clients = {
  dynamo: createDynamoClient(process.env),
  sqs: createSqsClient(process.env),
  scheduler: createSchedulerClient(process.env),
};

export const handler = consumerEntry('project-changes', envSchema, clients, { createPorts, createConsumer });
