import type { Table, WritableTable } from '#shared/platform/store/table.ts';
import { tryWrite } from '#shared/platform/store/try-write.ts';
import type { PostRemovalReader, PostRemovals } from '#shared/publishing/ports/post-removals.ts';
import { postRemovalKey } from './keys.ts';
import { fromPostRemovalItem, progressWrite } from './post-removal-items.ts';

/** The reads of `createDynamoPostRemovals`, for operations that may not write. */
export function createDynamoPostRemovalReader(table: Table): PostRemovalReader {
  return {
    async find(workspaceId, postId) {
      const item = await table.get(postRemovalKey(workspaceId, postId));
      return item && fromPostRemovalItem(item);
    },
  };
}

/** Removals of posts from the networks in the core table. */
export function createDynamoPostRemovals(table: WritableTable): PostRemovals {
  return {
    ...createDynamoPostRemovalReader(table),

    async advance(before, after, change) {
      return (await tryWrite(table, progressWrite(before, after, change), change.nonce)).written;
    },
  };
}
