import { commit } from '#shared/platform/store/commit.ts';
import { readFiltered } from '#shared/platform/store/listed-items.ts';
import { takeSampledQuota } from '#shared/platform/store/quota-writes.ts';
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

/** The reads of `createDynamoPostStore`, for operations that may not write. */
export function createDynamoPostReader(table: Table): PostReader {
  return {
    async find(workspaceId, postId) {
      const item = await table.get(postKey(postId));
      const post = item && fromPostItem(item);
      return post?.workspaceId === workspaceId ? post : undefined;
    },

    list(workspaceId, { order, limit, after, ...filter }) {
      const buckets = toBuckets(filter);
      const list = {
        partitions: buckets.map((bucket) => postPartition(workspaceId, bucket)),
        atOnce: limit,
        decode: fromPostItem,
        matches: (post: Post) => buckets.includes(toBucket(post)),
      };
      return readFiltered(table, list, { order, limit, after });
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
