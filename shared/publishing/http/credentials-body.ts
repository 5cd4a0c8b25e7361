import * as v from 'valibot';
import { discriminatorIssue, issue } from '#shared/platform/core/issue.ts';
import { anyObject, jsonObject, strictFields } from '#shared/platform/core/json-object.ts';
import { parseContent } from '#shared/platform/http/read-request.ts';
import { exactLine, singleLine } from '#shared/platform/http/text-field.ts';
import { withDescription } from '#shared/platform/http/with-description.ts';
import { withTitle } from '#shared/platform/http/with-title.ts';
import { type Credentials, type ProviderName, PROVIDERS } from '#shared/publishing/domain/account.ts';

/** The default server of Bluesky accounts. */
const BLUESKY_SERVICE = 'https://bsky.social';

/** The default server of accounts at a Forem community. */
const DEVTO_SERVICE = 'https://dev.to';

/** Maximum lengths in code points, so that the plaintext stays below the 4,096 bytes that KMS can encrypt. */
const TOKEN_LIMIT = 1024;
const PASSWORD_LIMIT = 256;
const HANDLE_LIMIT = 253;
const SITE_LIMIT = 1024;
/** WordPress allows 60 characters for a user name, and 100 for the e-mail address that can replace it. */
const USER_LIMIT = 100;

/**
 * The origin of a server. The address guard checks whether the host may be called. A URL that is more than an origin is
 * rejected: if the rest were ignored, the secret would be sent to a different URL than the client wrote.
 */
