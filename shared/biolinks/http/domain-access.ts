import type { PageDomain } from '#shared/biolinks/domain/page-domain.ts';
import * as biolinksErrors from '#shared/biolinks/errors.ts';
import type { PageDomainReader } from '#shared/biolinks/ports/page-domain-store.ts';
import type { Principal } from '#shared/platform/core/principal.ts';
import { keyWith } from '#shared/platform/http/key-with.ts';
import { notFound } from '#shared/platform/http/not-found.ts';
import type { PathParameter } from '#shared/platform/http/operation.ts';

/** Reading the domains of the workspace. */
export const DOMAINS_READ = keyWith('biolinks:domains:read');

/** Connecting, verifying and removing domains. */
export const DOMAINS_WRITE = keyWith('biolinks:domains:write');

export const domainParameter = {
  form: 'uuid',
  notFound: biolinksErrors.domain_not_found,
} as const satisfies PathParameter;

/** Finds the connected domain of the path; the default domain cannot be changed. @throws PlatformError `domain_not_found` */
export async function loadDomain(
  domains: Pick<PageDomainReader, 'find'>,
  { principal, params }: { principal: Principal; params: { readonly domain: string } },
): Promise<PageDomain> {
  const domain = await domains.find(principal.workspaceId, params.domain);
  if (!domain) throw notFound(biolinksErrors.domain_not_found);
  return domain;
}
