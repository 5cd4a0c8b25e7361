import { isDeepStrictEqual } from 'node:util';
import { MalformedItemError } from '#shared/platform/core/errors.ts';
import { keyOf, type Item, type WritableTable } from '#shared/platform/store/table.ts';
import { tryWrite } from '#shared/platform/store/try-write.ts';
import { exactUpdate } from './exact-update.ts';
import type { MigrationSecrets } from './migration-secrets.ts';
import type { Migration, MigrationContext } from './migration.ts';

/** Attempts at an item that other writers change at the same time. */
const ATTEMPTS = 10;

/**
 * What became of an item. `changed` names the migrations that changed it, or would change it. `busy`: other writers changed the item
 * during each attempt. `malformed`: a migration could not parse the item.
 */
export type MigratedItem =
  | { readonly outcome: 'unchanged' | 'busy' | 'deleted' }
  | { readonly outcome: 'changed'; readonly by: readonly string[] }
  | { readonly outcome: 'malformed'; readonly detail: string };

/** Applies all migrations to an item, and writes the result with one request. With `apply` false, nothing is written. */
export async function migrateItem(
  table: WritableTable,
  first: Item,
  migrations: readonly Migration[],
  {
    apply,
    beforeWrite,
    secrets,
  }: {
    readonly apply: boolean;
    readonly beforeWrite: () => Promise<void>;
    readonly secrets?: MigrationSecrets | undefined;
  },
): Promise<MigratedItem> {
  const context: MigrationContext = { read: (key) => table.get(key), secrets };
  let item = first;
  try {
    for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
      const { after, by } = await changedBy(migrations, item, context);
      if (by.length === 0) return { outcome: 'unchanged' };
      if (!apply) return { outcome: 'changed', by };
      await beforeWrite();
      const result = await tryWrite(table, exactUpdate(item, after));
      if (result.written) return { outcome: 'changed', by };
      // The failed condition returns the item as it is now.
      if (!result.item) return { outcome: 'deleted' };
      item = result.item;
      await table.backOff(attempt);
    }
    return { outcome: 'busy' };
  } catch (error) {
    if (!(error instanceof MalformedItemError)) throw error;
    return { outcome: 'malformed', detail: error.message };
  }
}

async function changedBy(migrations: readonly Migration[], before: Item, context: MigrationContext) {
  let after = before;
  const by: string[] = [];
  for (const migration of migrations) {
    const changed = await migration.change(after, context);
    if (!changed || isDeepStrictEqual(changed, after)) continue;
    if ((await migration.change(changed, context)) !== undefined)
      throw new Error(`${migration.name} changes an item twice: ${JSON.stringify(keyOf(before))}`);
    after = changed;
    by.push(migration.name);
  }
  return { after, by };
}
