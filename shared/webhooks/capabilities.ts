import {
  bucketKeys,
  type CapabilityRows,
  opening,
  sealing,
} from '#shared/platform/runtime/capability-rows.ts';

/** The items, the queues and the other capabilities of this product. */
export const WEBHOOKS_CAPABILITIES = {
  shapes: {
    endpoints: { table: 'core', partitions: 'E#*', keys: ['endpointKey'] },
    targets: { table: 'core', partitions: 'X#*', keys: ['targetKey'] },
    recoveries: { table: 'core', partitions: 'R#*', keys: ['recoveryKey', 'runningRecoveryKey'] },
    'delivery-requests': { table: 'core', partitions: 'RQ#*', keys: ['deliveryRequestKey'] },
    'notification-targets': { table: 'core', partitions: 'NT#*', keys: ['notificationTargetKey'] },
    'notification-requests': { table: 'core', partitions: 'NR#*', keys: ['notificationRequestKey'] },
    'confirmation-limits': { table: 'core', partitions: 'CL#*', keys: ['confirmationLimitKey'] },
    'feed-waits': { table: 'core', partitions: 'FW#*', keys: ['feedWaitsKey'] },
    deliveries: { table: 'deliveries', partitions: 'E#*', keys: ['deliveryKey'] },
    'sweep-cursors': { table: 'deliveries', partitions: 'SWEEP', keys: ['sweepKey'] },
    'attempt-counts': {
      table: 'deliveries',
      partitions: 'MT#*',
      keys: ['attemptCounterKey', 'attemptSumsKey'],
    },
    'announced-hours': { table: 'deliveries', partitions: 'MH#*', keys: ['announcedHourKey'] },
    notifications: { table: 'deliveries', partitions: 'N#*', keys: ['notificationKey'] },
    'notification-limits': { table: 'deliveries', partitions: 'NL#*', keys: ['notificationLimitKey'] },
    'rotation-notices': { table: 'deliveries', partitions: 'RN#*', keys: ['rotationNoticeKey'] },
    'open-deliveries': { table: 'deliveries', index: 'by-open', partitions: 'E#*', keys: ['openIndexKey'] },
    'due-deliveries': {
      table: 'deliveries',
      index: 'by-due',
      partitions: 'D#*',
      keys: ['dueDeliveryPartition'],
    },
    'due-notifications': {
      table: 'deliveries',
      index: 'by-due',
      partitions: 'NOTIFICATIONS',
      keys: ['dueNotificationsPartition'],
    },
    'due-rotation-notices': {
      table: 'deliveries',
      index: 'by-due',
      partitions: 'ROTATIONS',
      keys: ['dueRotationNoticesPartition'],
    },
    'signing-keys': bucketKeys('signing'),
    'notification-keys': bucketKeys('notification'),
  },
  queues: ['delivery', 'slow', 'release', 'recovery', 'notification', 'quarantined-events'],
  services: {
    'seal-signing-secret': {
      provides: ['signingKey'],
      grants: sealing('signing'),
    },
    'open-signing-secret': {
      provides: ['signingKey'],
      grants: opening('signing'),
    },
    'seal-notification-secret': {
      provides: ['notificationKey'],
      grants: sealing('notification'),
    },
    'open-notification-secret': {
      provides: ['notificationKey'],
      grants: opening('notification'),
    },
    /** Whether the stage has a sender of mail. */
    'check-mail-sender': { provides: ['notificationSender'], grants: [] },
    /** Sending mail from the address of the stage, and from no other. */
    'send-mail': {
      provides: ['notificationSender'],
      grants: [{ actions: ['ses:SendEmail'], on: 'mail-sender' }],
    },
    /** Changing the number of shards of endpoints, and no other attribute. */
    'grow-endpoints': {
      provides: ['core'],
      grants: [
        {
          actions: ['dynamodb:UpdateItem'],
          on: 'core-table',
          leadingKeys: ['E#*', 'X#*', 'DIR#*'],
          attributes: ['pk', 'sk', 'shards'],
        },
      ],
    },
    'create-retry-schedules': {
      provides: ['retrySchedules', 'deliveryQueueArn', 'retryDeadLetterArn'],
      grants: [
        { actions: ['scheduler:CreateSchedule'], on: 'retry-schedules' },
        { actions: ['iam:PassRole'], on: 'retry-schedule-role', passedToScheduler: true },
      ],
    },
  },
} as const satisfies CapabilityRows;

declare module '#shared/platform/runtime/capabilities.ts' {
  interface ProductCapabilities {
    readonly webhooks: typeof WEBHOOKS_CAPABILITIES;
  }
}

declare module '#shared/platform/core/secret-box.ts' {
  interface DeclaredPurposes {
    readonly webhooks: 'signing' | 'notification';
  }
}
