import type { EndpointDirectory } from '#shared/events/ports/endpoint-directory.ts';
import { newContact } from '#shared/messaging/domain/contact-edit.ts';
import { CONTACTS_PATH } from '#shared/messaging/http/contact-access.ts';
import { toContactEdit } from '#shared/messaging/http/contact-body.ts';
import { contactResponse } from '#shared/messaging/http/contact-view.ts';
import { normalisePhone } from '#shared/messaging/http/normalise-phone.ts';
import type { ContactStore } from '#shared/messaging/ports/contact-store.ts';
import type { PhoneNumbers } from '#shared/messaging/ports/phone-numbers.ts';
import { keepOptOuts } from '#shared/messaging/use-cases/keep-opt-outs.ts';
import { type DatePlanning, planDates } from '#shared/messaging/use-cases/plan-dates.ts';
import { recordContactEvents } from '#shared/messaging/use-cases/record-contact-events.ts';
import { requireContactLimits } from '#shared/messaging/use-cases/require-contact-limits.ts';
import type { OperationHandler } from '#shared/platform/http/operation.ts';
import { newId } from '#shared/platform/runtime/ids.ts';
import type { operation } from './operation.ts';

type Dependencies = DatePlanning & {
  readonly contacts: Pick<ContactStore, 'create' | 'findKeptOptOuts'>;
  readonly endpoints: EndpointDirectory;
  readonly phoneNumbers: PhoneNumbers;
};

/** Creates a contact and its event in one transaction, which also claims its addresses. */
export function createHandler({
  contacts,
  endpoints,
  phoneNumbers,
  ...planning
}: Dependencies): OperationHandler<typeof operation> {
  return {
    async handle({ principal: { workspaceId }, body, now, requestId, baseUrl, command }) {
      const phone = await normalisePhone(phoneNumbers, body.phone, { pointer: '#/phone' });
      const dates = await planDates(planning, workspaceId, body.dates, now);
      const edit = toContactEdit({ ...body, phone, dates });
      const created = newContact({ id: newId(now), workspaceId }, edit, now);
      const change = await keepOptOuts(contacts, undefined, created);
      const { contact } = change;
      requireContactLimits(contact);
      const events = await recordContactEvents(endpoints, change, { now, requestId });
      const shown = contactResponse(201, contact);
      const location = `${baseUrl}${CONTACTS_PATH}/${contact.id}`;
      const response = { ...shown, headers: { Location: location, ...shown.headers } };
      await contacts.create(contact, events, await command(response));
      return response;
    },
  };
}
