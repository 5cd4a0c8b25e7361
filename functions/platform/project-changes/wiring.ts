import type { AwsClients } from '#packages/lean-aws-client/aws-clients.ts';
import { createDynamoExternalRecordWriter } from '#shared/events/store/dynamo-external-record-writer.ts';
import { readRecordNews } from '#shared/events/store/record-news.ts';
import { createDynamoAuditStore } from '#shared/platform/audit/store/dynamo-audit-store.ts';
import { createJobScheduler } from '#shared/platform/queues/job-scheduler.ts';
import { createQuarantine } from '#shared/platform/queues/quarantine.ts';
import type { ConsumerRuntime } from '#shared/platform/runtime/consumer-runtime.ts';
import { readChangeRecord } from '#shared/platform/store/change-record.ts';
import { createTable } from '#shared/platform/store/table.ts';
import type { Env } from './env.ts';
import { createHandler, type Dependencies } from './handler.ts';

type Ports = Omit<Dependencies, keyof ConsumerRuntime>;

export function createPorts({ dynamo, sqs, scheduler }: Omit<AwsClients, 'kms'>, env: Env): Ports {
  const recompute = queueOf(env, 'RECOMPUTE');
  const publish = queueOf(env, 'PUBLISH');
  const sending = queueOf(env, 'SENDING');
  const targets = {
    queues: {
      post: publish,
      account_tokens: publish,
      broadcast: queueOf(env, 'BROADCAST'),
      broadcast_run: sending,
      broadcast_estimate: sending,
      workspace: recompute,
      account: recompute,
      calendar: queueOf(env, 'CALENDAR'),
      contact_import: queueOf(env, 'IMPORT'),
      post_removal: queueOf(env, 'REMOVAL'),
      media: queueOf(env, 'DOWNLOAD'),
      message: queueOf(env, 'MESSAGE'),
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

/** The queue of a kind of jobs, by the prefix of its variables. */
function queueOf(
  env: Env,
  prefix:
    | 'PUBLISH'
    | 'BROADCAST'
    | 'SENDING'
    | 'RECOMPUTE'
    | 'CALENDAR'
    | 'IMPORT'
    | 'DOWNLOAD'
    | 'MESSAGE'
    | 'REMOVAL',
) {
  return {
    url: env[`${prefix}_QUEUE_URL`],
    arn: env[`${prefix}_QUEUE_ARN`],
    deadLetterArn: env[`${prefix}_DEAD_LETTER_ARN`],
  };
}
