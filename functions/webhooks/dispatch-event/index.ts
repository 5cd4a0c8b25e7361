import { SQSClient } from '@aws-sdk/client-sqs';
import { createQuarantine } from '#shared/platform/queues/quarantine.ts';
import { createSqsJobQueue } from '#shared/platform/queues/sqs-job-queue.ts';
import { SDK_LIMITS } from '#shared/platform/runtime/aws-clients.ts';
import { parseEnv } from '#shared/platform/runtime/env.ts';
import { createLog } from '#shared/platform/runtime/logger.ts';
import { createSqsDeliveryQueue } from '#shared/webhooks/adapters/sqs-delivery-queue.ts';
import { readDispatchRecord } from '#shared/webhooks/store/dispatch-record.ts';
import { envSchema } from './env.ts';
import { createHandler } from './handler.ts';

const env = parseEnv(envSchema, process.env);
const sqs = new SQSClient(SDK_LIMITS);

export const handler = createHandler({
  queue: createSqsDeliveryQueue(sqs, env.DELIVERY_QUEUE_URL),
  quarantine: createQuarantine(sqs, env.QUARANTINED_EVENTS_QUEUE_URL),
  recoveries: createSqsJobQueue(sqs, env.RECOVERY_QUEUE_URL),
  readRecord: readDispatchRecord,
  log: createLog('dispatch-event'),
});
