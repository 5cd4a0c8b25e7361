import { Duration } from 'aws-cdk-lib';
import type { Stage } from '#infra/config.ts';
import { linesWith } from '#infra/constructs/alarm-logs.ts';
import { ImpactAlarm, type ImpactAlarmProps } from '#infra/constructs/impact-alarm.ts';
import type { OperationFunction } from '#infra/constructs/operation-function.ts';
import { countLogLines } from './log-lines.ts';

/** An alarm on the lines of a log with a code: fires at the first one, unless it says another number. */
export type LogAlarm = Omit<ImpactAlarmProps, 'metric' | 'above' | 'logs'> & {
  readonly id: string;
  readonly metric: string;
  readonly code: string;
  /** The alarm fires above this number of lines in a period. */
  readonly above?: number;
  /** Default: five minutes. */
  readonly period?: Duration;
};

/** The alarms on the log of a function, by its name. */
export const LOG_ALARMS: Readonly<Record<string, readonly LogAlarm[]>> = {
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
  // Pages or workspaces are at their limits of sign-ups.
  'submit-signup': [
    {
      id: 'SignupsLimitedAlarm',
      impact:
        'Visitors cannot sign up on some bio-link pages for up to an hour, or on all pages of a workspace until the day of UTC ends.',
      runbook: 'signups-limited',
      severity: 'warn',
      metric: 'LimitedSignups',
      code: 'SIGNUPS_LIMITED',
      above: 50,
      during: { periods: 2, of: 3 },
    },
  ],
  // Attempts at pages that are guarded already.
  'unlock-page': [
    {
      id: 'UnlockFloodAlarm',
      impact:
        'Passwords of bio-link pages are being guessed from many networks. Visitors who mistype a password of these pages more than twice wait up to ten minutes.',
      runbook: 'unlock-flood',
      severity: 'warn',
      metric: 'GuardedUnlocks',
      code: 'UNLOCK_FLOOD',
      above: 100,
      during: { periods: 2, of: 3 },
    },
  ],
};

/** Fires if a function cannot send visits to their queue. Visitors notice nothing. */
export function lostVisits(name: string): LogAlarm {
  return {
    id: 'LostVisitsAlarm',
    impact: `Visits are missing in the analytics of pages: ${name} cannot send them to the visit queue. They cannot be counted later.`,
    runbook: 'lost-visits',
    severity: 'warn',
    metric: 'LostVisits',
    code: 'VISIT_NOT_COUNTED',
    above: 50,
    during: { periods: 2, of: 3 },
  };
}

/**
 * Fires if a consumer cannot decrypt its secrets for minutes. No other alarm would fire: such a message counts as handled and is
 * sent again with a delay of one minute, so no message gets old or late. After a single failure the next attempt succeeds.
 */
export function unopenedSecrets(impact: string): LogAlarm {
  return {
    id: 'SecretsAlarm',
    impact: `${impact}: the secrets that they need cannot be decrypted, because KMS or the core table does not respond. Each message is retried every minute.`,
    runbook: 'key-service',
    severity: 'page',
    metric: 'UnopenedSecrets',
    code: 'SECRET_UNAVAILABLE',
    period: Duration.minutes(1),
    during: { periods: 3, of: 5 },
  };
}

export function alarmOnLogLines(logging: OperationFunction, stage: Stage, alarms: readonly LogAlarm[]): void {
  for (const { id, metric, code, above = 0, period = Duration.minutes(5), ...alarm } of alarms)
    new ImpactAlarm(logging, id, {
      ...alarm,
      logs: { functions: [logging.node.id], query: linesWith('code', code) },
      metric: countLogLines(logging, stage, { metric, field: 'code', value: code, period }),
      above,
    });
}
