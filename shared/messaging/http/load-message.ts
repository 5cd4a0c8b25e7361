import * as eventsErrors from '#shared/events/errors.ts';
import type { Message } from '#shared/messaging/domain/message.ts';
import type { MessageReader } from '#shared/messaging/ports/message-store.ts';
import type { Principal } from '#shared/platform/core/principal.ts';
import { notFound } from '#shared/platform/http/not-found.ts';

type MessageRequest = { readonly principal: Principal; readonly params: { readonly message: string } };

/** Finds the message of the path, which this platform manages. @throws PlatformError `message_not_found` */
export async function loadMessage(
  messages: Pick<MessageReader, 'find'>,
  { principal, params }: MessageRequest,
): Promise<Message> {
  const message = await messages.find(principal.workspaceId, params.message);
  if (!message) throw notFound(eventsErrors.message_not_found);
  return message;
}
