import { SchedulerClient } from '@aws-sdk/client-scheduler';
import { SQSClient } from '@aws-sdk/client-sqs';
import { createDynamoAuditStore } from '#shared/platform/audit/store/dynamo-audit-store.ts';
import { createJobScheduler } from '#shared/platform/queues/job-scheduler.ts';
import { createQuarantine } from '#shared/platform/queues/quarantine.ts';
import { createDynamoClient, SDK_LIMITS } from '#shared/platform/runtime/aws-clients.ts';
import { systemClock } from '#shared/platform/runtime/clock.ts';
import { parseEnv } from '#shared/platform/runtime/env.ts';
import { createLog } from '#shared/platform/runtime/logger.ts';
import { readChangeRecord } from '#shared/platform/store/change-record.ts';
import { createTable } from '#shared/platform/store/table.ts';
import { envSchema } from './env.ts';
import { createHandler } from './handler.ts';

const env = parseEnv(envSchema, process.env);
const sqs = new SQSClient(SDK_LIMITS);
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
const targets = {
  queues: { post, broadcast, workspace: recompute, account: recompute },
  group: env.DUE_SCHEDULE_GROUP,
  roleArn: env.DUE_SCHEDULE_ROLE_ARN,
};

export const handler = createHandler({
  timers: createJobScheduler(sqs, new SchedulerClient(SDK_LIMITS), targets, env.QUEUE_DELAY_LIMIT),
  audit: createDynamoAuditStore(createTable(createDynamoClient(), env.CORE_TABLE)),
  quarantine: createQuarantine(sqs, env.QUARANTINED_CHANGES_QUEUE_URL),
  readRecord: readChangeRecord,
  clock: systemClock,
  log: createLog('project-changes'),
});
