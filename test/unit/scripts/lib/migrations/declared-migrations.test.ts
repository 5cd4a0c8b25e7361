import { describe, expect, it } from 'vitest';
import { KEY_SHAPES } from '#functions/capabilities.ts';
import { MIGRATIONS } from '#scripts/lib/migrations/declared-migrations.ts';
import type { Migration } from '#scripts/lib/migrations/migration.ts';
import { toBlockItem } from '#shared/biolinks/store/block-items.ts';
import { pageKey } from '#shared/biolinks/store/keys.ts';
import { fromBroadcastItem, toBroadcastItem } from '#shared/broadcasts/store/broadcast-items.ts';
import { indexEntryOf } from '#shared/messaging/store/contact-index.ts';
import { fromContactItem, toContactItem } from '#shared/messaging/store/contact-items.ts';
import type { KeyShape } from '#shared/platform/runtime/capability-rows.ts';
import type { Key } from '#shared/platform/store/keys.ts';
import type { Item } from '#shared/platform/store/table.ts';
import { aBlock } from '#test/support/builders/biolinks/block-builders.ts';
import { aBroadcast } from '#test/support/builders/broadcasts/broadcast-builders.ts';
import { aContact } from '#test/support/builders/messaging/contact-builders.ts';
import { aContext } from '#test/support/builders/platform/command-builders.ts';

const SHAPES: Readonly<Record<string, KeyShape>> = KEY_SHAPES;

/** Applies a migration, and requires that it is finished then. */
async function migrated(name: string, item: Item, others: readonly (Item & Key)[] = []) {
  const migration = MIGRATIONS.find((each) => each.name === name);
  if (!migration) throw new Error(`No migration is named ${name}`);
  const read = async ({ pk, sk }: Key) => others.find((other) => other.pk === pk && other.sk === sk);
  const context = { read, secrets: undefined };
  const changed = await migration.change(item, context);
  if (changed) expect(await migration.change(changed, context)).toBeUndefined();
  return changed;
}

function without(item: Item, ...names: readonly string[]): Item {
  return Object.fromEntries(Object.entries(item).filter(([name]) => !names.includes(name)));
}

describe('the migrations', () => {
  it('have names of their own, and key shapes of their table', () => {
    const names = MIGRATIONS.map(({ name }: Migration) => name);

    expect(new Set(names).size).toBe(names.length);
    for (const { shapes, table } of MIGRATIONS)
      for (const shape of shapes) expect(SHAPES[shape]).toMatchObject({ table });
  });

  it('contact-list-entries: an entry of a decomposed tag gets the marker of the composed one', async () => {
    const contact = aContact({ tags: ['Café'.normalize('NFD')] });
    const item = toContactItem(contact, aContext().change);
    const old = { ...item, ownerSk: `${item.ownerSk.split('#')[0]}#olds` };

    expect(await migrated('contact-list-entries', item)).toBeUndefined();
    const changed = await migrated('contact-list-entries', old);
    expect(changed).toEqual(item);
    expect(changed?.['ownerSk']).toBe(indexEntryOf({ ...contact, tags: ['Café'.normalize('NFC')] }));
    expect(fromContactItem(changed ?? {})).toEqual(contact);
  });

  it('broadcast-senders: a broadcast without a sender is one of an engine', async () => {
    const broadcast = aBroadcast();
    const item = toBroadcastItem(broadcast, aContext().change);
    const changed = await migrated('broadcast-senders', without(item, 'sender'));

    expect(changed?.['sender']).toBe('external');
    expect(fromBroadcastItem(changed ?? {})).toEqual(broadcast);
    expect(await migrated('broadcast-senders', { ...item, sender: 'platform' })).toBeUndefined();
  });

  it('block-workspaces: a block gets the workspace of its page', async () => {
    const block = aBlock();
    const item = toBlockItem(block, 1, aContext().change);
    const page = { ...pageKey(block.pageId), workspaceId: block.workspaceId };
    const old = without(item, 'workspaceId');

    expect(await migrated('block-workspaces', old, [page])).toEqual(item);
    expect(await migrated('block-workspaces', old)).toBeUndefined();
    expect(await migrated('block-workspaces', page, [page])).toBeUndefined();
  });
});
