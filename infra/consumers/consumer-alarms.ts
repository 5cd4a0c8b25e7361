import { Duration } from 'aws-cdk-lib';
import { alarmOnBroadcasts } from '#infra/alarms/broadcast-alarms.ts';
import { countLogLines } from '#infra/alarms/log-lines.ts';
import { alarmOnMail } from '#infra/alarms/mail-alarms.ts';
import { alarmOnMessages } from '#infra/alarms/message-alarms.ts';
import { alarmOnSecrets } from '#infra/alarms/secret-alarm.ts';
import type { Deployment } from '#infra/constructs/deployment.ts';
import { ImpactAlarm, type ImpactAlarmProps } from '#infra/constructs/impact-alarm.ts';
import type { OperationFunction } from '#infra/constructs/operation-function.ts';

/** An alarm on each log line with a code. */
type LogAlarm = Pick<ImpactAlarmProps, 'impact' | 'runbook' | 'severity'> & {
  readonly id: string;
  readonly metric: string;
  readonly code: string;
};

const LOG_ALARMS: Readonly<Record<string, readonly LogAlarm[]>> = {
  'download-media': [
    {
      id: 'InterruptedAlarm',
      impact:
        'A file was not downloaded from its URL, because no attempt recorded a result: the customer must send the URL again.',
      runbook: 'interrupted-download',
      severity: 'warn',
      metric: 'DownloadsInterrupted',
      code: 'DOWNLOAD_INTERRUPTED',
    },
  ],
  'erase-workspaces': [
    {
      id: 'LateAlarm',
      impact:
        'Data of a workspace is still stored 3 days after the end of its grace period. Find out why erase-workspaces is late.',
      runbook: 'late-workspace-erasure',
      severity: 'warn',
      metric: 'LateWorkspaceErasures',
      code: 'WORKSPACE_ERASURE_LATE',
    },
  ],
  'export-workspaces': [
    {
      id: 'LateAlarm',
      impact: 'An export of a workspace is not complete 6 hours after it was requested.',
      runbook: 'late-workspace-export',
      severity: 'warn',
      metric: 'LateWorkspaceExports',
      code: 'WORKSPACE_EXPORT_LATE',
    },
    {
      id: 'EndedEarlyAlarm',
      impact:
        'An export of a workspace failed and will not be continued: its customer has to request another one.',
      runbook: 'late-workspace-export',
      severity: 'warn',
      metric: 'WorkspaceExportsEndedEarly',
      code: 'WORKSPACE_EXPORT_ENDED_EARLY',
    },
  ],
  'import-contacts': [
    {
      id: 'EndedEarlyAlarm',
      impact:
        'An import of contacts failed and will not be continued: its customer has to create another one.',
      runbook: 'failed-contact-import',
      severity: 'warn',
      metric: 'ContactImportsEndedEarly',
      code: 'IMPORT_ENDED_EARLY',
    },
  ],
  'redact-payloads': [
    {
      id: 'LateAlarm',
      impact:
        'Personal data is still stored 22 hours after its erasure was requested; the limit is 24 hours. Find out why redact-payloads is late.',
      runbook: 'late-erasure',
      severity: 'page',
      metric: 'LateErasures',
      code: 'ERASURE_LATE',
    },
  ],
  'send-broadcast-messages': [
    {
      id: 'StalledBroadcastAlarm',
      impact:
        'A broadcast has made no progress in 8 runs within about an hour. Its recipients wait, and the broadcast fails after 24 hours.',
      runbook: 'stalled-broadcast',
      severity: 'page',
      metric: 'StalledBroadcasts',
      code: 'BROADCAST_STALLED',
    },
  ],
};

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
  for (const { id, metric, code, ...alarm } of LOG_ALARMS[name] ?? [])
    new ImpactAlarm(consumer, id, {
      ...alarm,
      metric: countLogLines(consumer, stage, {
        metric,
        field: 'code',
        value: code,
        period: Duration.minutes(5),
      }),
      above: 0,
    });
  const secretImpact = SECRET_IMPACTS[name];
  if (secretImpact !== undefined) alarmOnSecrets(consumer, stage, secretImpact);
  if (name === 'deliver-message' && config.messaging !== null) alarmOnMessages(consumer, deployment);
  if (name === 'send-broadcast-messages' && config.messaging !== null)
    alarmOnBroadcasts(consumer, deployment);
  if (name === 'send-notification' && config.notificationSender !== null) alarmOnMail(consumer);
}
