import { editPage } from '#shared/biolinks/domain/page-edit.ts';
import { DEFAULT_DOMAIN_ID, type Page } from '#shared/biolinks/domain/page.ts';
import * as biolinksErrors from '#shared/biolinks/errors.ts';
import type { PageStore } from '#shared/biolinks/ports/page-store.ts';
import { ConcurrentUpdateError, ValidationError, PlatformError } from '#shared/platform/core/errors.ts';
import {
  commitInMemory,
  type MemoryCore,
  slugPlace,
  withinWorkspace,
} from '#test/support/fakes/platform/memory-core.ts';
import { releaseQuota, takeQuota } from '#test/support/fakes/platform/memory-quotas.ts';

const FORMER_SLUGS = 5;

/** Pages over a memory core. */
export function createMemoryPageStore(core: MemoryCore): PageStore {
  function requireFree({ id, domainId, slug }: Page): void {
    const holder = core.slugs.get(slugPlace(domainId, slug));
    if (holder && holder.pageId !== id) throw new PlatformError(biolinksErrors.slug_taken, 'Taken');
  }

  function requireConnected({ workspaceId, domainId }: Page): void {
    if (domainId === DEFAULT_DOMAIN_ID) return;
    if (core.domains.get(withinWorkspace(workspaceId, domainId))?.state === 'verified') return;
    throw new ValidationError([
      { pointer: '#/domain', ...biolinksErrors.domain_not_connected(), detail: 'Not connected' },
    ]);
  }

  function requireUnchanged({ id, revision }: Page): void {
    if (core.pages.get(id)?.revision !== revision) throw new ConcurrentUpdateError();
  }

  /** Moves the slug to the end of the slugs of the page; a map keeps insertion order. */
  function lead(page: Page): void {
    const place = slugPlace(page.domainId, page.slug);
    for (const [other, holder] of core.slugs) {
      if (holder.pageId === page.id && !holder.moved) core.slugs.set(other, { ...holder, moved: true });
    }
    core.slugs.delete(place);
    core.slugs.set(place, { pageId: page.id, moved: false });
    const former = [...core.slugs].filter(([, holder]) => holder.pageId === page.id && holder.moved);
    for (const [other] of former.slice(0, -FORMER_SLUGS)) core.slugs.delete(other);
  }

  return {
    async create(page, context) {
      commitInMemory(core, context, () => {
        if (core.pages.has(page.id)) throw new ConcurrentUpdateError();
        requireFree(page);
        requireConnected(page);
        takeQuota(core, 'pages', page.workspaceId);
        core.pages.set(page.id, structuredClone(page));
        lead(page);
      });
    },

    async find(workspaceId, pageId) {
      const page = core.pages.get(pageId);
      return page?.workspaceId === workspaceId ? structuredClone(page) : undefined;
    },

    async list(workspaceId, { status, limit, after }) {
      return [...core.pages.values()]
        .filter((page) => page.workspaceId === workspaceId)
        .filter((page) => status === undefined || page.status === status)
        .filter((page) => after === undefined || page.id < after)
        .toSorted((a, b) => (a.id < b.id ? 1 : -1))
        .slice(0, limit);
    },

    async edit({ workspaceId, id }, edit, { mayBeActive, revisions }, { change }) {
      const held = core.pages.get(id);
      const before = held?.workspaceId === workspaceId ? structuredClone(held) : undefined;
      if (core.nonces.has(change.nonce)) return { written: true, page: before };
      const isAllowed = before !== undefined && (mayBeActive || before.status !== 'active');
      if (!isAllowed || (revisions && !revisions.includes(String(before.revision))))
        return { written: false, page: before };
      const after = editPage(before, edit, change.at);
      if (!after) return { written: false, page: before };
      core.pages.set(id, structuredClone(after));
      core.nonces.add(change.nonce);
      return { written: true, page: after };
    },

    async save(before, after, context) {
      commitInMemory(core, context, () => {
        requireUnchanged(before);
        const moves = before.slug !== after.slug || before.domainId !== after.domainId;
        if (moves) requireFree(after);
        if (before.domainId !== after.domainId) requireConnected(after);
        core.pages.set(after.id, structuredClone(after));
        if (moves) lead(after);
      });
    },

    async remove(page, { change }) {
      commitInMemory(core, { change, idempotencyRecord: null }, () => {
        requireUnchanged(page);
        core.pages.delete(page.id);
        releaseQuota(core, 'pages', page.workspaceId);
        core.blocks.delete(page.id);
        for (const [place, { pageId }] of core.slugs) if (pageId === page.id) core.slugs.delete(place);
      });
    },
  };
}
