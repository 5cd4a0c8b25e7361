import type { ManagedType } from '#shared/events/catalogue/record-type.ts';
import type { Key } from '#shared/platform/store/keys.ts';
import { broadcastKey, contactKey, conversationKey, messageKey } from './keys.ts';

const KEYS: Readonly<Record<ManagedType, (workspaceId: string, id: string) => Key>> = {
  contact: contactKey,
  conversation: conversationKey,
  message: messageKey,
  broadcast: (_, id) => broadcastKey(id),
};

/** The key of a record that this platform manages. Its item has the attribute `workspaceId`. */
export function managedRecordKey(workspaceId: string, type: ManagedType, id: string): Key {
  return KEYS[type](workspaceId, id);
}
