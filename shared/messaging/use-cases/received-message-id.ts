import { derivedId } from '#shared/platform/runtime/ids.ts';

/** The time in the IDs of received messages. A message can be reported again with another time, and the ID must be the same then. */
const NO_TIME = new Date(0);

/** The ID of a message from a contact. It follows from the provider's ID, so that a message which is reported twice is recorded once. */
export function receivedMessageId(provider: string, providerMessageId: string): string {
  return derivedId(NO_TIME, JSON.stringify([provider, providerMessageId]));
}
