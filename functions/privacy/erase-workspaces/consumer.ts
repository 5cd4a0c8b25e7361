import { defineConsumer } from '#shared/platform/queues/consumer.ts';

/**
 * Erases workspaces whose grace period has ended. No other function may scan a table or delete versions of files: what a workspace
 * owns cannot all be found by keys.
 */
export const consumer = defineConsumer({
  name: 'erase-workspaces',
  stack: 'scheduling',
  description: 'Erases workspaces whose deletion was requested',
  stalledImpact: 'Workspaces whose deletion was requested are not erased',
  source: { kind: 'schedule', id: 'WorkspaceErasure', group: 'workspace-erasures' },
  uses: [
    'query-due-deletions',
    'batch-get-workspace-deletions',
    'update-workspace-deletions',
    'put-erased-workspaces',
    'query-key-pointers',
    'batch-get-api-keys',
    'update-api-keys',
    'get-directories',
    'query-listed-pages',
    'query-listed-posts',
    'query-listed-broadcasts',
    'query-listed-conversations',
    'query-listed-messages',
    'query-phone-numbers',
    'erase-items',
    'erase-files',
  ],
});
