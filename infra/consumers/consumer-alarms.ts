import { alarmOnBroadcasts } from '#infra/alarms/broadcast-alarms.ts';
import { alarmOnLogLines, LOG_ALARMS, unopenedSecrets } from '#infra/alarms/log-alarms.ts';
import { alarmOnMail } from '#infra/alarms/mail-alarms.ts';
import { alarmOnMessages } from '#infra/alarms/message-alarms.ts';
import type { Deployment } from '#infra/constructs/deployment.ts';
import type { OperationFunction } from '#infra/constructs/operation-function.ts';

/** What customers notice while KMS fails to decrypt the secrets of a consumer. */
const SECRET_IMPACTS: Readonly<Record<string, string>> = {
  'deliver-webhook': 'Webhooks are not sent',
  'publish-post': 'Posts are not published',
  'remove-publications': 'Deleted posts are not removed from social networks',
  'send-notification': 'Notifications about webhook endpoints are not sent',
};

/** The alarms that only this consumer has. */
export function alarmOnConsumer(consumer: OperationFunction, deployment: Deployment): void {
  const { id: name } = consumer.node;
  const { stage, config } = deployment;
  alarmOnLogLines(consumer, stage, LOG_ALARMS[name] ?? []);
  const secretImpact = SECRET_IMPACTS[name];
  if (secretImpact !== undefined) alarmOnLogLines(consumer, stage, [unopenedSecrets(secretImpact)]);
  if (name === 'deliver-message' && config.messaging !== null) alarmOnMessages(consumer, deployment);
  if (name === 'send-broadcast-messages' && config.messaging !== null)
    alarmOnBroadcasts(consumer, deployment);
  if (name === 'send-notification' && config.notificationSender !== null) alarmOnMail(consumer);
}
