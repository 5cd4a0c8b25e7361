import { randomUUID } from 'node:crypto';
import { eventWrite } from '#shared/events/store/event-items.ts';
import type { Change } from '#shared/platform/core/change.ts';
import { ConcurrentUpdateError } from '#shared/platform/core/errors.ts';
import { commitWrites } from '#shared/platform/store/commit.ts';
import type { WritableTable } from '#shared/platform/store/table.ts';
import {
  toSecondaryChange,
  revisionUnchanged,
  type Condition,
  type Write,
  putItem,
} from '#shared/platform/store/write.ts';
import type { Publication } from '#shared/publishing/domain/post.ts';
import type { PostStep, PublicationStore } from '#shared/publishing/ports/publication-store.ts';
import { postKey, publicationKey } from './keys.ts';
import { fromPostItem, toPostItem } from './post-items.ts';
import { fromPublicationItem, toPublicationItem } from './publication-items.ts';

/** DynamoDB accepts at most this many writes in one transaction. */
const TRANSACTION_LIMIT = 100;
/** A run has at most as many accounts as a post. */
const MAX_PUBLICATIONS = 100;
/** Sorts after every account of a run. */
const END = '~';

/** The publisher's view of posts, each with its publications in the same partition. */
export function createDynamoPublicationStore(table: WritableTable): PublicationStore {
  return {
    async find(workspaceId, postId) {
      const item = await table.get(postKey(postId));
      const post = item && fromPostItem(item);
      return post?.workspaceId === workspaceId ? post : undefined;
    },

    async startRun(before, after, publications, change) {
      const post = putItem(toPostItem(after, change), revisionUnchanged(before));
      // The publications need no condition of their own: the condition on the post allows one start of a run. Publications
      // beyond the limit of a transaction are created with their first attempt.
      const puts = publications
        .slice(0, TRANSACTION_LIMIT - 1)
        .map((publication) => putItem(toPublicationItem(publication)));
      return isWritten([post, ...puts], change.nonce);
    },

    savePost: (step, change) => isWritten(stepWrites(step, change), change.nonce),

    async readRun(postId, run) {
      const { pk, sk } = publicationKey(postId, run, 0);
      const prefix = sk.slice(0, sk.lastIndexOf('#') + 1);
      const items = await table.query({
        pk,
        from: prefix,
        to: `${prefix}${END}`,
        descending: false,
        limit: MAX_PUBLICATIONS,
        consistent: true,
      });
      return items.map(fromPublicationItem);
    },

    async findPublication(postId, run, accountId) {
      const item = await table.get(publicationKey(postId, run, accountId));
      return item && fromPublicationItem(item);
    },

    async saveAttempt(before, after) {
      const nonce = randomUUID();
      return isWritten([publicationPut(before, after, nonce)], nonce);
    },

    async finishAccount(before, after, step, change) {
      const publication = publicationPut(before, after, change.nonce);
      return isWritten([publication, ...stepWrites(step, change)], change.nonce);
    },
  };

  /** Executes the writes. Returns false if a condition fails, because another invocation wrote first. */
  async function isWritten(writes: readonly Write[], nonce: string): Promise<boolean> {
    try {
      await commitWrites(table, writes, nonce);
      return true;
    } catch (error) {
      if (error instanceof ConcurrentUpdateError) return false;
      throw error;
    }
  }
}

function publicationPut(before: Publication, after: Publication, nonce: string): Write {
  return putItem({ ...toPublicationItem(after), lastChange: { nonce } }, stepUnchanged(before));
}

function stepWrites({ before, after, event }: PostStep, change: Change): Write[] {
  const item = toPostItem(after, change);
  // The audit log has entries for the start and the end of a run, but not for each account in between.
  const written = after.run === null ? item : { ...item, lastChange: toSecondaryChange(change) };
  return [putItem(written, revisionUnchanged(before)), ...(event ? [eventWrite(event)] : [])];
}

/** No other invocation changed the publication: the number of attempts and the time of the next one identify its step. */
function stepUnchanged({ attempts, nextAttemptAt }: Publication): Condition {
  const waits = nextAttemptAt === null ? 'attribute_not_exists(nextAttemptAt)' : 'nextAttemptAt = :waits';
  const unchanged = `(#state = :pending AND attempts = :attempts AND ${waits})`;
  return {
    // A publication that does not fit into the transaction of the start of its run is created by its first attempt.
    expression: attempts === 0 ? `attribute_not_exists(pk) OR ${unchanged}` : unchanged,
    names: { '#state': 'state' },
    values: { ':pending': 'pending', ':attempts': attempts, ':waits': nextAttemptAt?.getTime() },
  };
}
