import type { Migration } from '#scripts/lib/migrations/migration.ts';
import { indexEntryOf } from '#shared/messaging/store/contact-index.ts';
import { fromContactItem } from '#shared/messaging/store/contact-items.ts';
import { conversationEntryOf } from '#shared/messaging/store/conversation-index.ts';
import { fromConversationItem } from '#shared/messaging/store/conversation-items.ts';
import type { Item } from '#shared/platform/store/table.ts';

/** Lists compare tags and names in their composed form; entries of earlier versions have the form that was sent. */
export const contactListEntries: Migration = {
  name: 'contact-list-entries',
  purpose: 'entries of contacts and conversations in lists have the composed form of their tags and names',
  table: 'core',
  shapes: ['contacts', 'conversations'],
  change(item) {
    const ownerSk = entryOf(item);
    return ownerSk === undefined || ownerSk === item['ownerSk'] ? undefined : { ...item, ownerSk };
  },
};

function entryOf(item: Item): string | undefined {
  if (item['resource'] === 'contact') return indexEntryOf(fromContactItem(item));
  if (item['resource'] === 'conversation') return conversationEntryOf(fromConversationItem(item));
  return undefined;
}
