import type { EndpointDirectory } from '#shared/events/ports/endpoint-directory.ts';
import { editContact } from '#shared/messaging/domain/contact-edit.ts';
import type { ContactChange } from '#shared/messaging/domain/contact-edit.ts';
import type { Contact } from '#shared/messaging/domain/contact.ts';
import type { ContactStore } from '#shared/messaging/ports/contact-store.ts';
import type { Change } from '#shared/platform/core/change.ts';
import type { MessagingChannel } from '#shared/platform/core/channels.ts';
import { ConcurrentUpdateError } from '#shared/platform/core/errors.ts';
import { recordContactEvents } from './record-contact-events.ts';

/** Maximum attempts while other requests change the contact. */
const MAX_TRIES = 10;

/** The contact after it stopped or allowed messages on a channel; undefined if nothing changes. */
export function withOptOut(
  contact: Contact,
  channel: MessagingChannel,
  wish: 'stop' | 'start',
  now: Date,
): ContactChange | undefined {
  const others = [...contact.optOuts.keys()].filter((each) => each !== channel);
  return editContact(contact, { optedOut: wish === 'stop' ? [...others, channel] : others }, now);
}

/**
 * Records that a contact must not receive messages on a channel, because the provider says so. No effect for a deleted contact.
 * @throws ConcurrentUpdateError after many lost races
 */
export function createOptOutRecorder({
  contacts,
  endpoints,
}: {
  readonly contacts: Pick<ContactStore, 'find' | 'save'>;
  readonly endpoints: EndpointDirectory;
}) {
  return async (
    { workspaceId, contactId }: { readonly workspaceId: string; readonly contactId: string },
    channel: MessagingChannel,
    newChange: () => Change,
  ): Promise<void> => {
    for (let tries = 1; ; tries += 1) {
      const before = await contacts.find(workspaceId, contactId);
      const change = newChange();
      const edit = before && withOptOut(before, channel, 'stop', change.at);
      if (!before || !edit) return;
      const events = await recordContactEvents(endpoints, edit, {
        now: change.at,
        requestId: change.requestId,
      });
      try {
        await contacts.save(before, edit.contact, events, { change, idempotencyRecord: null });
        return;
      } catch (error) {
        if (!(error instanceof ConcurrentUpdateError) || tries === MAX_TRIES) throw error;
      }
    }
  };
}
