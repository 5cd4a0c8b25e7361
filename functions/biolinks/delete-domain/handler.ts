import type { PageDomain } from '#shared/biolinks/domain/page-domain.ts';
import { loadDomain } from '#shared/biolinks/http/domain-access.ts';
import type { PageDomainStore } from '#shared/biolinks/ports/page-domain-store.ts';
import type { OperationHandler } from '#shared/platform/http/operation.ts';
import type { operation } from './operation.ts';

type Dependencies = { readonly domains: Pick<PageDomainStore, 'find' | 'remove'> };

/** Disconnects a domain without pages. Any workspace can then verify its host. */
export function createHandler({ domains }: Dependencies): OperationHandler<typeof operation, PageDomain> {
  return {
    load: (request) => loadDomain(domains, request),

    async handle({ resource: domain, command }) {
      const response = { status: 204 };
      await domains.remove(domain, await command(response));
      return response;
    },
  };
}
