import { anyQuery } from '#shared/platform/http/list-query.ts';
import { defineOperation } from '#shared/platform/http/operation.ts';
import { networkParameter } from '#shared/publishing/http/oauth-access.ts';

export const operation = defineOperation({
  name: 'return-authorization',
  product: 'publishing',
  summary: 'Receive the authorisation response of a social network',
  description:
    'A social network sends the browser to this callback after a person has authorised a connection or denied it. The ' +
    'response redirects to the console, or to the `redirect` of `startConnection`. The fragment of that URL has ' +
    '`provider`, `state`, and either `code` for `completeConnection`, or `error`: `access_denied`, `authorization_failed`, ' +
    '`state_invalid`, `state_expired` or `redirect_not_allowed`. The request stores nothing and connects no account.',
  routes: [{ method: 'GET', path: '/oauth/callback/{provider}' }],
  access: { kind: 'public' },
  // Callbacks of earlier versions can name any host that reaches the stage.
  servedAt: 'any',
  params: { provider: networkParameter },
  query: anyQuery,
  uses: ['call-networks', 'connect-redirects', 'open-connect-state', 'seal-connect-code'],
  responses: { 303: null },
  exampleQueries: [{ state: 'the-state', code: 'the-code-of-the-network' }],
});
