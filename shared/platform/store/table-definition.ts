/**
 * Names of tables' attributes, keys and indexes: the one description from which the stack, the local tables and the tests
 * are built. Attribute names that only one kind of item has live beside that item.
 */
export type TableDefinition = {
  readonly partitionKey: string;
  readonly sortKey: string;
  readonly timeToLive: string;
  readonly stream: boolean;
  readonly indexes: readonly IndexDefinition[];
};

/** A sparse index, keys only: an item is in it exactly while it carries both attributes. */
export type IndexDefinition = {
  readonly name: string;
  readonly partitionKey: string;
  readonly sortKey: string;
};

/** Workspaces, members, keys, endpoints, events, posts, pages, broadcasts. */
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

/** Deliveries with their attempts. No stream, so that the log of attempts never feeds back into the dispatcher. */
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

/** Attributes by which the stream mapping picks the inserted items that `dispatch-event` is invoked for. */
export const DISPATCH_FILTER = {
  kindAttribute: 'kind',
  /** An event with matches, a requested delivery, a recovery to carry out. */
  kinds: ['event', 'delivery', 'recovery'],
  fanOutAttribute: 'fanOut',
} as const;

/** Attributes by which the stream mapping picks the items that `project-changes` is invoked for. */
export const PROJECTION_FILTER = {
  /** What the audit log tells of carries it. */
  resourceAttribute: 'resource',
  /** What is due later carries it. */
  timerAttribute: 'dueTimer',
} as const;
