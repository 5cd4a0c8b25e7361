import { SchedulerClient } from '@aws-sdk/client-scheduler';
import { SQSClient } from '@aws-sdk/client-sqs';
import { consumerEntry } from '#shared/platform/entry/consumer-entry.ts';
import { createDynamoClient, SDK_LIMITS } from '#shared/platform/runtime/aws-clients.ts';
import { attemptDirectly } from '#shared/platform/runtime/direct-attempts.ts';
import { createKmsClient } from '#shared/platform/runtime/kms-secret-box.ts';
import { envSchema } from './env.ts';
import { createConsumer, createPorts } from './wiring.ts';

const clients = {
  dynamo: createDynamoClient(process.env),
  sqs: attemptDirectly(new SQSClient(SDK_LIMITS), process.env),
  scheduler: new SchedulerClient(SDK_LIMITS),
  kms: createKmsClient(),
};

export const handler = consumerEntry('deliver-webhook', envSchema, clients, { createPorts, createConsumer });
