import type { PageDomain } from '#shared/biolinks/domain/page-domain.ts';
import type { CommandContext } from '#shared/platform/core/change.ts';

/**
 * Domains that workspaces connect. A host belongs to nobody until it is verified: any number of workspaces may have it
 * pending, the first to prove it gets it. The platform's default domain is not stored.
 */
export interface PageDomainStore {
  /** The domain, if it is one of this workspace's; strongly consistent. */
  find(workspaceId: string, domainId: string): Promise<PageDomain | undefined>;

  /** Domains of a workspace, newest first, after the one named. */
  list(
    workspaceId: string,
    page: { readonly limit: number; readonly after?: string | undefined },
  ): Promise<PageDomain[]>;

  /**
   * Adds a pending domain.
   * @throws PlatformError `domain_taken` if the workspace has the host already or another has it verified ·
   * DuplicateRequestError · ConcurrentUpdateError
   */
  create(domain: PageDomain, context: CommandContext): Promise<void>;

  /**
   * Marks a pending domain as verified and claims its host over the whole platform, in one transaction.
   * @throws PlatformError `domain_taken` if another workspace was faster · DuplicateRequestError · ConcurrentUpdateError
   */
  verify(before: PageDomain, verifiedAt: Date, context: CommandContext): Promise<void>;

  /**
   * Deletes a domain and gives its host back. A page that moves to it at the same time loses or wins as a whole.
   * @throws PlatformError `domain_in_use` · ConcurrentUpdateError
   */
  remove(domain: PageDomain, context: CommandContext): Promise<void>;
}
