import { PREVIEW_LIMIT, type PagePreview } from '#shared/biolinks/domain/page-preview.ts';
import type { PagePreviewStore } from '#shared/biolinks/ports/page-preview-store.ts';
import { ConcurrentUpdateError } from '#shared/platform/core/errors.ts';
import { commitInMemory, type MemoryCore } from '#test/support/fakes/platform/memory-core.ts';

/** Previews of pages. A map keeps the order in which they were created. */
export function createMemoryPagePreviewStore(core: MemoryCore): PagePreviewStore {
  const previews = new Map<string, PagePreview>();

  return {
    async find(digest, now) {
      const preview = previews.get(digest);
      return preview && preview.expiresAt > now ? structuredClone(preview) : undefined;
    },

    async create(digest, preview, context) {
      commitInMemory(core, context, () => {
        if (previews.has(digest)) throw new ConcurrentUpdateError();
        previews.set(digest, structuredClone(preview));
        const own = [...previews].filter(([, { page }]) => page.workspaceId === preview.page.workspaceId);
        const open = own.filter(([, { expiresAt }]) => expiresAt > context.change.at);
        for (const [old] of open.slice(0, -PREVIEW_LIMIT)) previews.delete(old);
      });
    },
  };
}
