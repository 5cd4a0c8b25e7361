import type { Message } from '#shared/messaging/domain/message.ts';
import type { MessagePage } from '#shared/messaging/ports/message-store.ts';
import { messageView } from './message-view.ts';

/** Bytes of the messages of one page. A response of a Lambda function has at most 6 MB. */
const PAGE_BYTES = 4 * 1024 * 1024;

/**
 * Reads a page that fits into a response. 100 texts from contacts can be larger, because a text has up to 10,000 characters; such a page is
 * read again with half of the messages.
 */
export async function readMessagePage(
  read: (limit: number) => Promise<MessagePage>,
  limit: number,
): Promise<MessagePage> {
  const page = await read(limit);
  if (limit === 1 || bytesOf(page.messages) <= PAGE_BYTES) return page;
  return readMessagePage(read, Math.ceil(limit / 2));
}

function bytesOf(messages: readonly Message[]): number {
  return Buffer.byteLength(JSON.stringify(messages.map(messageView)));
}
