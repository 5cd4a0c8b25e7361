import type { Key } from '#shared/platform/store/keys.ts';
import type { Item } from '#shared/platform/store/table.ts';
import type { MigrationSecrets } from './migration-secrets.ts';

/** What a migration may use besides the item. */
export type MigrationContext = {
  /** Another item of the same table; strongly consistent. */
  readonly read: (key: Key) => Promise<Item | undefined>;
  /** Missing if the command got no key. */
  readonly secrets: MigrationSecrets | undefined;
};

/**
 * Rewrites items of earlier versions in the form that the newest version writes. The old and the new form must mean the same, and every
 * deployed function must read both: an item can be migrated while requests read and write it (docs/adr/operations/0096-upgrades.md).
 */
export type Migration = {
  /** Identifies the migration in options, reports and the table. A migration that changes what it does gets another name. */
  readonly name: string;
  /** What the migration is for, as one sentence without a full stop. */
  readonly purpose: string;
  readonly table: 'core' | 'deliveries';
  /** The key shapes whose items it reads; they can have other items, which `change` leaves as they are. */
  readonly shapes: readonly string[];
  /**
   * The changed item; undefined if the item has the new form already, or is no concern of the migration. The changed item has the same key
   * and the same `lastChange`, and `change` returns undefined for it. It is called again for an item that was changed meanwhile.
   */
  readonly change: (item: Item, context: MigrationContext) => Item | undefined | Promise<Item | undefined>;
};
