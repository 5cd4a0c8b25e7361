import { type FindsRecords, readRecord, type RecordResponse } from '#shared/events/http/read-records.ts';
import { messageResponse } from '#shared/messaging/http/message-view.ts';
import type { MessageReader } from '#shared/messaging/ports/message-store.ts';
import type { OperationHandler } from '#shared/platform/http/operation.ts';
import type { operation } from './operation.ts';

type Dependencies = FindsRecords & { readonly messages: Pick<MessageReader, 'find'> };

/** Reads a message of this platform or of another system. */
export function createHandler({
  messages,
  externalRecords,
}: Dependencies): OperationHandler<typeof operation, RecordResponse> {
  return readRecord('message', { externalRecords }, async (workspaceId, id) => {
    const message = await messages.find(workspaceId, id);
    return message && messageResponse(200, message);
  });
}
