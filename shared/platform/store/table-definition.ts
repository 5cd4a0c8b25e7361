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

/** Present in events that matched an endpoint: the sweep reads no others. */
export const FAN_OUT_ATTRIBUTE = 'fanOut';
