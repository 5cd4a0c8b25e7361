import { bucketKeys, type CapabilityRows, opening, sealing } from './capability-rows.ts';

/** The items, the queues and the other capabilities of this product. */
export const PLATFORM_CAPABILITIES = {
  shapes: {
    workspaces: { table: 'core', partitions: 'W#*', keys: ['workspaceKey'] },
    members: { table: 'core', partitions: 'M#*', keys: ['memberKey'] },
    emails: { table: 'core', partitions: 'MAIL#*', keys: ['emailKey'] },
    'api-keys': { table: 'core', partitions: 'K#*', keys: ['apiKeyKey'] },
    'key-pointers': { table: 'core', partitions: 'KP#*', keys: ['keyPointerKey'] },
    'idempotency-records': { table: 'core', partitions: 'ID#*', keys: ['idempotencyKey'] },
    'audit-entries': { table: 'core', partitions: 'AU#*', keys: ['auditKey'] },
    quotas: { table: 'core', partitions: 'Q#*', keys: ['quotaKey'] },
    'rate-counters': { table: 'core', partitions: 'RL#*', keys: ['rateCounterKey'] },
    // No function reads them: `npm run migrate` does.
    migrations: { table: 'core', partitions: 'MIGRATIONS', keys: ['migrationRunKey', 'migrationDoneKey'] },
    calendars: { table: 'core', partitions: 'CAL#*', keys: ['calendarKey'] },
    'scheduled-jobs': {
      table: 'core',
      index: 'by-due',
      partitions: 'DUE#*',
      keys: ['scheduledJobPartition'],
    },
    'replay-keys': bucketKeys('replay'),
  },
  queues: ['quarantined-changes'],
  services: {
    'seal-replay': {
      provides: ['replayKey'],
      grants: sealing('replay'),
    },
    'open-replay': {
      provides: ['replayKey'],
      grants: opening('replay'),
    },
    /** Checking an address that a customer enters, which includes rejecting the hosts of the API. */
    'check-addresses': { provides: ['apiHosts', 'allowedHosts'], grants: [] },
    /** Distinguishing the hosts of the stage, including that of pages, from the hosts of customers. */
    'api-hosts': { provides: ['apiHosts'], grants: [] },
    /** The origins of the API and the console, for a consumer; every operation knows them. */
    'api-origins': { provides: ['apiOrigins'], grants: [] },
    /** The origins whose pages may show the console in a frame. */
    'console-frames': { provides: ['consoleFrameOrigins'], grants: [] },
    /** The host of pages without a custom domain. */
    'page-host': { provides: ['pageHost'], grants: [] },
    'create-due-schedules': {
      provides: ['dueSchedules'],
      grants: [
        { actions: ['scheduler:CreateSchedule'], on: 'due-schedules' },
        { actions: ['iam:PassRole'], on: 'due-schedule-role', passedToScheduler: true },
      ],
    },
    'delete-due-schedules': {
      provides: ['dueSchedules'],
      grants: [{ actions: ['scheduler:DeleteSchedule'], on: 'due-schedules' }],
    },
    /** Metrics in the log of the function. */
    'write-metrics': { provides: ['metrics'], grants: [] },
  },
} as const satisfies CapabilityRows;

declare module './capabilities.ts' {
  interface ProductCapabilities {
    readonly platform: typeof PLATFORM_CAPABILITIES;
  }
}
