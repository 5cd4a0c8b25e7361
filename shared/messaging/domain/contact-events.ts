import { findEvent } from '#shared/events/catalogue/event-catalogue.ts';
import { buildEvent, type Recording } from '#shared/events/recording/build-event.ts';
import type { RecordedEvent } from '#shared/events/recording/recorded-event.ts';
import type { ContactChange, ContactHappening } from './contact-edit.ts';
import type { Contact } from './contact.ts';

/** What recording several events adds: `newId` creates the ID of each. */
export type ContactRecording = Omit<Recording, 'id'> & { readonly newId: (at: Date) => string };

/** The events of a change, to be written in its transaction. Their channel is the platform of the contact, if it is a channel. */
export function toContactEvents(
  { contact, happened }: ContactChange,
  { newId, ...recording }: ContactRecording,
): RecordedEvent[] {
  return happened.map((happening) => {
    const event = findEvent(`salesbot.contact.${happening.kind}`);
    if (!event) throw new Error(`The catalogue has no event for ${happening.kind}`);
    const data = { contact: contactData(contact), ...detailsOf(happening) };
    const occurredAt = happening.kind === 'date_reached' ? happening.at : recording.now;
    const occurrence = { event, workspaceId: contact.workspaceId, occurredAt, data };
    return buildEvent(occurrence, { ...recording, id: newId(recording.now) });
  });
}

/** A contact in event data. Fields without a value are null, so events omit them. */
export function contactData(contact: Contact) {
  const { id, name, email, phone, platform, stage, tags, createdAt } = contact;
  return { id, name, email, phone, platform, stage, tags: [...tags], created_at: createdAt.toISOString() };
}

function detailsOf(happening: ContactHappening) {
  switch (happening.kind) {
    case 'tagged':
    case 'untagged':
      return { tag: happening.tag };
    case 'stage_changed':
      return { stage: happening.stage, previous_stage: happening.previousStage };
    case 'date_reached':
      return { date: { field: happening.field, value: happening.value } };
    default:
      return {};
  }
}
