import type { Migration } from '#scripts/lib/migrations/migration.ts';

/** Broadcasts were sent by engines only, before the platform could send them. */
export const broadcastSenders: Migration = {
  name: 'broadcast-senders',
  purpose: 'every broadcast names its sender, so that conditions of writes need not allow a missing one',
  table: 'core',
  shapes: ['broadcasts'],
  change(item) {
    if (item['resource'] !== 'broadcast' || item['sender'] !== undefined) return undefined;
    return { ...item, sender: 'external' };
  },
};
