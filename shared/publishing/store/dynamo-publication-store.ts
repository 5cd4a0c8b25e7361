import { randomUUID } from 'node:crypto';
import { eventWrite } from '#shared/events/store/event-items.ts';
import type { Change } from '#shared/platform/core/change.ts';
import { ConcurrentUpdateError } from '#shared/platform/core/errors.ts';
import { toSecondaryChange } from '#shared/platform/store/command-items.ts';
import { commit } from '#shared/platform/store/commit.ts';
import type { Table } from '#shared/platform/store/table.ts';
import type { Condition, Write } from '#shared/platform/store/write.ts';
import type { Post, Publication } from '#shared/publishing/domain/post.ts';
import type { PostStep, PublicationStore } from '#shared/publishing/ports/publication-store.ts';
import { fromPostItem, toPostItem } from './post-items.ts';
import { fromPublicationItem, toPublicationItem } from './publication-items.ts';
import { postKey, publicationKey } from './publishing-keys.ts';

/** DynamoDB takes this many writes in one transaction. */
const TRANSACTION_LIMIT = 100;
/** A run has at most as many accounts as a post (G37). */
const MAX_PUBLICATIONS = 100;
/** Sorts after every account of a run. */
const END = '~';

/** The publisher's view of posts, each with its publications in the same partition. */
export function createDynamoPublicationStore(table: Table): PublicationStore {
  return {
    async find(workspaceId, postId) {
      const item = await table.get(postKey(postId));
      const post = item && fromPostItem(item);
      return post?.workspaceId === workspaceId ? post : undefined;
    },

    async begin(before, after, publications, change) {
      const item = toPostItem(after, change);
      const post: Write = { kind: 'put', table: table.name, item, ...postAsIn(before) };
      // The post's condition guards them all: nobody but the one who begins a run writes its publications.
      const puts = publications.slice(0, TRANSACTION_LIMIT - 1).map((publication): Write => ({
        kind: 'put',
        table: table.name,
        item: toPublicationItem(publication),
      }));
      return taken([post, ...puts], change.nonce);
    },

    move: (step, change) => taken(stepWrites(step, change), change.nonce),

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

    async note(before, after) {
      const nonce = randomUUID();
      return taken([publicationPut(before, after, { nonce })], nonce);
    },

    async finish(before, after, step, change) {
      const publication = publicationPut(before, after, { nonce: change.nonce });
      return taken([publication, ...stepWrites(step, change)], change.nonce);
    },
  };

  function publicationPut(before: Publication, after: Publication, lastChange: { nonce: string }): Write {
    const item = { ...toPublicationItem(after), last_change: lastChange };
    return { kind: 'put', table: table.name, item, ...publicationAsIn(before) };
  }

  function stepWrites({ before, after, event }: PostStep, change: Change): Write[] {
    const item = toPostItem(after, change);
    // One account after the other comes off the run: the audit log tells of its beginning and its end.
    const written = after.run === null ? item : { ...item, last_change: toSecondaryChange(change) };
    const post: Write = { kind: 'put', table: table.name, item: written, ...postAsIn(before) };
    return event ? [post, eventWrite(table.name, event, change)] : [post];
  }

  /** Whether these writes were carried out; that somebody else was there first is an answer here, and no error. */
  async function taken(writes: readonly Write[], nonce: string): Promise<boolean> {
    try {
      await commit(table.client, writes, nonce);
      return true;
    } catch (error) {
      if (error instanceof ConcurrentUpdateError) return false;
      throw error;
    }
  }
}

/** Closes the races with every other write of the post. */
function postAsIn({ revision }: Post): Pick<Write, 'values'> & { condition: Condition } {
  return {
    values: { ':before': revision },
    condition: { when: 'revision = :before', onFailure: () => new ConcurrentUpdateError() },
  };
}

/** Attempts begun, and the wait for the next, tell apart every step of a publication; one without an attempt may be absent. */
function publicationAsIn({ attempts, nextAttemptAt }: Publication) {
  const waits = nextAttemptAt === null ? 'attribute_not_exists(next_attempt_at)' : 'next_attempt_at = :waits';
  const unchanged = `(#state = :pending AND attempts = :attempts AND ${waits})`;
  return {
    names: { '#state': 'state' },
    values: { ':pending': 'pending', ':attempts': attempts, ':waits': nextAttemptAt?.getTime() },
    condition: {
      when: attempts === 0 ? `attribute_not_exists(pk) OR ${unchanged}` : unchanged,
      onFailure: () => new ConcurrentUpdateError(),
    },
  };
}
