import { SQSClient } from '@aws-sdk/client-sqs';
import { consumerEntry } from '#shared/platform/entry/consumer-entry.ts';
import { createDynamoClient, SDK_LIMITS } from '#shared/platform/runtime/aws-clients.ts';
import { attemptDirectly } from '#shared/platform/runtime/direct-attempts.ts';
import { envSchema } from './env.ts';
import { createConsumer, createPorts } from './wiring.ts';

const clients = {
  dynamo: createDynamoClient(process.env),
  sqs: attemptDirectly(new SQSClient(SDK_LIMITS), process.env),
};

export const handler = consumerEntry('dispatch-event', envSchema, clients, { createPorts, createConsumer });
