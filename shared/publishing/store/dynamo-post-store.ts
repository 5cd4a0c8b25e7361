import { commit } from '#shared/platform/store/commit.ts';
import { takeSampledQuota } from '#shared/platform/store/quota-writes.ts';
import { CORE_TABLE } from '#shared/platform/store/table-definition.ts';
import type { Table, WritableTable } from '#shared/platform/store/table.ts';
import { POST_STATUSES, type Post } from '#shared/publishing/domain/post.ts';
import {
  PUBLICATIONS_SHOWN,
  type PostFilter,
  type PostReader,
  type PostStore,
} from '#shared/publishing/ports/post-store.ts';
import { postKey, postPartition, publicationKey } from './keys.ts';
import { type PostBucket, createWrites, fromPostItem, saveWrites, toBucket } from './post-items.ts';
import { fromPublicationItem } from './publication-items.ts';

const [BY_OWNER] = CORE_TABLE.indexes;
/** BatchGetItem accepts at most this many keys. */
const MAX_AT_ONCE = 100;
/** Sort before and after every id. */
const START = '0';
const END = '~';

/** The reads of `createDynamoPostStore`, for operations that may not write. */
export function createDynamoPostReader(table: Table): PostReader {
  return {
    async find(workspaceId, postId) {
      const item = await table.get(postKey(postId));
      const post = item && fromPostItem(item);
      return post?.workspaceId === workspaceId ? post : undefined;
    },

    async list(workspaceId, { limit, ...filter }) {
      const buckets = toBuckets(filter);
      const found: Post[] = [];
      for (let after = filter.after; ;) {
        const ids = await nextIds(workspaceId, buckets, { order: filter.order, limit, after });
        // The index is eventually consistent; the items that are returned are current.
        found.push(...(await readAll(ids)).filter((post) => buckets.includes(toBucket(post))));
        after = ids.at(-1);
        if (found.length >= limit || ids.length < limit || after === undefined) break;
      }
      return found.slice(0, limit);
    },

    async readPublications(postId) {
      const { pk, sk: from } = publicationKey(postId, 0, 0);
      const { sk: to } = publicationKey(postId, Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER);
      const limit = PUBLICATIONS_SHOWN;
      const items = await table.query({ pk, from, to, descending: true, limit, consistent: true });
      const publications = items.map(fromPublicationItem);
      return publications.toSorted((a, b) => b.run - a.run || a.accountId - b.accountId);
    },
  };

  /** The next ids of several partitions of the index, merged: each partition is sorted by time. */
  async function nextIds(
    workspaceId: string,
    buckets: readonly PostBucket[],
    { order, limit, after }: Pick<PostFilter, 'order' | 'limit' | 'after'>,
  ): Promise<string[]> {
    const descending = order === 'desc';
    const range = descending ? { from: START, to: after ?? END } : { from: after ?? START, to: END };
    const parts = await Promise.all(
      buckets.map((bucket) =>
        table.query({
          index: BY_OWNER,
          pk: postPartition(workspaceId, bucket),
          ...range,
          descending,
          limit: limit + 1,
        }),
      ),
    );
    // A post whose status changes meanwhile can be in two partitions.
    const ids = new Set(parts.flat().map((row) => String(row['ownerSk'])));
    const sorted = [...ids].filter((id) => id !== after).toSorted();
    return (descending ? sorted.toReversed() : sorted).slice(0, limit);
  }

  /** Posts in the order of the ids, without those deleted meanwhile. */
  async function readAll(ids: readonly string[]): Promise<Post[]> {
    const posts = new Map<string, Post>();
    for (let from = 0; from < ids.length; from += MAX_AT_ONCE) {
      const items = await table.getAll(ids.slice(from, from + MAX_AT_ONCE).map(postKey));
      for (const post of items.map(fromPostItem)) posts.set(post.id, post);
    }
    return ids.flatMap((id) => posts.get(id) ?? []);
  }
}

/** Posts in the core table, with their publications in the same partition. */
export function createDynamoPostStore(table: WritableTable): PostStore {
  return {
    ...createDynamoPostReader(table),

    async create(post, context, event = null) {
      const counting = await takeSampledQuota(table, 'posts', post);
      await commit(table, context, [...createWrites(post, event, context.change), ...counting]);
    },

    async save(before, after, event, context) {
      await commit(table, context, saveWrites(before, after, event, context.change));
    },
  };
}

/** The partitions of the index that a filter selects; without a status, all but the trash. */
function toBuckets({ status, trashed }: Pick<PostFilter, 'status' | 'trashed'>): readonly PostBucket[] {
  if (trashed) return ['trash'];
  return status === undefined ? POST_STATUSES : [status];
}
