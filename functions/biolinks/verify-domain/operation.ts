import * as v from 'valibot';
import { domainParameter, DOMAINS_WRITE } from '#shared/biolinks/http/domain-access.ts';
import { domainSchema } from '#shared/biolinks/http/domain-view.ts';
import { EMPTY_BODY } from '#shared/platform/http/empty-body.ts';
import { defineOperation } from '#shared/platform/http/operation.ts';

export const operation = defineOperation({
  name: 'verify-domain',
  product: 'biolinks',
  summary: 'Verify a domain',
  description: 'Looks up the TXT record of the domain. Once the record is found, pages can use the domain.',
  routes: [{ method: 'POST', path: '/api/v1/biolinks/domains/{domain}/verify' }],
  access: DOMAINS_WRITE,
  params: { domain: domainParameter },
  checksKeyOnWrite: true,
  uses: ['get-domains', 'update-domains', 'put-hosts'],
  ...EMPTY_BODY,
  responses: { 200: v.object({ data: domainSchema }) },
  errors: ['domain_not_verified', 'domain_taken', 'concurrent_update'],
});
