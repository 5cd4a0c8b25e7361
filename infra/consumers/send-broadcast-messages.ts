import { Duration } from 'aws-cdk-lib';
import type { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';
import type { envSchema } from '#functions/broadcasts/send-broadcast-messages/env.ts';
import { alarmOnBroadcasts } from '#infra/alarms/broadcast-alarms.ts';
import { ImpactAlarm } from '#infra/alarms/impact-alarm.ts';
import { countLogLines } from '#infra/alarms/log-lines.ts';
import { metricsNamespace } from '#infra/alarms/platform-metric.ts';
import { concurrencyOf } from '#infra/concurrency.ts';
import type { DataResources } from '#infra/constructs/data-resources.ts';
import type { Deployment } from '#infra/constructs/deployment.ts';
import { allow, allowItems, allowReadingMedia, allowSending } from '#infra/constructs/grants.ts';
import { maySendMessages } from '#infra/constructs/message-grants.ts';
import { pricesText, sendingRates } from '#infra/messaging.ts';
import { ConsumerFunction } from './consumer-function.ts';
import { sendersVariables } from './deliver-message.ts';
import { mapQueue } from './event-mappings.ts';
import type { WorkQueue } from './work-queue.ts';

export type SendBroadcastMessagesProps = {
  readonly data: DataResources;
  readonly sending: WorkQueue;
  readonly receipt: WorkQueue;
};

/** Consumer of the sending queue: sends broadcasts to their recipients, a run of 40 seconds at a time. */
export class SendBroadcastMessages extends ConsumerFunction<typeof envSchema> {
  constructor(scope: Construct, deployment: Deployment, props: SendBroadcastMessagesProps) {
    const { data, sending, receipt } = props;
    const { config, stage } = deployment;
    const concurrency = concurrencyOf(config).of.sending;
    super(scope, deployment, {
      name: 'send-broadcast-messages',
      description: 'Sends broadcasts to their recipients',
      stalledImpact: 'Broadcasts that the platform sends make no progress',
      // A run lasts 40 seconds. The rest is for requests to a slow provider.
      timeout: Duration.seconds(60),
      environment: {
        CORE_TABLE: data.coreTable.tableName,
        ...sendersVariables(config, { data, receipt }),
        MESSAGE_PRICES: pricesText(config),
        ...sendingRates(config),
        POWERTOOLS_METRICS_NAMESPACE: metricsNamespace(stage),
      },
      statements: [...statements(props), ...maySendMessages(scope, config)],
      reservedConcurrency: concurrency,
    });
    // Each message is a run of 40 seconds, and its requests should not compete with those of another broadcast.
    mapQueue(this, sending.queue, concurrency, { batchSize: 1 });
    new ImpactAlarm(this, 'StalledBroadcastAlarm', {
      impact:
        'A broadcast has made no progress in 8 runs within about an hour. Its recipients wait, and the broadcast fails after 24 hours.',
      runbook: 'stalled-broadcast',
      severity: 'page',
      metric: countLogLines(this, stage, {
        metric: 'StalledBroadcasts',
        field: 'code',
        value: 'BROADCAST_STALLED',
        period: Duration.minutes(5),
      }),
      above: 0,
    });
    if (config.messaging !== null) alarmOnBroadcasts(this, deployment);
  }
}

function statements({ data, sending, receipt }: SendBroadcastMessagesProps): PolicyStatement[] {
  return [
    ...allowItems(
      data,
      'get-broadcasts',
      'update-broadcasts',
      'get-recipients',
      'batch-get-recipients',
      'put-recipients',
      'update-recipients',
      'query-listed-recipients',
      'get-send-rates',
      'put-send-rates',
      'get-contact-imports',
      'query-list-members',
      'get-contacts',
      'batch-get-contacts',
      'query-listed-contacts',
      'check-contacts',
      // A rejection by AWS can say that the contact has opted out.
      'update-contacts',
      'get-phone-numbers',
      'query-phone-numbers',
      'get-media-records',
      'update-provider-messages',
      'get-workspaces',
      'get-directories',
      'put-events',
    ),
    allow(['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes'], [sending.queue.queueArn]),
    allowSending(receipt.queue),
    // AWS reads files of WhatsApp messages with the permissions of the function.
    allowReadingMedia(data.mediaBucket),
  ];
}
