import { createHash } from 'node:crypto';

/** The hash by which a contact to be forgotten is known: keys of items appear in logs, ids of people should not. */
export function hashContact(contactId: string): string {
  return createHash('sha256').update(contactId).digest('hex');
}
