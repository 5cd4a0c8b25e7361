import * as v from 'valibot';
import { issue } from '#shared/platform/core/issue.ts';
import { jsonObject } from '#shared/platform/core/json-object.ts';
import type { RequestContext } from '#shared/platform/http/operation.ts';
import { secretField } from '#shared/platform/http/secret-field.ts';
import { created, timestamp, updated } from '#shared/platform/http/view-field.ts';
import { withDescription } from '#shared/platform/http/with-description.ts';
import { withTitle } from '#shared/platform/http/with-title.ts';
import { OAUTH_PROVIDERS } from '#shared/publishing/domain/account.ts';
import type { OAuthApp } from '#shared/publishing/domain/oauth/oauth-app.ts';
import { callbackUrl } from './oauth-access.ts';

const MAX_ID = 256;
/** Encrypted by KMS together with nothing else. */
const MAX_SECRET = 512;
const MAX_REDIRECT = 512;
/** Longer than any ciphertext of a state or a code. */
const MAX_SEALED = 6000;

/** Visible ASCII: ids and secrets of apps are sent in forms, and sealed values in URLs. */
function visible(maxLength: number) {
  return v.pipe(
    v.string(),
    v.check((text) => text.length >= 1, issue('too_short', 'Use at least 1 character.')),
    v.check((text) => text.length <= maxLength, issue('too_long', `Use at most ${maxLength} characters.`)),
    v.check(
      (text) => /^[!-~]*$/u.test(text),
      issue('invalid_characters', 'Use a text without spaces or non-ASCII characters.'),
    ),
    v.metadata({ minLength: 1, maxLength, pattern: '^[!-~]*$' }),
  );
}

const provider = withDescription(v.picklist(OAUTH_PROVIDERS), 'The social network');

/** The app of a workspace in responses, without its secret. */
export const oauthAppSchema = withDescription(
  withTitle(
    'OauthApp',
    v.object({
      provider,
      client_id: withDescription(v.string(), 'The client ID of the app at the social network'),
      callback_url: withDescription(
        v.string(),
        'The URL to register as the redirect URL of the app at the social network. It stays the same as long as the host serves the API',
      ),
      created_at: created,
      updated_at: updated,
    }),
  ),
  'The app of the workspace at a social network. The client secret is never returned',
);

/** Converts an app to its response, without the secret. */
export function oauthAppView(
  app: OAuthApp,
  request: Pick<RequestContext, 'baseUrl' | 'hosts'>,
): v.InferInput<typeof oauthAppSchema> {
  return {
    provider: app.provider,
    client_id: app.clientId,
    callback_url: callbackUrl(app, app.provider, request),
    created_at: app.createdAt.toISOString(),
    updated_at: app.updatedAt.toISOString(),
  };
}

/** The body of `setOauthApp`. */
export const oauthAppBody = jsonObject({
  client_id: withDescription(visible(MAX_ID), 'The client ID of the app'),
  client_secret: secretField(
    withDescription(
      visible(MAX_SECRET),
      'The client secret of the app. It is encrypted, and no response contains it',
    ),
  ),
});

/** The body of `startConnection`. */
export const startBody = jsonObject({
  redirect: v.optional(
    withDescription(
      visible(MAX_REDIRECT),
      'The URL to which the browser returns; the console by default. The installation must allow the origin of the URL. A fragment ' +
        'is not allowed',
    ),
  ),
  account: v.optional(
    withDescription(
      v.pipe(v.string(), v.toLowerCase(), v.uuid(), v.metadata({ format: 'uuid' })),
      'The `uuid` of the account to reconnect; without it, a new account is connected',
    ),
  ),
});

/** The response of `startConnection`. */
export const startedSchema = withDescription(
  withTitle(
    'StartedConnection',
    v.object({
      authorization_url: withDescription(
        v.string(),
        'The URL of the page of the social network, to open in a browser',
      ),
      state: withDescription(
        v.string(),
        'The encrypted connection. The browser returns with the same value, which can be used once',
      ),
      expires_at: withDescription(timestamp, 'When the connection expires: 10 minutes after the start'),
    }),
  ),
  'A connection that waits until a person authorises it',
);

/** The body of `completeConnection`. */
export const completeBody = jsonObject({
  state: withDescription(visible(MAX_SEALED), 'The `state` from the fragment of the URL'),
  code: secretField(withDescription(visible(MAX_SEALED), 'The `code` from the fragment of the URL')),
});
