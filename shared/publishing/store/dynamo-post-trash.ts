import { randomUUID } from 'node:crypto';
import { eventWrite } from '#shared/events/store/event-items.ts';
import type { Change } from '#shared/platform/core/change.ts';
import { type Log, type LogMessage, describeError } from '#shared/platform/runtime/logger.ts';
import { commit, commitWrites } from '#shared/platform/store/commit.ts';
import type { Key } from '#shared/platform/store/keys.ts';
import { partitionPages } from '#shared/platform/store/partition-pages.ts';
import type { WritableTable } from '#shared/platform/store/table.ts';
import { exists, type Write, deleteItem } from '#shared/platform/store/write.ts';
import type { Deletion } from '#shared/publishing/domain/deletion/deletion.ts';
import type { Post, Publication } from '#shared/publishing/domain/post.ts';
import type { PostTrash } from '#shared/publishing/ports/post-trash.ts';
import { postKey } from './keys.ts';
import { checkWrite, fromPostItem, removeWrites, saveWrites } from './post-items.ts';
import { releasePosts } from './post-quota.ts';
import { postRemovalWrite } from './post-removal-items.ts';
import { fromPublicationItem } from './publication-items.ts';

/** DynamoDB accepts at most this many writes in one transaction. */
const MAX_AT_ONCE = 100;

const PUBLICATIONS_LEFT: LogMessage = {
  code: 'PUBLICATIONS_LEFT',
  message: 'Publications of a deleted post are still stored',
};

/** Moving posts to the trash and deleting them permanently, in the core table. */
export function createDynamoPostTrash(table: WritableTable, log: Log): PostTrash {
  return {
    async findAll(workspaceId, ids) {
      const items = await table.getAll(ids.map(postKey));
      return items.map(fromPostItem).filter((post) => post.workspaceId === workspaceId);
    },

    async readPublications(postId) {
      const publications: Publication[] = [];
      const { pk, sk } = postKey(postId);
      for await (const items of partitionPages(table, { partition: pk, consistent: true }))
        publications.push(...items.filter((item) => item['sk'] !== sk).map(fromPublicationItem));
      return publications;
    },

    async deletePosts(deletions, event, { change }) {
      const writes = deletions.flatMap((each) => writesOf(each, change));
      const events = event ? [eventWrite(event)] : [];
      const removed = deletions.flatMap(({ before, after }) => (after === null ? before : []));
      await commit(table, { change }, [...writes, ...events, ...releasePosts(removed)]);
      // A post can have more publications than a transaction accepts, so they are deleted afterwards. If that fails, the
      // remaining publications are orphans that nothing references.
      for (const post of removed.filter(({ runs }) => runs > 0)) {
        await removePublications(post).catch((error: unknown) =>
          log.error(PUBLICATIONS_LEFT, { post_id: post.id, ...describeError(error) }),
        );
      }
    },
  };

  function writesOf({ before, after, removal }: Deletion, change: Change): Write[] {
    const also = removal ? [postRemovalWrite(removal, change)] : [];
    if (after === before) return [checkWrite(before), ...also];
    if (after) return [...saveWrites(before, after, null, change), ...also];
    return [...removeWrites(before, change), ...also];
  }

  async function removePublications({ id }: Post): Promise<void> {
    const { pk } = postKey(id);
    for await (const items of partitionPages(table, { partition: pk, consistent: true })) {
      const keys = items.map((item): Key => ({ pk, sk: String(item['sk']) }));
      for (let from = 0; from < keys.length; from += MAX_AT_ONCE) {
        // Publications change only during a run, and no run starts after the post is deleted.
        const removals = keys.slice(from, from + MAX_AT_ONCE).map((key) => deleteItem(key, exists));
        await commitWrites(table, removals, randomUUID());
      }
    }
  }
}
