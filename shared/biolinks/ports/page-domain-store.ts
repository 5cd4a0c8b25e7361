import type { PageDomain } from '#shared/biolinks/domain/page-domain.ts';
import type { CommandContext } from '#shared/platform/core/change.ts';

/** The reads of `PageDomainStore`, for operations that may not write. */
export type PageDomainReader = {
  /** Finds a domain of the workspace; strongly consistent. */
  find(workspaceId: string, domainId: string): Promise<PageDomain | undefined>;

  /** Domains of a workspace, newest first, after the given id. */
  list(
    workspaceId: string,
    page: { readonly limit: number; readonly after?: string | undefined },
  ): Promise<PageDomain[]>;
};

/**
 * Domains that workspaces connect. Any number of workspaces may have a host pending; the first to verify it owns it. The
 * default domain is not stored.
 */
export type PageDomainStore = PageDomainReader & {
  /**
   * Adds a pending domain.
   * @throws PlatformError `domain_taken` if the workspace already has the host or another workspace has verified it
   * @throws DuplicateRequestError · ConcurrentUpdateError
   */
  create(domain: PageDomain, context: CommandContext): Promise<void>;

  /**
   * Sets a pending domain to `verified` and claims its host for the whole platform, in one transaction.
   * @throws PlatformError `domain_taken` if another workspace verified it first
   * @throws DuplicateRequestError · ConcurrentUpdateError
   */
  verify(before: PageDomain, verifiedAt: Date, context: CommandContext): Promise<void>;

  /**
   * Deletes a domain and releases its host. If a page switches to the domain at the same time, only one of the two succeeds.
   * @throws PlatformError `domain_in_use`
   * @throws ConcurrentUpdateError
   */
  remove(domain: PageDomain, context: CommandContext): Promise<void>;
};
