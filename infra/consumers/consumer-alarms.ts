import { alarmOnBroadcasts } from '#infra/alarms/broadcast-alarms.ts';
import { alarmOnLogLines, LOG_ALARMS, unopenedSecrets } from '#infra/alarms/log-alarms.ts';
import { alarmOnMail } from '#infra/alarms/mail-alarms.ts';
import { alarmOnMessages } from '#infra/alarms/message-alarms.ts';
import { alarmOnSweepLag } from '#infra/alarms/sweep-alarms.ts';
import type { Deployment } from '#infra/constructs/deployment.ts';
import type { OperationFunction } from '#infra/constructs/operation-function.ts';
import type { Consumer } from '#shared/platform/queues/consumer.ts';

/** The alarms that only this consumer has. */
export function alarmOnConsumer(
  consumer: OperationFunction,
  { name, unopenedImpact }: Consumer,
  deployment: Deployment,
): void {
  const { stage, config } = deployment;
  alarmOnLogLines(consumer, stage, LOG_ALARMS[name] ?? []);
  if (unopenedImpact !== undefined) alarmOnLogLines(consumer, stage, [unopenedSecrets(unopenedImpact)]);
  if (name === 'sweep-deliveries') alarmOnSweepLag(consumer, stage);
  if (name === 'deliver-message' && config.messaging !== null) alarmOnMessages(consumer, deployment);
  if (name === 'send-broadcast-messages' && config.messaging !== null)
    alarmOnBroadcasts(consumer, deployment);
  if (name === 'send-notification' && config.notificationSender !== null) alarmOnMail(consumer);
}
