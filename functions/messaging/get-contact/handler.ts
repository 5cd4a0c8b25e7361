import { type FindsRecords, readRecord, type RecordResponse } from '#shared/events/http/read-records.ts';
import { contactResponse } from '#shared/messaging/http/contact-view.ts';
import type { ContactReader } from '#shared/messaging/ports/contact-store.ts';
import type { OperationHandler } from '#shared/platform/http/operation.ts';
import type { operation } from './operation.ts';

type Dependencies = FindsRecords & { readonly contacts: Pick<ContactReader, 'find'> };

/** Reads a contact of this platform or of another system. */
export function createHandler({
  contacts,
  externalRecords,
}: Dependencies): OperationHandler<typeof operation, RecordResponse> {
  return readRecord('contact', { externalRecords }, async (workspaceId, id) => {
    const contact = await contacts.find(workspaceId, id);
    return contact && contactResponse(200, contact);
  });
}
