import type { CapabilityRows } from '#shared/platform/runtime/capability-rows.ts';

/** The items, the queues and the other capabilities of this product. */
export const EVENTS_CAPABILITIES = {
  shapes: {
    directories: { table: 'core', partitions: 'DIR#*', keys: ['directoryKey'] },
    events: { table: 'core', partitions: 'EV#*', keys: ['eventKey', 'eventPartition'] },
    'dedupe-keys': { table: 'core', partitions: 'DD#*', keys: ['dedupeKey'] },
    erasures: { table: 'core', partitions: 'ER#*', keys: ['erasureKey', 'erasureContactKey'] },
    'external-records': {
      table: 'core',
      partitions: 'RC#*',
      keys: ['externalRecordKey', 'contactRecordKey', 'recordLinkKey'],
    },
    'listed-external-records': {
      table: 'core',
      index: 'by-owner',
      partitions: 'RC#*',
      keys: ['externalRecordPartition'],
    },
    'due-erasures': {
      table: 'core',
      index: 'by-owner',
      partitions: 'ERASURES',
      keys: ['dueErasuresPartition'],
    },
    'event-logs': { table: 'deliveries', partitions: 'LOG#*', keys: ['eventLogKey'] },
  },
  queues: [],
  services: {},
} as const satisfies CapabilityRows;

declare module '#shared/platform/runtime/capabilities.ts' {
  interface ProductCapabilities {
    readonly events: typeof EVENTS_CAPABILITIES;
  }
}
