import type { Migration } from '#scripts/lib/migrations/migration.ts';
import { pageKey } from '#shared/biolinks/store/keys.ts';
import { keyOf } from '#shared/platform/store/table.ts';

/**
 * The erasure of a workspace finds its items by their workspace. Blocks that were written before the audit log existed name none until
 * their next edit.
 */
export const blockWorkspaces: Migration = {
  name: 'block-workspaces',
  purpose: 'every block of a page, and their order, names its workspace, by which an erasure finds it',
  table: 'core',
  shapes: ['pages'],
  async change(item, { read }) {
    const { pk, sk } = keyOf(item);
    const page = pageKey('').sk;
    if (sk === page || item['workspaceId'] !== undefined) return undefined;
    const workspaceId = (await read({ pk, sk: page }))?.['workspaceId'];
    // Without its page nobody can show the block, and nothing names its workspace.
    return workspaceId === undefined ? undefined : { ...item, workspaceId };
  },
};
