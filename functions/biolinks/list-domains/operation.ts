import { DOMAINS_READ } from '#shared/biolinks/http/domain-access.ts';
import { domainSchema } from '#shared/biolinks/http/domain-view.ts';
import { strictFields } from '#shared/platform/core/json-object.ts';
import { pageOf, pageParameters } from '#shared/platform/http/list-query.ts';
import { defineOperation } from '#shared/platform/http/operation.ts';

export const operation = defineOperation({
  name: 'list-domains',
  product: 'biolinks',
  summary: 'List domains',
  description: 'The default domain is first, then the domains of the workspace, newest first.',
  routes: [{ method: 'GET', path: '/api/v1/biolinks/domains' }],
  access: DOMAINS_READ,
  uses: ['query-domains', 'page-host'],
  query: strictFields(pageParameters),
  responses: { 200: pageOf(domainSchema) },
});
