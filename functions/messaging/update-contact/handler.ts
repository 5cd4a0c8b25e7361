import type { EndpointDirectory } from '#shared/events/ports/endpoint-directory.ts';
import { editContact } from '#shared/messaging/domain/contact-edit.ts';
import type { Contact } from '#shared/messaging/domain/contact.ts';
import { toContactEdit } from '#shared/messaging/http/contact-body.ts';
import { contactResponse, contactRevision } from '#shared/messaging/http/contact-view.ts';
import { loadContact } from '#shared/messaging/http/load-contact.ts';
import { normalisePhone } from '#shared/messaging/http/normalise-phone.ts';
import type { ContactStore } from '#shared/messaging/ports/contact-store.ts';
import type { PhoneNumbers } from '#shared/messaging/ports/phone-numbers.ts';
import { keepOptOuts, withKeptSpelling } from '#shared/messaging/use-cases/keep-opt-outs.ts';
import { type DatePlanning, planDates } from '#shared/messaging/use-cases/plan-dates.ts';
import { recordContactEvents } from '#shared/messaging/use-cases/record-contact-events.ts';
import { requireContactLimits } from '#shared/messaging/use-cases/require-contact-limits.ts';
import type { OperationHandler } from '#shared/platform/http/operation.ts';
import type { operation } from './operation.ts';

type Dependencies = DatePlanning & {
  readonly contacts: Pick<ContactStore, 'find' | 'findKeptOptOuts' | 'findSameNumber' | 'save'>;
  readonly endpoints: EndpointDirectory;
  readonly phoneNumbers: PhoneNumbers;
};

/**
 * Edits a contact. The events follow from the values before the edit, so the contact is read first, and the write requires its
 * revision.
 */
export function createHandler({
  contacts,
  endpoints,
  phoneNumbers,
  ...planning
}: Dependencies): OperationHandler<typeof operation, Contact> {
  return {
    load: (request) => loadContact(contacts, request),
    revisionOf: contactRevision,

    async handle({ resource, body, now, requestId, command }) {
      const phone = await normalisePhone(phoneNumbers, body.phone, { pointer: '#/phone' });
      const dates = await planDates(planning, resource.workspaceId, body.dates, now);
      const edit = toContactEdit({ ...body, phone, dates });
      const known = edit.optedOut ? await withKeptSpelling(contacts, resource) : resource;
      // An opt-out that only the other spelling of the number has kept is stored if the request names it.
      const before = editContact(known, edit, now) ? known : resource;
      const edited = editContact(before, edit, now);
      if (!edited) return contactResponse(200, before);
      const change = await keepOptOuts(contacts, before, edited);
      requireContactLimits(change.contact);
      const events = await recordContactEvents(endpoints, change, { now, requestId });
      const response = contactResponse(200, change.contact);
      await contacts.save(before, change.contact, events, await command(response));
      return response;
    },
  };
}
