import { describe, expect, it } from 'vitest';
import { ConcurrentUpdateError } from '#shared/platform/core/errors.ts';
import { type QueueSlot, QUEUE_WEEKS, slotsOfWeek } from '#shared/publishing/domain/posting-queue.ts';
import { SlotTakenError } from '#shared/publishing/ports/posting-queue.ts';
import { withFreeSlot } from '#shared/publishing/use-cases/free-slot.ts';
import rows from '#test/corpus/queued-at-once.json' with { type: 'json' };
import { NOW } from '#test/support/builders/platform/command-builders.ts';

type Burst = { readonly posts: number; readonly slots: number };

/** A queue with slots on Fridays, whose transactions are counted. */
function startQueue(count: number) {
  const slots: QueueSlot[] = Array.from({ length: count }, (_, hour) => ({
    weekday: 'friday',
    time: `${String(hour).padStart(2, '0')}:30`,
  }));
  const taken = new Map<number, string>();
  const counted = { transactions: 0, taken };
  const postingQueue = {
    find: async (workspaceId: string) => ({ workspaceId, slots, revision: 1 }),
    scheduledTimes: async () => new Map(taken),
  };
  const place = { workspaceId: 'w', timezone: 'UTC', now: NOW };

  /** Every request reads before the first one writes, as if all of them had arrived at once. */
  async function queue(): Promise<number> {
    return withFreeSlot({ postingQueue, random: Math.random }, place, async ({ scheduledAt }) => {
      counted.transactions += 1;
      await Promise.resolve();
      const at = scheduledAt.getTime();
      if (taken.has(at)) throw new SlotTakenError('Another post has this slot');
      taken.set(at, `${at}`);
      return at;
    });
  }

  const next = (week = 0) => slotsOfWeek(slots, 'UTC', NOW, week).map((at) => at.getTime());
  return { ...counted, counted, queue, next };
}

async function queueAtOnce({ posts, slots }: Burst) {
  const started = startQueue(slots);
  const queued = await Promise.all(Array.from({ length: posts }, started.queue));
  return { ...started, queued, transactions: started.counted.transactions };
}

describe('posts that are queued at the same time', () => {
  it.each(rows)(
    'get slots of their own with at most $right transactions: $input',
    async ({ input, right }) => {
      const { queued, transactions } = await queueAtOnce(input);

      expect(new Set(queued).size).toBe(input.posts);
      expect(transactions).toBeLessThanOrEqual(right);
    },
  );

  it.each([4, 16, 64])('need at most nine transactions each, if they are %i', async (posts) => {
    const { transactions } = await queueAtOnce({ posts, slots: 24 });

    expect(transactions).toBeLessThanOrEqual(9 * posts);
  });

  it('get the next two slots, if they are two', async () => {
    const { queued, next } = await queueAtOnce({ posts: 2, slots: 5 });

    expect(queued.toSorted((a, b) => a - b)).toEqual(next().slice(0, 2));
  });

  it('leave no slot free that the next post does not get', async () => {
    const { queue, next, taken } = await queueAtOnce({ posts: 12, slots: 24 });
    const free = next().filter((at) => !taken.has(at));

    for (const at of free) expect(await queue()).toBe(at);
  });

  it('get all slots of the year, and the others are refused', async () => {
    const { queue, taken } = startQueue(1);
    const requests = Array.from({ length: QUEUE_WEEKS + 8 }, queue);
    const results = await Promise.allSettled(requests);
    const codes = results.flatMap((result) => (result.status === 'rejected' ? [result.reason.code] : []));

    expect(codes).toEqual(Array.from({ length: requests.length - taken.size }, () => 'slot_unavailable'));
    expect(taken.size).toBeGreaterThanOrEqual(QUEUE_WEEKS - 1);
  });

  it('ends if every slot is lost', async () => {
    const postingQueue = {
      find: async (workspaceId: string) => ({
        workspaceId,
        slots: [{ weekday: 'friday', time: '09:00' } as const],
        revision: 1,
      }),
      scheduledTimes: async () => new Map<number, string>(),
    };
    const place = { workspaceId: 'w', timezone: 'UTC', now: NOW };
    const lost = withFreeSlot({ postingQueue, random: () => 0.5 }, place, async () => {
      throw new SlotTakenError('Another post has this slot');
    });

    await expect(lost).rejects.toThrow(ConcurrentUpdateError);
  });
});
