/**
 * The keys, attributes and indexes of a table. The stack, the local tables and the tests are built from this definition. Attributes of
 * only one kind of item are defined with that item.
 */
export type TableDefinition = {
  readonly partitionKey: string;
  readonly sortKey: string;
  readonly timeToLive: string;
  readonly stream: boolean;
  readonly indexes: readonly IndexDefinition[];
};

/** A sparse index, keys only: an item is in it exactly while it has both attributes. */
export type IndexDefinition = {
  readonly name: string;
  readonly partitionKey: string;
  readonly sortKey: string;
};

/**
 * Every item except the deliveries with their attempts, the logs of events and of notifications, planned notices about rotations, the
 * cursors of the sweep and the scans of erasures.
 */
export const CORE_TABLE = {
  partitionKey: 'pk',
  sortKey: 'sk',
  timeToLive: 'ttl',
  stream: true,
  indexes: [
    { name: 'by-owner', partitionKey: 'ownerPk', sortKey: 'ownerSk' },
    { name: 'by-due', partitionKey: 'duePk', sortKey: 'dueSk' },
  ],
} as const satisfies TableDefinition;

/** Deliveries with their attempts, and the logs of events and of notifications. No stream, so that none of them invokes the dispatcher. */
export const DELIVERY_TABLE = {
  partitionKey: 'pk',
  sortKey: 'sk',
  timeToLive: 'ttl',
  stream: false,
  indexes: [
    { name: 'by-open', partitionKey: 'openPk', sortKey: 'openSk' },
    { name: 'by-due', partitionKey: 'duePk', sortKey: 'dueSk' },
  ],
} as const satisfies TableDefinition;

/** The attribute by which the stream mapping picks the inserted items that `dispatch-event` is invoked for. */
export const DISPATCH_FILTER = {
  kindAttribute: 'kind',
  /** An event, a requested delivery, a recovery to process, a requested notification. */
  kinds: ['event', 'delivery', 'recovery', 'notification'],
} as const;

/** The items whose suspension `dispatch-event` is invoked for: endpoints that get this attribute. */
export const SUSPENSION_FILTER = { resource: 'endpoint', attribute: 'suspendedReason' } as const;

/** Present in events that matched an endpoint: the sweep reads no others. */
export const FAN_OUT_ATTRIBUTE = 'fanOut';

/** Attributes by which the stream mapping picks the items that `project-changes` is invoked for. */
export const PROJECTION_FILTER = {
  /** Present in items whose changes are in the audit log. */
  resourceAttribute: 'resource',
  /** Present in items with a scheduled job. */
  timerAttribute: 'dueTimer',
  /** True in events that another system ingested: they say something about records of that system. */
  ingestedAttribute: 'ingested',
} as const;
