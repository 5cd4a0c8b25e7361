import type { PageDomain } from '#shared/biolinks/domain/page-domain.ts';
import type { PageDomainStore } from '#shared/biolinks/ports/page-domain-store.ts';
import { PlatformError } from '#shared/platform/core/errors.ts';
import { NOT_FOUND } from '#shared/platform/http/problems.ts';
import type { Principal } from '#shared/platform/identity/principal.ts';

/** Finds the connected domain of the path; the default domain cannot be changed. @throws PlatformError `domain_not_found` */
export async function loadDomain(
  domains: Pick<PageDomainStore, 'find'>,
  { principal, params }: { principal: Principal; params: { readonly domain: string } },
): Promise<PageDomain> {
  const domain = await domains.find(principal.workspaceId, params.domain);
  if (!domain) throw new PlatformError('domain_not_found', NOT_FOUND);
  return domain;
}
