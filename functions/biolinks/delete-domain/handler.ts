import type { PageDomain } from '#shared/biolinks/domain/page-domain.ts';
import { DEFAULT_DOMAIN_ID } from '#shared/biolinks/domain/page.ts';
import * as biolinksErrors from '#shared/biolinks/errors.ts';
import { loadDomain } from '#shared/biolinks/http/domain-access.ts';
import type { PageDomainStore } from '#shared/biolinks/ports/page-domain-store.ts';
import { PlatformError } from '#shared/platform/core/errors.ts';
import type { OperationHandler } from '#shared/platform/http/operation.ts';
import type { operation } from './operation.ts';

type Dependencies = { readonly domains: Pick<PageDomainStore, 'find' | 'remove'> };

/** Disconnects a domain without pages. Any workspace can then verify its host. */
export function createHandler({ domains }: Dependencies): OperationHandler<typeof operation, PageDomain> {
  return {
    async load(request) {
      // It is in the list of domains, so 404 would contradict the list.
      if (request.params.domain === DEFAULT_DOMAIN_ID)
        throw new PlatformError(
          biolinksErrors.domain_in_use,
          'The default domain belongs to every workspace and cannot be disconnected.',
        );
      return loadDomain(domains, request);
    },

    async handle({ resource: domain, command }) {
      const response = { status: 204 };
      await domains.remove(domain, await command(response));
      return response;
    },
  };
}
