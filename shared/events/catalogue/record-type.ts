/** The objects of event data that have an id of their own. Clients read each of them at a path of its type. */
export const RECORD_TYPES = [
  'contact',
  'conversation',
  'message',
  'automation',
  'broadcast',
  'payment',
  'booking',
  'order',
] as const;

/** The types of records that this platform can manage itself. */
export const MANAGED_TYPES = [
  'contact',
  'conversation',
  'message',
  'broadcast',
] as const satisfies readonly RecordType[];

export type ManagedType = (typeof MANAGED_TYPES)[number];

/** The type of a record, which is also the name of its object in event data. */
export type RecordType = (typeof RECORD_TYPES)[number];
