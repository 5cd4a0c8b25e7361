import type { MessagingChannel } from '#shared/events/catalogue/channels.ts';
import type { EndpointDirectory } from '#shared/events/ports/endpoint-directory.ts';
import { editContact } from '#shared/messaging/domain/contact-edit.ts';
import type { ContactChange } from '#shared/messaging/domain/contact-edit.ts';
import type { Contact } from '#shared/messaging/domain/contact.ts';
import type { ContactStore } from '#shared/messaging/ports/contact-store.ts';
import type { BackOff } from '#shared/platform/core/back-off.ts';
import type { Change } from '#shared/platform/core/change.ts';
import { retryOnConflict } from '#shared/platform/core/retry-on-conflict.ts';
import { recordContactEvents } from './record-contact-events.ts';

/** What a contact says about messages on a channel, and when. */
export type Wish = { readonly channel: MessagingChannel; readonly kind: 'stop' | 'start'; readonly at: Date };

/**
 * The contact after a wish; undefined if nothing changes. Wishes arrive in any order: an opt-out has the time of the latest one, and a wish
 * to get messages that is older than the opt-out does not end it.
 */
export function withWish(
  contact: Contact,
  { channel, kind, at }: Wish,
  now: Date,
): ContactChange | undefined {
  const since = contact.optOuts.get(channel);
  if (since && (kind === 'stop' ? since >= at : since > at)) return undefined;
  const optOuts = new Map(contact.optOuts);
  if (kind === 'stop') optOuts.set(channel, at);
  else optOuts.delete(channel);
  return editContact(contact, { optOuts }, now);
}

/**
 * Records what a contact or the provider says about messages on a channel. No effect for a deleted contact.
 * @throws ConcurrentUpdateError after many lost races
 */
export function createWishRecorder({
  contacts,
  endpoints,
  backOff,
}: {
  readonly contacts: Pick<ContactStore, 'find' | 'save'>;
  readonly endpoints: EndpointDirectory;
  readonly backOff: BackOff;
}) {
  return async (
    { workspaceId, contactId }: { readonly workspaceId: string; readonly contactId: string },
    wish: Wish,
    newChange: () => Change,
  ): Promise<void> =>
    retryOnConflict(backOff, async () => {
      const before = await contacts.find(workspaceId, contactId);
      const change = newChange();
      const edit = before && withWish(before, wish, change.at);
      if (!before || !edit) return;
      const events = await recordContactEvents(endpoints, edit, {
        now: change.at,
        requestId: change.requestId,
      });
      await contacts.save(before, edit.contact, events, { change, idempotencyRecord: null });
    });
}
