import { SQSClient } from '@aws-sdk/client-sqs';
import { createQueuePark } from '#shared/messaging/queue-park.ts';
import { createSqsDeliveryQueue } from '#shared/messaging/sqs-delivery-queue.ts';
import { SDK_LIMITS } from '#shared/runtime/aws-clients.ts';
import { createSqsJobQueue } from '#shared/messaging/sqs-job-queue.ts';
import { parseEnv } from '#shared/runtime/env.ts';
import { createLog } from '#shared/runtime/logger.ts';
import { readDispatchRecord } from '#shared/store/dispatch-record.ts';
import { envSchema } from './env.ts';
import { createDispatchEventHandler } from './handler.ts';

const env = parseEnv(envSchema, process.env);
const sqs = new SQSClient(SDK_LIMITS);

export const handler = createDispatchEventHandler({
  queue: createSqsDeliveryQueue(sqs, env.DELIVERY_QUEUE_URL),
  park: createQueuePark(sqs, env.PARKED_EVENTS_QUEUE_URL),
  recoveries: createSqsJobQueue(sqs, env.RECOVERY_QUEUE_URL),
  readRecord: readDispatchRecord,
  log: createLog('dispatch-event'),
});
