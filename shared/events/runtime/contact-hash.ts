import { createHash } from 'node:crypto';

/** Hash of the id of a contact to erase. Keys of items appear in logs, where ids of people should not. */
export function hashContact(contactId: string): string {
  return createHash('sha256').update(contactId).digest('hex');
}
