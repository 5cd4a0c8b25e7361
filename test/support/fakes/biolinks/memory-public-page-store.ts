import { isListable } from '#shared/biolinks/domain/listable.ts';
import { NO_BLOCKS } from '#shared/biolinks/domain/page-blocks.ts';
import type { PublicPageStore } from '#shared/biolinks/ports/page-store.ts';
import { type MemoryCore, slugPlace } from '#test/support/fakes/platform/memory-core.ts';

/** The view of visitors over a memory core. */
export function createMemoryPublicPageStore(core: MemoryCore): PublicPageStore {
  function listable(domainId: string) {
    return [...core.pages.values()]
      .filter((page) => page.domainId === domainId && isListable(page))
      .toSorted((a, b) => (a.slug < b.slug ? -1 : 1));
  }

  return {
    async findDomain(host) {
      const domain = [...core.domains.values()].find(
        (each) => each.host === host && each.state === 'verified',
      );
      return domain?.id;
    },

    async findSlug(domainId, slug) {
      const holder = core.slugs.get(slugPlace(domainId, slug));
      return holder && { kind: holder.moved ? 'moved' : 'page', pageId: holder.pageId };
    },

    async readPage(pageId) {
      const page = core.pages.get(pageId);
      return page && structuredClone({ page, blocks: core.blocks.get(pageId) ?? NO_BLOCKS });
    },

    async listIndexableSlugs(domainId, limit) {
      return listable(domainId)
        .map(({ slug }) => slug)
        .slice(0, limit);
    },

    async readIndexable(domainId, slugs) {
      return listable(domainId)
        .filter(({ slug }) => slugs.includes(slug))
        .map(({ slug, updatedAt }) => ({ slug, updatedAt }));
    },
  };
}
