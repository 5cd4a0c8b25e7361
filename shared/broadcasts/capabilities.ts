import type { CapabilityRows } from '#shared/platform/runtime/capability-rows.ts';

/** The items, the queues and the other capabilities of this product. */
export const BROADCASTS_CAPABILITIES = {
  shapes: {
    broadcasts: {
      table: 'core',
      partitions: 'BC#*',
      keys: ['broadcastKey', 'broadcastRunKey', 'broadcastControlKey', 'broadcastEstimateKey'],
    },
    recipients: { table: 'core', partitions: 'BR#*', keys: ['recipientKey', 'recipientCountsKey'] },
    'send-rates': { table: 'core', partitions: 'SR#*', keys: ['sendRateKey'] },
    'listed-broadcasts': {
      table: 'core',
      index: 'by-owner',
      partitions: 'BC#*',
      keys: ['broadcastPartition'],
    },
    'listed-recipients': {
      table: 'core',
      index: 'by-owner',
      partitions: 'BR#*',
      keys: ['recipientPartition'],
    },
  },
  queues: ['broadcast', 'sending'],
  services: {},
} as const satisfies CapabilityRows;

declare module '#shared/platform/runtime/capabilities.ts' {
  interface ProductCapabilities {
    readonly broadcasts: typeof BROADCASTS_CAPABILITIES;
  }
}
