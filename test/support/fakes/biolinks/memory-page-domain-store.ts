import type { PageDomain } from '#shared/biolinks/domain/page-domain.ts';
import * as biolinksErrors from '#shared/biolinks/errors.ts';
import type { PageDomainStore } from '#shared/biolinks/ports/page-domain-store.ts';
import { ConcurrentUpdateError, PlatformError } from '#shared/platform/core/errors.ts';
import {
  commitInMemory,
  type MemoryCore,
  withinWorkspace,
} from '#test/support/fakes/platform/memory-core.ts';
import { releaseQuota, takeQuota } from '#test/support/fakes/platform/memory-quotas.ts';

/** Domains over a memory core. */
export function createMemoryPageDomainStore(core: MemoryCore): PageDomainStore {
  const keyOf = ({ workspaceId, id }: PageDomain) => withinWorkspace(workspaceId, id);

  function requireUnclaimed({ host }: PageDomain): void {
    const holder = [...core.domains.values()].find(
      (domain) => domain.host === host && domain.state === 'verified',
    );
    if (holder) throw new PlatformError(biolinksErrors.domain_taken, 'Another workspace has it');
  }

  function requireUnchanged(domain: PageDomain): void {
    if (core.domains.get(keyOf(domain))?.state !== domain.state) throw new ConcurrentUpdateError();
  }

  return {
    async find(workspaceId, domainId) {
      return core.domains.get(withinWorkspace(workspaceId, domainId));
    },

    async list(workspaceId, { limit, after }) {
      return [...core.domains.values()]
        .filter((domain) => domain.workspaceId === workspaceId)
        .filter((domain) => after === undefined || domain.id < after)
        .toSorted((a, b) => (a.id < b.id ? 1 : -1))
        .slice(0, limit);
    },

    async create(domain, context) {
      commitInMemory(core, context, () => {
        const own = [...core.domains.values()].find(
          ({ workspaceId, host }) => workspaceId === domain.workspaceId && host === domain.host,
        );
        if (own)
          throw new PlatformError(biolinksErrors.domain_taken, 'One of yours already', { domain: own.id });
        requireUnclaimed(domain);
        if (core.domains.has(keyOf(domain))) throw new ConcurrentUpdateError();
        takeQuota(core, 'domains', domain.workspaceId);
        core.domains.set(keyOf(domain), domain);
      });
    },

    async verify(before, verifiedAt, context) {
      commitInMemory(core, context, () => {
        if (core.domains.get(keyOf(before))?.state !== 'pending') throw new ConcurrentUpdateError();
        requireUnclaimed(before);
        core.domains.set(keyOf(before), { ...before, state: 'verified', verifiedAt });
      });
    },

    async remove(domain, { change }) {
      commitInMemory(core, { change, idempotencyRecord: null }, () => {
        requireUnchanged(domain);
        const pages = [...core.pages.values()].filter(({ domainId }) => domainId === domain.id).length;
        if (pages > 0) throw new PlatformError(biolinksErrors.domain_in_use, 'In use', { pages });
        core.domains.delete(keyOf(domain));
        releaseQuota(core, 'domains', domain.workspaceId);
      });
    },
  };
}
