/** The attribute by which the stream mapping picks the inserted items that `dispatch-event` is invoked for. */
export const DISPATCH_FILTER = {
  kindAttribute: 'kind',
  /** An event, a requested delivery, a recovery to process, a requested notification. */
  kinds: ['event', 'delivery', 'recovery', 'notification'],
} as const;

/** The items whose suspension `dispatch-event` is invoked for: endpoints that get this attribute. */
export const SUSPENSION_FILTER = { resource: 'endpoint', attribute: 'suspendedReason' } as const;

/** Attributes by which the stream mapping picks the items that `project-changes` is invoked for. */
export const PROJECTION_FILTER = {
  /** Present in items whose changes are in the audit log. */
  resourceAttribute: 'resource',
  /** Present in items with a scheduled job. */
  timerAttribute: 'dueTimer',
  /** True in events that another system ingested: they say something about records of that system. */
  ingestedAttribute: 'ingested',
} as const;
