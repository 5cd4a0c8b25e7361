import { randomUUID } from 'node:crypto';
import { eventWrite } from '#shared/events/store/event-items.ts';
import type { Change } from '#shared/platform/core/change.ts';
import { describeError, type Log, type LogMessage } from '#shared/platform/runtime/logger.ts';
import { commit } from '#shared/platform/store/commit.ts';
import type { Key } from '#shared/platform/store/keys.ts';
import { partitionPages } from '#shared/platform/store/partition-pages.ts';
import type { Table } from '#shared/platform/store/table.ts';
import type { Write } from '#shared/platform/store/write.ts';
import type { Post } from '#shared/publishing/domain/post.ts';
import type { Deletion, PostTrash } from '#shared/publishing/ports/post-trash.ts';
import { fromPostItem } from './post-items.ts';
import { removePublication, removeWrites, saveWrites } from './post-writes.ts';
import { postKey } from './publishing-keys.ts';

/** DynamoDB takes this many writes in one transaction, and keys in one batch. */
const MAX_AT_ONCE = 100;

const PUBLICATIONS_LEFT: LogMessage = {
  code: 'PUBLICATIONS_LEFT',
  message: 'Publications of a deleted post are still stored',
};

/** The end of posts in the core table. */
export function createDynamoPostTrash(table: Table, log: Log): PostTrash {
  return {
    async findAll(workspaceId, ids) {
      const posts = new Map<string, Post>();
      for (let from = 0; from < ids.length; from += MAX_AT_ONCE) {
        const items = await table.getAll(ids.slice(from, from + MAX_AT_ONCE).map(postKey));
        for (const post of items.map(fromPostItem)) posts.set(post.id, post);
      }
      const found = ids.flatMap((id) => posts.get(id) ?? []);
      return found.filter((post) => post.workspaceId === workspaceId);
    },

    async deletion(deletions, event, { change }) {
      const writes = deletions.flatMap((each) => writesOf(each, change));
      const told = event ? [eventWrite(table.name, event, change)] : [];
      await commit(table.client, [...writes, ...told], change.nonce);
      // A post can have more of them than a transaction takes. Should this fail, the posts are deleted all the same, and
      // nothing leads to what is left.
      const gone = deletions.flatMap(({ before, after }) =>
        after === null && before.runs > 0 ? before : [],
      );
      for (const post of gone) {
        await removePublications(post).catch((error: unknown) =>
          log.error(PUBLICATIONS_LEFT, { post_id: post.id, ...describeError(error) }),
        );
      }
    },
  };

  function writesOf({ before, after }: Deletion, change: Change): Write[] {
    if (after) return saveWrites(table.name, before, after, null, change);
    return removeWrites(table.name, before, change);
  }

  async function removePublications({ id }: Post): Promise<void> {
    const { pk } = postKey(id);
    for await (const items of partitionPages(table, { partition: pk, consistent: true })) {
      const keys = items.map((item): Key => ({ pk, sk: String(item['sk']) }));
      for (let from = 0; from < keys.length; from += MAX_AT_ONCE) {
        const removals = keys
          .slice(from, from + MAX_AT_ONCE)
          .map((key) => removePublication(table.name, key));
        await commit(table.client, removals, randomUUID());
      }
    }
  }
}
