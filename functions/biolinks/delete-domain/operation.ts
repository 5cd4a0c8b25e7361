import { domainParameter, DOMAINS_WRITE } from '#shared/biolinks/http/domain-access.ts';
import { defineOperation } from '#shared/platform/http/operation.ts';

export const operation = defineOperation({
  name: 'delete-domain',
  product: 'biolinks',
  summary: 'Disconnect a domain',
  description:
    'A domain can be disconnected only if no page uses it. The default domain cannot be disconnected.',
  routes: [{ method: 'DELETE', path: '/api/v1/biolinks/domains/{domain}' }],
  access: DOMAINS_WRITE,
  params: { domain: domainParameter },
  checksKeyOnWrite: true,
  uses: ['get-domains', 'delete-domains', 'delete-hosts', 'put-audit-entries', 'update-quotas'],
  responses: { 204: null },
  errors: ['domain_in_use', 'concurrent_update'],
});