const address = v.pipe(
  v.string(),
  v.trim(),
  v.check(
    (text) => /^[a-z]+:\/\/[^\s/?#@\\\p{Cc}\p{Cf}]+\/?$/iu.test(text) && URL.canParse(text),
    issue('invalid_url', 'Use only the origin of the server, such as https://mastodon.social.'),
  ),
  v.metadata({ pattern: '^https://[^/?#]+/?$' }),
  v.transform((text) => (/^https?:/iu.test(text) ? new URL(text).origin : text)),
);

/** The address of a site, which can be in a folder of its host. Without query and fragment, because paths are appended. */
const siteAddress = v.pipe(
  v.string(),
  v.trim(),
  v.check(
    (text) =>
      /^[a-z]+:\/\/[^\s/?#@\\\p{Cc}\p{Cf}]+(?:\/[^\s?#@\\\p{Cc}\p{Cf}]*)?$/iu.test(text) &&
      URL.canParse(text),
    issue(
      'invalid_url',
      'Use only the address of the site, such as https://blog.example.com or https://example.com/blog.',
    ),
  ),
  v.metadata({ pattern: '^https://[^?#]+$', maxLength: SITE_LIMIT }),
  v.transform((text) => {
    if (!/^https?:/iu.test(text)) return text;
    const { origin, pathname } = new URL(text);
    return `${origin}${pathname.replace(/\/+$/u, '')}`;
  }),
  // The URL parser can make a text longer: it writes an emoji as twelve characters.
  v.check((text) => text.length <= SITE_LIMIT, issue('too_long', `Use at most ${SITE_LIMIT} characters.`)),
);

/** The name before the colon of Basic authentication (RFC 7617, 2). */
const basicUser = v.pipe(
  singleLine(1, USER_LIMIT),
  v.check((text) => !text.includes(':'), issue('invalid_characters', 'Use a user name without a colon.')),
);

/** A bearer token is sent in a header, so it contains only visible ASCII characters (RFC 6750, 2.1). */
const token = v.pipe(
  v.string(),
  v.trim(),
  v.check((text) => text.length >= 1, issue('too_short', 'Use at least 1 character.')),
  v.check((text) => text.length <= TOKEN_LIMIT, issue('too_long', `Use at most ${TOKEN_LIMIT} characters.`)),
  v.check(
    (text) => /^[\u0021-\u007e]*$/u.test(text),
    issue('invalid_characters', 'Use a token without spaces or non-ASCII characters.'),
  ),
  v.metadata({ minLength: 1, maxLength: TOKEN_LIMIT, pattern: '^[!-~]*$' }),
);

/** The credentials of each social network (docs/specification.md#account-credentials). */
const CREDENTIALS = {
  mastodon: jsonObject({
    instance_url: withDescription(address, 'Origin of the server, such as `https://mastodon.social`'),
    access_token: withDescription(
      token,
      'An access token with the scopes to read the account and to write posts and media',
    ),
  }),
  bluesky: jsonObject({
    identifier: withDescription(singleLine(1, HANDLE_LIMIT), 'The handle of the account, or its DID'),
    app_password: withDescription(
      exactLine(1, PASSWORD_LIMIT),
      'An app password, not the password of the account',
    ),
    service: v.optional(
      withDescription(address, 'Origin of the server that hosts the account'),
      BLUESKY_SERVICE,
    ),
  }),
  sandbox: jsonObject({}),
  wordpress: jsonObject({
    site_url: withDescription(siteAddress, 'Address of the site, such as `https://blog.example.com`'),
    username: withDescription(basicUser, 'The user name, or the e-mail address of the user'),
    application_password: withDescription(
      exactLine(1, PASSWORD_LIMIT),
      'An application password of the user, with or without its spaces',
    ),
  }),
  devto: jsonObject({
    api_key: withDescription(token, 'An API key of the user, from the settings for extensions'),
    service: v.optional(withDescription(address, 'Origin of another Forem community'), DEVTO_SERVICE),
  }),
} as const satisfies Record<ProviderName, v.GenericSchema>;

const name = withDescription(singleLine(1, 255), 'Display name in the workspace');

/** The name of a new account. Without it, the account gets the name of the profile. */
const firstName = withDescription(
  singleLine(1, 255),
  'Display name in the workspace; the name of the profile by default',
);

const TRIED =
  'The credentials are verified with the social network before they are stored. No response contains ' +
  'them';

/** The body of `connectAccount`, with the credentials of the provider. */
export const connectBody = v.pipe(
  anyObject,
  v.variant(
    'provider',
    [
      withTitle(
        'ConnectMastodonBody',
        strictFields({
          provider: providerName('mastodon'),
          name: v.optional(firstName),
          credentials: withDescription(CREDENTIALS.mastodon, TRIED),
        }),
      ),
      withTitle(
        'ConnectBlueskyBody',
        strictFields({
          provider: providerName('bluesky'),
          name: v.optional(firstName),
          credentials: withDescription(CREDENTIALS.bluesky, TRIED),
        }),
      ),
      withTitle(
        'ConnectSandboxBody',
        strictFields({
          provider: providerName('sandbox'),
          name: v.optional(firstName),
          credentials: withDescription(CREDENTIALS.sandbox, 'No fields: the sandbox needs no credentials'),
        }),
      ),
      withTitle(
        'ConnectWordPressBody',
        strictFields({
          provider: providerName('wordpress'),
          name: v.optional(firstName),
          credentials: withDescription(CREDENTIALS.wordpress, TRIED),
        }),
      ),
      withTitle(
        'ConnectDevtoBody',
        strictFields({
          provider: providerName('devto'),
          name: v.optional(firstName),
          credentials: withDescription(CREDENTIALS.devto, TRIED),
        }),
      ),
    ],
    discriminatorIssue(`Use one of ${PROVIDERS.join(', ')}.`),
  ),
);

/** The body of `updateAccount`. The fields of `credentials` depend on the provider of the account. */
export const editBody = jsonObject({
  name: v.optional(name),
  status: v.optional(
    withDescription(
      v.picklist(['connected', 'disabled']),
      '`disabled` stops publishing to the account. `connected` allows it again, unless the social ' +
        'network rejected the credentials',
    ),
  ),
  credentials: v.optional(
    v.pipe(
      anyObject,
      v.metadata({ shownAs: v.union(Object.values(CREDENTIALS)) }),
      v.description(
        'New credentials with the fields of the provider. They are verified with the social network first',
      ),
    ),
  ),
});

/** The credentials in the body of `connectAccount`. */
export function toCredentials(body: v.InferOutput<typeof connectBody>): Credentials {
  if (body.provider === 'mastodon') return toMastodon(body.credentials);
  if (body.provider === 'bluesky') return toBluesky(body.credentials);
  if (body.provider === 'wordpress') return toWordPress(body.credentials);
  if (body.provider === 'devto') return toDevto(body.credentials);
  return { provider: 'sandbox' };
}

/** Parses the credentials of an account of this provider. @throws ValidationError */
export function parseCredentials(provider: ProviderName, sent: unknown): Credentials {
  const source = { in: 'body', at: '#/credentials' } as const;
  if (provider === 'mastodon') return toMastodon(parseContent(CREDENTIALS.mastodon, sent, source));
  if (provider === 'bluesky') return toBluesky(parseContent(CREDENTIALS.bluesky, sent, source));
  if (provider === 'wordpress') return toWordPress(parseContent(CREDENTIALS.wordpress, sent, source));
  if (provider === 'devto') return toDevto(parseContent(CREDENTIALS.devto, sent, source));
  parseContent(CREDENTIALS.sandbox, sent, source);
  return { provider };
}

/** The server that credentials are sent to. */
export type CredentialsAddress = {
  /** The field that contains the URL. */
  readonly member: string;
  readonly url: string;
  /** Whether the customer chose the server; false only for the default server. */
  readonly chosen: boolean;
};

/** The server URL in the credentials; undefined for the sandbox. */
export function credentialsAddress(credentials: Credentials): CredentialsAddress | undefined {
  if (credentials.provider === 'mastodon')
    return { member: 'instance_url', url: credentials.instanceUrl, chosen: true };
  if (credentials.provider === 'bluesky')
    return {
      member: 'service',
      url: credentials.service,
      chosen: credentials.service !== BLUESKY_SERVICE,
    };
  if (credentials.provider === 'wordpress')
    return { member: 'site_url', url: credentials.siteUrl, chosen: true };
  if (credentials.provider === 'devto')
    return { member: 'service', url: credentials.service, chosen: credentials.service !== DEVTO_SERVICE };
  return undefined;
}

function toMastodon({ instance_url, access_token }: v.InferOutput<typeof CREDENTIALS.mastodon>): Credentials {
  return { provider: 'mastodon', instanceUrl: instance_url, accessToken: access_token };
}

function toBluesky({
  identifier,
  app_password,
  service,
}: v.InferOutput<typeof CREDENTIALS.bluesky>): Credentials {
  return { provider: 'bluesky', identifier, appPassword: app_password, service };
}

function toWordPress({
  site_url,
  username,
  application_password,
}: v.InferOutput<typeof CREDENTIALS.wordpress>): Credentials {
  return {
    provider: 'wordpress',
    siteUrl: site_url,
    username,
    applicationPassword: application_password,
  };
}

function toDevto({ api_key, service }: v.InferOutput<typeof CREDENTIALS.devto>): Credentials {
  return { provider: 'devto', apiKey: api_key, service };
}

function providerName<const T extends ProviderName>(provider: T) {
  return withDescription(v.literal(provider), 'The social network');
}
