import type { CapabilityRows } from '#shared/platform/runtime/capability-rows.ts';

/** The items, the queues and the other capabilities of this product. */
export const WORKSPACES_CAPABILITIES = {
  shapes: {
    'workspace-deletions': { table: 'core', partitions: 'DEL#*', keys: ['workspaceDeletionKey'] },
    'erased-workspaces': { table: 'core', partitions: 'ERASED#*', keys: ['erasedWorkspaceKey'] },
    'due-deletions': {
      table: 'core',
      index: 'by-owner',
      partitions: 'DELETIONS',
      keys: ['dueDeletionsPartition'],
    },
  },
  queues: [],
  services: {},
} as const satisfies CapabilityRows;

declare module '#shared/platform/runtime/capabilities.ts' {
  interface ProductCapabilities {
    readonly workspaces: typeof WORKSPACES_CAPABILITIES;
  }
}
