import type { CommandContext } from '#shared/platform/core/change.ts';
import type { PostingQueue } from '#shared/publishing/domain/posting-queue.ts';

/** The posting queues of workspaces, and the times at which their posts are scheduled. */
export type PostingQueueReader = {
  /** Strongly consistent; the default queue if the workspace never changed it. */
  find(workspaceId: string): Promise<PostingQueue>;

  /**
   * The times in this range, both inclusive, at which a post is scheduled, in milliseconds since the epoch; strongly consistent. The
   * post is its id, or one of them if there are several.
   */
  scheduledTimes(workspaceId: string, from: Date, to: Date): Promise<ReadonlyMap<number, string>>;
};

export type PostingQueueStore = PostingQueueReader & {
  /** Writes `after` if the queue still has the revision of `before`. @throws ConcurrentUpdateError */
  save(before: PostingQueue, after: PostingQueue, context: CommandContext): Promise<void>;
};

/** Another post got the slot first. The command is repeated with the next free slot. */
export class SlotTakenError extends Error {
  override readonly name = 'SlotTakenError';
}
