import { createDynamoExternalRecordWriter } from '#shared/events/store/dynamo-external-record-writer.ts';
import { readRecordNews } from '#shared/events/store/record-news.ts';
import { type ConsumerProvisions, consumerEntry } from '#shared/platform/entry/consumer-entry.ts';
import { createJobScheduler } from '#shared/platform/queues/job-scheduler.ts';
import { createQuarantine } from '#shared/platform/queues/quarantine.ts';
import { schedulerClient, sqsClient } from '#shared/platform/runtime/aws-access.ts';
import { readChangeRecord } from '#shared/platform/store/change-record.ts';
import { createDynamoAuditStore } from '#shared/platform/store/dynamo-audit-store.ts';
import { consumer } from './consumer.ts';
import { createHandler } from './handler.ts';

type Given = ConsumerProvisions<typeof consumer>;

export function build(provisions: Given) {
  const { core, aws, quarantinedChangesQueue, queueDelayLimit, clock, log } = provisions;
  const sqs = sqsClient(aws);
  return createHandler({
    timers: createJobScheduler(sqs, schedulerClient(aws), targetsOf(provisions), queueDelayLimit),
    audit: createDynamoAuditStore(core),
    records: createDynamoExternalRecordWriter(core),
    quarantine: createQuarantine(sqs, quarantinedChangesQueue),
    readRecord: (record) => ({ ...readChangeRecord(record), news: readRecordNews(record) }),
    clock,
    log,
  });
}

/** The queue of each kind of jobs. */
function targetsOf(provisions: Given) {
  const queueOf = <
    const Q extends
      | 'publish'
      | 'broadcast'
      | 'sending'
      | 'recompute'
      | 'message'
      | 'calendar'
      | 'import'
      | 'removal'
      | 'download',
  >(
    name: Q,
  ) => ({
    url: provisions[`${name}Queue`],
    arn: provisions[`${name}QueueArn`],
    deadLetterArn: provisions[`${name}DeadLetterArn`],
  });
  const [publish, sending, recompute] = [queueOf('publish'), queueOf('sending'), queueOf('recompute')];
  return {
    queues: {
      post: publish,
      account_tokens: publish,
      broadcast: queueOf('broadcast'),
      broadcast_run: sending,
      broadcast_estimate: sending,
      workspace: recompute,
      account: recompute,
      calendar: queueOf('calendar'),
      contact_import: queueOf('import'),
      post_removal: queueOf('removal'),
      media: queueOf('download'),
      message: queueOf('message'),
    },
    ...provisions.dueSchedules,
  };
}

export const handler = consumerEntry(consumer, [], build);
