import type { EndpointDirectory } from '#shared/events/ports/endpoint-directory.ts';
import type { RecordedEvent } from '#shared/events/recording/recorded-event.ts';
import type { ContactChange } from '#shared/messaging/domain/contact-edit.ts';
import { toContactEvents } from '#shared/messaging/domain/contact-events.ts';
import { newId } from '#shared/platform/runtime/ids.ts';

/** The events of a change, matched with the endpoints of this moment. */
export async function recordContactEvents(
  endpoints: EndpointDirectory,
  change: ContactChange,
  { now, requestId }: { readonly now: Date; readonly requestId: string },
): Promise<RecordedEvent[]> {
  const directory = await endpoints.readDirectory(change.contact.workspaceId);
  return toContactEvents(change, { newId, now, directory, correlationId: requestId });
}
