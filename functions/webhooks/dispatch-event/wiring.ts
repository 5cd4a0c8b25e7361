import { createQuarantine } from '#shared/platform/queues/quarantine.ts';
import { createSqsJobQueue } from '#shared/platform/queues/sqs-job-queue.ts';
import type { AwsClients } from '#shared/platform/runtime/aws-clients.ts';
import type { ConsumerRuntime } from '#shared/platform/runtime/consumer-runtime.ts';
import { createSqsDeliveryQueue } from '#shared/webhooks/adapters/sqs-delivery-queue.ts';
import { readDispatchRecord } from '#shared/webhooks/store/dispatch-record.ts';
import type { Env } from './env.ts';
import { createHandler, type Dependencies } from './handler.ts';

type Ports = Omit<Dependencies, keyof ConsumerRuntime>;

export function createPorts({ sqs }: Pick<AwsClients, 'sqs'>, env: Env): Ports {
  return {
    queue: createSqsDeliveryQueue(sqs, env.DELIVERY_QUEUE_URL),
    quarantine: createQuarantine(sqs, env.QUARANTINED_EVENTS_QUEUE_URL),
    recoveries: createSqsJobQueue(sqs, env.RECOVERY_QUEUE_URL),
    readRecord: readDispatchRecord,
  };
}

export function createConsumer(ports: Ports, { log }: Pick<ConsumerRuntime, 'log'>) {
  return createHandler({ ...ports, log });
}
