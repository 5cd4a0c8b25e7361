import { MESSAGE_MACHINE } from '#shared/messaging/domain/message-machine.ts';
import { advanced, stateOf, type StatusNews } from '#shared/messaging/domain/message-progress.ts';
import type { SentMessage } from '#shared/messaging/domain/message.ts';
import type { SentMessages } from '#shared/messaging/ports/message-store.ts';
import type { BackOff } from '#shared/platform/core/back-off.ts';
import type { Change } from '#shared/platform/core/change.ts';
import { retryOnConflict } from '#shared/platform/core/retry-on-conflict.ts';
import { statesAllowing } from '#shared/platform/core/state-machine.ts';
import { type MessageEventSources, recordMessageEvents } from './record-message-events.ts';

export type NewsDependencies = MessageEventSources & {
  readonly store: SentMessages;
  readonly backOff: BackOff;
};

/** The result of recording news: `known` changes nothing, `impossible` contradicts the state, `missing` names no message to a contact. */
export type NewsOutcome = 'recorded' | 'known' | 'impossible' | 'missing';

export type MessageIdentity = { readonly workspaceId: string; readonly messageId: string };

/**
 * Records news about a message with its events in one transaction. News arrives in any order and repeatedly, from the run that sent the
 * message and from receipts at the same time, so the loser of a race reads again. @throws ConcurrentUpdateError after many lost races
 */
export function createNewsRecorder(deps: NewsDependencies) {
  const { store, backOff } = deps;
  return async (
    { workspaceId, messageId }: MessageIdentity,
    news: StatusNews,
    newChange: () => Change,
  ): Promise<NewsOutcome> =>
    retryOnConflict(backOff, async () => {
      const before = await store.find(workspaceId, messageId);
      if (!before || before.direction === 'in') return 'missing';
      const progress = progressOf(before, news);
      if (progress === 'impossible') return 'impossible';
      if (!progress) return 'known';
      const change = newChange();
      const events = await recordMessageEvents(deps, progress, {
        now: change.at,
        requestId: change.requestId,
      });
      await store.save(before, progress.message, events, { change, idempotencyRecord: null });
      return 'recorded';
    });
}

function progressOf(before: SentMessage, news: StatusNews) {
  const isPossible = statesAllowing(MESSAGE_MACHINE, news.status).includes(stateOf(before));
  return isPossible ? advanced(before, news) : 'impossible';
}
