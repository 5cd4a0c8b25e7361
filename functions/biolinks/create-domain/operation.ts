import * as v from 'valibot';
import { DOMAINS_WRITE } from '#shared/biolinks/http/domain-access.ts';
import { domainSchema } from '#shared/biolinks/http/domain-view.ts';
import { jsonObject } from '#shared/platform/core/json-object.ts';
import { defineOperation } from '#shared/platform/http/operation.ts';

export const operation = defineOperation({
  name: 'create-domain',
  product: 'biolinks',
  summary: 'Connect a domain',
  description:
    'The response contains the TXT record that proves ownership. Publish the record, then call ' +
    '`verifyDomain`. A pending domain does not reserve its host: the first workspace to verify the ' +
    'host gets it.',
  routes: [{ method: 'POST', path: '/api/v1/biolinks/domains' }],
  access: DOMAINS_WRITE,
  checksKeyOnWrite: true,
  uses: ['put-domains', 'check-hosts', 'api-hosts', 'page-host', 'update-quotas'],
  body: jsonObject({
    host: v.pipe(
      v.string(),
      v.metadata({
        minLength: 1,
        maxLength: 253,
        // At least two labels in any script. A pattern cannot check IDNA or detect names of private networks.
        pattern: String.raw`^\s*[^\s/\\?#@:\[\]%*_.\x00-\x1f\x7f-\x9f]+(\.[^\s/\\?#@:\[\]%*_.\x00-\x1f\x7f-\x9f]+)+\.?\s*$`,
        description: 'A host name, such as `links.example.com`',
      }),
    ),
  }),
  readOnlyFields: ['id', 'is_default', 'state', 'verification', 'verified_at', 'created_at'],
  responses: { 201: v.object({ data: domainSchema }) },
  errors: ['invalid_format', 'domain_taken', 'concurrent_update', 'quota_exceeded'],
  examples: [{ summary: 'Connect a subdomain', body: { host: 'links.example.com' } }],
});
