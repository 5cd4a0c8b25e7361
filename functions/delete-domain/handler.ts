import type { PageDomain } from '#shared/domain/pages/page-domain.ts';
import type { PageDomainStore } from '#shared/domain/ports/page-domain-store.ts';
import type { OperationHandler } from '#shared/http/handler.ts';
import { loadDomain } from '#shared/http/pages/load-domain.ts';
import type { operation } from './operation.ts';

type Dependencies = { readonly domains: Pick<PageDomainStore, 'find' | 'remove'> };

/** Disconnects a domain without pages; its host is free for whoever verifies it next. */
export function createDeleteDomainHandler({
  domains,
}: Dependencies): OperationHandler<typeof operation, PageDomain> {
  return {
    load: (request) => loadDomain(domains, request),

    async handle({ resource: domain, command }) {
      const answer = { status: 204 };
      await domains.remove(domain, await command(answer));
      return answer;
    },
  };
}
