import { createDynamoExternalRecordWriter } from '#shared/events/store/dynamo-external-record-writer.ts';
import { readRecordNews } from '#shared/events/store/record-news.ts';
import { createDynamoAuditStore } from '#shared/platform/audit/store/dynamo-audit-store.ts';
import { createJobScheduler } from '#shared/platform/queues/job-scheduler.ts';
import { createQuarantine } from '#shared/platform/queues/quarantine.ts';
import type { AwsClients } from '#shared/platform/runtime/aws/aws-clients.ts';
import type { ConsumerRuntime } from '#shared/platform/runtime/consumer-runtime.ts';
import { readChangeRecord } from '#shared/platform/store/change-record.ts';
import { createTable } from '#shared/platform/store/table.ts';
import type { Env } from './env.ts';
import { createHandler, type Dependencies } from './handler.ts';

type Ports = Omit<Dependencies, keyof ConsumerRuntime>;

export function createPorts({ dynamo, sqs, scheduler }: Omit<AwsClients, 'kms'>, env: Env): Ports {
  const post = {
    url: env.PUBLISH_QUEUE_URL,
    arn: env.PUBLISH_QUEUE_ARN,
    deadLetterArn: env.PUBLISH_DEAD_LETTER_ARN,
  };
  const broadcast = {
    url: env.BROADCAST_QUEUE_URL,
    arn: env.BROADCAST_QUEUE_ARN,
    deadLetterArn: env.BROADCAST_DEAD_LETTER_ARN,
  };
  const recompute = {
    url: env.RECOMPUTE_QUEUE_URL,
    arn: env.RECOMPUTE_QUEUE_ARN,
    deadLetterArn: env.RECOMPUTE_DEAD_LETTER_ARN,
  };
  const message = {
    url: env.MESSAGE_QUEUE_URL,
    arn: env.MESSAGE_QUEUE_ARN,
    deadLetterArn: env.MESSAGE_DEAD_LETTER_ARN,
  };
  const calendar = {
    url: env.CALENDAR_QUEUE_URL,
    arn: env.CALENDAR_QUEUE_ARN,
    deadLetterArn: env.CALENDAR_DEAD_LETTER_ARN,
  };
  const contactImport = {
    url: env.IMPORT_QUEUE_URL,
    arn: env.IMPORT_QUEUE_ARN,
    deadLetterArn: env.IMPORT_DEAD_LETTER_ARN,
  };
  const targets = {
    queues: {
      post,
      broadcast,
      workspace: recompute,
      account: recompute,
      calendar,
      contact_import: contactImport,
      message,
    },
    group: env.DUE_SCHEDULE_GROUP,
    roleArn: env.DUE_SCHEDULE_ROLE_ARN,
  };
  const core = createTable(dynamo, env.CORE_TABLE);
  return {
    timers: createJobScheduler(sqs, scheduler, targets, env.QUEUE_DELAY_LIMIT),
    audit: createDynamoAuditStore(core),
    records: createDynamoExternalRecordWriter(core),
    quarantine: createQuarantine(sqs, env.QUARANTINED_CHANGES_QUEUE_URL),
    readRecord: (record) => ({ ...readChangeRecord(record), news: readRecordNews(record) }),
  };
}

export function createConsumer(ports: Ports, { clock, log }: Pick<ConsumerRuntime, 'clock' | 'log'>) {
  return createHandler({ ...ports, clock, log });
}
