import { advanced } from '#shared/messaging/domain/message-progress.ts';
import { providerOf } from '#shared/messaging/domain/message-provider.ts';
import type { SentMessage } from '#shared/messaging/domain/message.ts';
import type { SentMessages } from '#shared/messaging/ports/message-store.ts';
import type { Change } from '#shared/platform/core/change.ts';
import { type MessageEventSources, recordMessageEvents } from './record-message-events.ts';

/**
 * Fails a queued message that was given to no provider, with its event in one transaction. Returns false and changes nothing if the
 * message has ended. @throws ConcurrentUpdateError
 */
export async function failBeforeSending(
  { store, ...sources }: MessageEventSources & { readonly store: Pick<SentMessages, 'save'> },
  message: SentMessage,
  errorCode: string,
  change: Change,
): Promise<boolean> {
  const { at, requestId } = change;
  const provider = providerOf(message.platform);
  const progress = advanced(message, { status: 'failed', at, errorCode, provider, providerMessageId: null });
  if (!progress) return false;
  const events = await recordMessageEvents(sources, progress, { now: at, requestId });
  await store.save(message, progress.message, events, { change, idempotencyRecord: null });
  return true;
}
