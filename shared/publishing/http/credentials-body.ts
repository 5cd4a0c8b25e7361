import * as v from 'valibot';
import { anyObject, jsonObject } from '#shared/platform/core/json-object.ts';
import { type Credentials, type ProviderName, PROVIDERS } from '#shared/publishing/domain/account.ts';
import { parseContent } from '#shared/platform/http/findings.ts';
import { named } from '#shared/platform/http/named-schema.ts';
import { exactLine, singleLine } from '#shared/platform/http/text-field.ts';
import { described } from '#shared/platform/http/described.ts';

/** Where Bluesky accounts live unless the caller names another server. */
const BLUESKY_SERVICE = 'https://bsky.social';

/** Longest texts, in code points: what is sealed stays below the 4,096 bytes that KMS takes (H11). */
const TOKEN_LIMIT = 1024;
const PASSWORD_LIMIT = 256;
const HANDLE_LIMIT = 253;

/**
 * A server's address, as its origin. That its host may be called is for the address guard to say; what is more than an
 * origin could only be a mistake, and to drop it in silence would send a secret to somewhere else than was written.
 */
const address = v.pipe(
  v.string(),
  v.trim(),
  v.check(
    (text) => /^[a-z]+:\/\/[^\s/?#@\\\p{Cc}\p{Cf}]+\/?$/iu.test(text) && URL.canParse(text),
    'invalid_url: Use the address of the server alone, such as https://mastodon.social.',
  ),
  v.metadata({ pattern: '^https://[^/?#]+/?$' }),
  v.transform((text) => (/^https?:/iu.test(text) ? new URL(text).origin : text)),
);

/** A bearer token goes into a header: visible ASCII only (RFC 6750, 2.1). */
const token = v.pipe(
  v.string(),
  v.trim(),
  v.check((text) => text.length >= 1, 'too_short: Use at least 1 character.'),
  v.check((text) => text.length <= TOKEN_LIMIT, `too_long: Use at most ${TOKEN_LIMIT} characters.`),
  v.check(
    (text) => /^[\u0021-\u007e]*$/u.test(text),
    'invalid_characters: Use a token without spaces or accented letters.',
  ),
  v.metadata({ minLength: 1, maxLength: TOKEN_LIMIT, pattern: '^[!-~]*$' }),
);

/** What each network wants to see (R31). */
const CREDENTIALS = {
  mastodon: jsonObject({
    instance_url: described(address, 'Address of the server, such as `https://mastodon.social`'),
    access_token: described(
      token,
      'An access token with the scopes that read the account and write posts and media',
    ),
  }),
  bluesky: jsonObject({
    identifier: described(singleLine(1, HANDLE_LIMIT), 'The handle of the account, or its DID'),
    app_password: described(exactLine(1, PASSWORD_LIMIT), 'An app password; not the password of the account'),
    service: v.optional(
      described(address, 'Address of the server that the account lives on'),
      BLUESKY_SERVICE,
    ),
  }),
  sandbox: jsonObject({}),
} as const satisfies Record<ProviderName, v.GenericSchema>;

const name = described(singleLine(1, 255), 'What the workspace calls it');

/** The same of a new account, which comes with a name of its own. */
const firstName = described(
  singleLine(1, 255),
  'What the workspace calls it; the name of its profile unless sent',
);

const TRIED = 'Tried on the network before anything is stored; no answer tells them';

/** The body that connects an account: credentials by provider. */
export const connectBody = v.pipe(
  anyObject,
  v.variant(
    'provider',
    [
      named(
        'ConnectMastodonBody',
        v.strictObject({
          provider: v.literal('mastodon'),
          name: v.optional(firstName),
          credentials: described(CREDENTIALS.mastodon, TRIED),
        }),
      ),
      named(
        'ConnectBlueskyBody',
        v.strictObject({
          provider: v.literal('bluesky'),
          name: v.optional(firstName),
          credentials: described(CREDENTIALS.bluesky, TRIED),
        }),
      ),
      named(
        'ConnectSandboxBody',
        v.strictObject({
          provider: v.literal('sandbox'),
          name: v.optional(firstName),
          credentials: described(CREDENTIALS.sandbox, 'None: the sandbox lets everybody in'),
        }),
      ),
    ],
    ({ received }) => `${providerProblem(received)}: Use one of ${PROVIDERS.join(', ')}.`,
  ),
);

/** The body that changes an account; which credentials it takes depends on the account. */
export const editBody = jsonObject({
  name: v.optional(name),
  status: v.optional(
    described(
      v.picklist(['connected', 'disabled']),
      '`disabled` keeps posts from going out to it; `connected` undoes that, unless the network refused its credentials',
    ),
  ),
  credentials: v.optional(
    v.pipe(
      anyObject,
      v.metadata({ shownAs: v.union(Object.values(CREDENTIALS)) }),
      v.description('New ones, by the provider of the account; tried on the network first'),
    ),
  ),
});

/** Credentials of a connecting body. */
export function toCredentials(body: v.InferOutput<typeof connectBody>): Credentials {
  if (body.provider === 'mastodon') return toMastodon(body.credentials);
  if (body.provider === 'bluesky') return toBluesky(body.credentials);
  return { provider: 'sandbox' };
}

/** Credentials sent for an account of this provider. @throws InvalidContentError */
export function parseCredentials(provider: ProviderName, sent: unknown): Credentials {
  const source = { in: 'body', at: '#/credentials' } as const;
  if (provider === 'mastodon') return toMastodon(parseContent(CREDENTIALS.mastodon, sent, source));
  if (provider === 'bluesky') return toBluesky(parseContent(CREDENTIALS.bluesky, sent, source));
  parseContent(CREDENTIALS.sandbox, sent, source);
  return { provider };
}

/** Where credentials are sent to. */
export type CredentialsAddress = {
  /** The member it is sent in. */
  readonly member: string;
  readonly url: string;
  /** Whether it is the customer who chose it: everything but the one that we offer. */
  readonly chosen: boolean;
};

/** The address in credentials; none for the sandbox. */
export function addressOf(credentials: Credentials): CredentialsAddress | undefined {
  if (credentials.provider === 'mastodon')
    return { member: 'instance_url', url: credentials.instanceUrl, chosen: true };
  if (credentials.provider === 'bluesky')
    return {
      member: 'service',
      url: credentials.service,
      chosen: credentials.service !== BLUESKY_SERVICE,
    };
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

/** Valibot says what it received in its own words: texts come in quotes. */
function providerProblem(received: string): 'required' | 'invalid_format' | 'invalid_type' {
  if (received === 'undefined') return 'required';
  return received.startsWith('"') ? 'invalid_format' : 'invalid_type';
}
