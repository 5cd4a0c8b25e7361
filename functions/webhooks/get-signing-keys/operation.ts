import { anyQuery } from '#shared/platform/http/list-query.ts';
import { defineOperation } from '#shared/platform/http/operation.ts';
import { jwkSet } from '#shared/webhooks/http/public-keys.ts';
import { endpointParameter } from '#shared/webhooks/http/webhook-access.ts';

const path = '/.well-known/webhooks/{endpoint}/jwks.json';

export const operation = defineOperation({
  name: 'get-signing-keys',
  product: 'webhooks',
  summary: 'Get the public keys of a webhook endpoint',
  description:
    'The keys that verify the asymmetric signatures (`v1a`) of the deliveries, as a JWK Set (RFC 7517). Cache the set for at most five ' +
    'minutes, and get the set again if no key matches. An endpoint without asymmetric signatures returns the same error as one that does not exist.',
  routes: [
    { method: 'GET', path },
    { method: 'HEAD', path },
  ],
  access: { kind: 'public' },
  // URLs of earlier versions can name any host that reaches the stage.
  servedAt: 'any',
  params: { endpoint: endpointParameter },
  query: anyQuery,
  uses: ['get-targets'],
  responses: { 200: jwkSet, 304: null },
});
