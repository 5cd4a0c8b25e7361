import type { RecordedEvent } from '#shared/events/recording/recorded-event.ts';
import { ConcurrentUpdateError } from '#shared/platform/core/errors.ts';
import { postPublishingError } from '#shared/publishing/domain/post-state.ts';
import type { Post } from '#shared/publishing/domain/post.ts';
import { type PostStore, PUBLICATIONS_SHOWN } from '#shared/publishing/ports/post-store.ts';
import { commitInMemory, type MemoryCore } from '#test/support/fakes/platform/memory-core.ts';
import { takeQuota } from '#test/support/fakes/platform/memory-quotas.ts';
import { requireFreeSlot } from './memory-posting-queue.ts';

/** Posts over a memory core. */
export function createMemoryPostStore(core: MemoryCore): PostStore {
  function requireUnchangedAndStill({ id, revision }: Post): void {
    const found = core.posts.get(id);
    if (found?.revision === revision && found.run === null) return;
    throw found?.run ? postPublishingError() : new ConcurrentUpdateError();
  }

  function record(event: RecordedEvent | null): void {
    if (event) core.events.set(event.id, event);
  }

  return {
    async create(post, context, event = null) {
      commitInMemory(core, context, () => {
        if (core.posts.has(post.id)) throw new ConcurrentUpdateError();
        requireFreeSlot(core, post);
        takeQuota(core, 'posts', post.workspaceId);
        core.posts.set(post.id, structuredClone(post));
        record(event);
      });
    },

    async find(workspaceId, postId) {
      const post = core.posts.get(postId);
      return post?.workspaceId === workspaceId ? structuredClone(post) : undefined;
    },

    async list(workspaceId, { status, trashed, order, limit, after }) {
      const isBehind = ({ id }: Post) => after === undefined || (order === 'asc' ? id > after : id < after);
      const found = [...core.posts.values()]
        .filter((post) => post.workspaceId === workspaceId && (post.trashedAt !== null) === trashed)
        .filter((post) => trashed || status === undefined || post.status === status)
        .filter(isBehind)
        .toSorted((a, b) => (a.id < b.id ? -1 : 1));
      return structuredClone((order === 'asc' ? found : found.toReversed()).slice(0, limit));
    },

    async save(before, after, event, context) {
      commitInMemory(core, context, () => {
        requireUnchangedAndStill(before);
        requireFreeSlot(core, after);
        core.posts.set(after.id, structuredClone(after));
        record(event);
      });
    },

    async readPublications(postId) {
      const found = [...core.publications.values()].filter((publication) => publication.postId === postId);
      const newest = found.toSorted((a, b) => b.run - a.run || b.accountId - a.accountId);
      const shown = structuredClone(newest.slice(0, PUBLICATIONS_SHOWN));
      return shown.toSorted((a, b) => b.run - a.run || a.accountId - b.accountId);
    },
  };
}
