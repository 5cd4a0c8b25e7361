/** The partitions of one kind of item, or of one kind of entry in an index. */
export type KeyShape = {
  readonly table: 'core' | 'deliveries';
  /** The index, for partitions that exist only in an index. */
  readonly index?: 'by-owner' | 'by-due' | 'by-open';
  /** Matches the partition keys of the shape, as in `StringLike` of IAM, and no partition key of another shape. */
  readonly partitions: string;
  /** The functions that build these keys, in the `store/keys.ts` of the products and in `sequential-keys.ts`. */
  readonly keys: readonly string[];
};

const SEQUENTIAL_KEYS = ['sequentialKey', 'sequentialPointerKey', 'sequenceKey'];

/**
 * The shapes of partition keys. A grant restricts a function to shapes, so items that different functions access have different
 * shapes. The first word of a key identifies its shape, so no pattern needs to know the form of an id.
 */
export const KEY_SHAPES = {
  workspaces: { table: 'core', partitions: 'W#*', keys: ['workspaceKey'] },
  'workspace-deletions': { table: 'core', partitions: 'DEL#*', keys: ['workspaceDeletionKey'] },
  'erased-workspaces': { table: 'core', partitions: 'ERASED#*', keys: ['erasedWorkspaceKey'] },
  exports: { table: 'core', partitions: 'EX#*', keys: ['exportKey', 'runningExportKey'] },
  members: { table: 'core', partitions: 'M#*', keys: ['memberKey'] },
  emails: { table: 'core', partitions: 'MAIL#*', keys: ['emailKey'] },
  'api-keys': { table: 'core', partitions: 'K#*', keys: ['apiKeyKey'] },
  'key-pointers': { table: 'core', partitions: 'KP#*', keys: ['keyPointerKey'] },
  directories: { table: 'core', partitions: 'DIR#*', keys: ['directoryKey'] },
  endpoints: { table: 'core', partitions: 'E#*', keys: ['endpointKey'] },
  targets: { table: 'core', partitions: 'X#*', keys: ['targetKey'] },
  recoveries: { table: 'core', partitions: 'R#*', keys: ['recoveryKey', 'runningRecoveryKey'] },
  'delivery-requests': { table: 'core', partitions: 'RQ#*', keys: ['deliveryRequestKey'] },
  'notification-targets': { table: 'core', partitions: 'NT#*', keys: ['notificationTargetKey'] },
  'notification-requests': { table: 'core', partitions: 'NR#*', keys: ['notificationRequestKey'] },
  'confirmation-limits': { table: 'core', partitions: 'CL#*', keys: ['confirmationLimitKey'] },
  events: { table: 'core', partitions: 'EV#*', keys: ['eventKey', 'eventPartition'] },
  'dedupe-keys': { table: 'core', partitions: 'DD#*', keys: ['dedupeKey'] },
  erasures: { table: 'core', partitions: 'ER#*', keys: ['erasureKey', 'erasureContactKey'] },
  'idempotency-records': { table: 'core', partitions: 'ID#*', keys: ['idempotencyKey'] },
  'audit-entries': { table: 'core', partitions: 'AU#*', keys: ['auditKey'] },
  quotas: { table: 'core', partitions: 'Q#*', keys: ['quotaKey'] },
  'rate-counters': { table: 'core', partitions: 'RL#*', keys: ['rateCounterKey'] },
  'feed-waits': { table: 'core', partitions: 'FW#*', keys: ['feedWaitKey'] },
  broadcasts: {
    table: 'core',
    partitions: 'BC#*',
    keys: ['broadcastKey', 'broadcastRunKey', 'broadcastControlKey', 'broadcastEstimateKey'],
  },
  recipients: { table: 'core', partitions: 'BR#*', keys: ['recipientKey', 'recipientCountsKey'] },
  'send-rates': { table: 'core', partitions: 'SR#*', keys: ['sendRateKey'] },
  contacts: { table: 'core', partitions: 'CT#*', keys: ['contactKey'] },
  'contact-imports': {
    table: 'core',
    partitions: 'IM#*',
    keys: ['contactImportKey', 'importRejectionsKey', 'runningImportKey', 'recentImportsKey'],
  },
  'list-members': { table: 'core', partitions: 'LM#*', keys: ['listMemberKey'] },
  calendars: { table: 'core', partitions: 'CAL#*', keys: ['calendarKey'] },
  'contact-addresses': { table: 'core', partitions: 'CA#*', keys: ['contactAddressKey'] },
  'contact-hash-keys': { table: 'core', partitions: 'CK#*', keys: ['contactHashKey'] },
  'external-records': {
    table: 'core',
    partitions: 'RC#*',
    keys: ['externalRecordKey', 'contactRecordKey', 'recordLinkKey'],
  },
  conversations: { table: 'core', partitions: 'CV#*', keys: ['conversationKey'] },
  'open-conversations': { table: 'core', partitions: 'CO#*', keys: ['openConversationKey'] },
  'conversation-links': { table: 'core', partitions: 'CC#*', keys: ['conversationLinkKey'] },
  messages: { table: 'core', partitions: 'MS#*', keys: ['messageKey'] },
  'queued-messages': { table: 'core', partitions: 'MQ#*', keys: ['queuedMessageKey'] },
  'provider-messages': { table: 'core', partitions: 'MP#*', keys: ['providerMessageKey'] },
  'phone-numbers': { table: 'core', partitions: 'PN#*', keys: ['phoneNumberKey', 'connectedNumberKey'] },
  'verified-numbers': { table: 'core', partitions: 'PU#*', keys: ['verifiedNumberKey'] },
  domains: { table: 'core', partitions: 'DOM#*', keys: ['domainKey', 'ownHostKey'] },
  hosts: { table: 'core', partitions: 'H#*', keys: ['hostKey'] },
  pages: { table: 'core', partitions: 'PG#*', keys: ['pageKey', 'blockKey', 'blockOrderKey'] },
  slugs: { table: 'core', partitions: 'S#*', keys: ['slugKey'] },
  pixels: { table: 'core', partitions: 'PX#*', keys: ['pixelKey'] },
  'unlock-attempts': { table: 'core', partitions: 'VISIT#*', keys: ['unlockAttemptsKey'] },
  'page-days': { table: 'core', partitions: 'VI#*', keys: ['pageDayKey', 'countedMessagesKey'] },
  previews: { table: 'core', partitions: 'PV#*', keys: ['previewKey'] },
  'preview-lists': { table: 'core', partitions: 'PVL#*', keys: ['previewListKey'] },
  'visitor-salts': { table: 'core', partitions: 'SALT', keys: ['visitorSaltKey'] },
  'token-keys': { table: 'core', partitions: 'TOKENKEY', keys: ['accessTokenKeyKey'] },
  posts: { table: 'core', partitions: 'P#*', keys: ['postKey', 'publicationKey'] },
  'post-times': { table: 'core', partitions: 'TIME#*', keys: ['slotKey', 'postTimeKey'] },
  'posting-queues': { table: 'core', partitions: 'SLOTS#*', keys: ['postingQueueKey'] },
  accounts: { table: 'core', partitions: 'A#*', keys: SEQUENTIAL_KEYS },
  'account-removals': { table: 'core', partitions: 'GONE#*', keys: ['accountRemovalKey'] },
  'post-removals': { table: 'core', partitions: 'PR#*', keys: ['postRemovalKey'] },
  'oauth-apps': { table: 'core', partitions: 'OA#*', keys: ['oauthAppKey'] },
  'connect-claims': { table: 'core', partitions: 'OC#*', keys: ['connectClaimKey'] },
  'token-leases': { table: 'core', partitions: 'OL#*', keys: ['tokenLeaseKey'] },
  tags: { table: 'core', partitions: 'T#*', keys: SEQUENTIAL_KEYS },
  'media-records': { table: 'core', partitions: 'MD#*', keys: SEQUENTIAL_KEYS },
  'listed-pages': { table: 'core', index: 'by-owner', partitions: 'PG#*', keys: ['pageOwner'] },
  'listed-slugs': { table: 'core', index: 'by-owner', partitions: 'S#*', keys: ['slugOwner'] },
  'listed-posts': { table: 'core', index: 'by-owner', partitions: 'P#*', keys: ['postPartition'] },
  'listed-broadcasts': { table: 'core', index: 'by-owner', partitions: 'BC#*', keys: ['broadcastPartition'] },
  'listed-recipients': { table: 'core', index: 'by-owner', partitions: 'BR#*', keys: ['recipientPartition'] },
  'listed-contacts': { table: 'core', index: 'by-owner', partitions: 'CT#*', keys: ['contactPartition'] },
  'listed-conversations': {
    table: 'core',
    index: 'by-owner',
    partitions: 'CV#*',
    keys: ['conversationPartition'],
  },
  'listed-messages': { table: 'core', index: 'by-owner', partitions: 'MS#*', keys: ['messagePartition'] },
  'dated-contacts': { table: 'core', index: 'by-due', partitions: 'CT#*', keys: ['datedContactsPartition'] },
  'listed-external-records': {
    table: 'core',
    index: 'by-owner',
    partitions: 'RC#*',
    keys: ['externalRecordPartition'],
  },
  'redacted-events': { table: 'core', index: 'by-owner', partitions: 'C#*', keys: ['redactedPartition'] },
  'pending-exports': {
    table: 'core',
    index: 'by-owner',
    partitions: 'EXPORTS',
    keys: ['pendingExportsPartition'],
  },
  'due-deletions': {
    table: 'core',
    index: 'by-owner',
    partitions: 'DELETIONS',
    keys: ['dueDeletionsPartition'],
  },
  'due-erasures': {
    table: 'core',
    index: 'by-owner',
    partitions: 'ERASURES',
    keys: ['dueErasuresPartition'],
  },
  'scheduled-jobs': { table: 'core', index: 'by-due', partitions: 'DUE#*', keys: ['scheduledJobPartition'] },
  deliveries: { table: 'deliveries', partitions: 'E#*', keys: ['deliveryKey'] },
  'sweep-cursors': { table: 'deliveries', partitions: 'SWEEP', keys: ['sweepKey'] },
  'erasure-scans': {
    table: 'deliveries',
    partitions: 'ERASURES',
    keys: ['erasureScanKey', 'logRedactionKey'],
  },
  'event-logs': { table: 'deliveries', partitions: 'LOG#*', keys: ['eventLogKey'] },
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
} as const satisfies Readonly<Record<string, KeyShape>>;

/** The name of a shape. */
export type ShapeName = keyof typeof KEY_SHAPES;
