import { createHash } from 'node:crypto';
import { emptyDay, withVisits } from '#shared/biolinks/domain/page-day.ts';
import type { Visit } from '#shared/biolinks/domain/visit.ts';
import type { VisitCounts } from '#shared/biolinks/ports/page-day-store.ts';
import type { BackOff } from '#shared/platform/core/back-off.ts';
import { ConcurrentUpdateError } from '#shared/platform/core/errors.ts';
import { retryOnConflict } from '#shared/platform/core/retry-on-conflict.ts';
import type { ReceivedMessage } from '#shared/platform/queues/queue-consumer.ts';
import type { Clock } from '#shared/platform/runtime/clock.ts';
import { describeError, type Log } from '#shared/platform/runtime/logger.ts';

/** Days of pages that are written concurrently. */
const LANES = 20;

const COUNTED = { code: 'VISITS_COUNTED', message: 'Visits of pages were counted' };
const FAILED = { code: 'VISITS_FAILED', message: 'Visits of a page were not counted and will be retried' };

export type Dependencies = {
  readonly counts: VisitCounts;
  readonly clock: Clock;
  readonly backOff: BackOff;
  readonly log: Log;
};

type Message = ReceivedMessage<Visit>;

/** The digest of a message ID: 64 bits distinguish the messages of an hour. */
function digestOf(messageId: string): string {
  return createHash('sha256').update(messageId).digest('hex').slice(0, 16);
}

/**
 * Counts the visits of a batch, with one transaction for each day of a page. The transaction also stores which messages it counted, so a
 * message that is received again counts once. Two runs that write the same day notice each other by its version.
 */
export function createHandler({ counts, clock, backOff, log }: Dependencies) {
  return async (messages: readonly Message[]): Promise<readonly string[]> => {
    const waiting = groupByDay(messages);
    const failed: string[] = [];
    const lanes = Array.from({ length: LANES }, async () => {
      for (let group = waiting.pop(); group !== undefined; group = waiting.pop())
        failed.push(...(await tryCount(group)));
    });
    await Promise.all(lanes);
    log.debug(COUNTED, { messages: messages.length - failed.length });
    return failed;
  };

  async function tryCount(group: readonly Message[]): Promise<readonly string[]> {
    try {
      await retryOnConflict(backOff, () => count(group));
      return [];
    } catch (error) {
      const page = group[0]?.message.pageId;
      log.error(FAILED, { page_id: page, messages: group.length, ...describeError(error) });
      return group.map(({ messageId }) => messageId);
    }
  }

  async function count(group: readonly Message[]): Promise<void> {
    const visits = new Map(group.map(({ messageId, message }) => [digestOf(messageId), message]));
    const [first] = visits.values();
    if (first === undefined) return;
    const now = clock();
    // In this order: a run that counts a message after the first read changes the version, and one before it is in the second read.
    const stored = await counts.read(first.pageId, first.day);
    const counted = await counts.findCounted(first.pageId, [...visits.keys()], now);
    const fresh = new Map([...visits].filter(([digest]) => !counted.has(digest)));
    if (fresh.size === 0) return;
    const after = withVisits(stored.day ?? emptyDay(first), [...fresh.values()]);
    // A message of a deleted page has nothing to count.
    const result = await counts.save(stored.version, after, [...fresh.keys()], now);
    if (result === 'changed') throw new ConcurrentUpdateError();
  }
}

function groupByDay(messages: readonly Message[]): Message[][] {
  const groups = new Map<string, Message[]>();
  for (const each of messages) {
    const { pageId, day } = each.message;
    const key = `${pageId} ${day}`;
    const group = groups.get(key);
    if (group) group.push(each);
    else groups.set(key, [each]);
  }
  return [...groups.values()];
}
