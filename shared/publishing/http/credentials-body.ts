import * as v from 'valibot';
import { ValidationError } from '#shared/platform/core/errors.ts';
import { discriminatorIssue, issue } from '#shared/platform/core/issue.ts';
import { anyObject, jsonObject, strictFields } from '#shared/platform/core/json-object.ts';
import { parseContent } from '#shared/platform/http/read-request.ts';
import { secretField } from '#shared/platform/http/secret-field.ts';
import { exactLine, singleLine } from '#shared/platform/http/text-field.ts';
import { withDescription } from '#shared/platform/http/with-description.ts';
import { withTitle } from '#shared/platform/http/with-title.ts';
import {
  type Credentials,
  type CredentialsProvider,
  isOAuthProvider,
  type ProviderName,
  PROVIDERS,
} from '#shared/publishing/domain/account.ts';

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

/** The token of a Telegram bot is part of the URL of each request, so it must not contain other characters. */
const telegramToken = v.pipe(
  v.string(),
  v.trim(),
  v.check(
    (text) => /^\d{1,20}:[\w-]{20,100}$/u.test(text),
    issue(
      'invalid_format',
      'Use the token that @BotFather gave the bot: a number, a colon and 35 characters.',
    ),
  ),
  v.metadata({ pattern: '^[0-9]{1,20}:[A-Za-z0-9_-]{20,100}$' }),
);

const telegramChat = v.pipe(
  v.string(),
  v.trim(),
  v.check(
    // A number that is not a safe integer would be rounded to the id of another chat.
    (text) =>
      /^@[a-z]\w{3,31}$/iu.test(text) ||
      (/^-?[1-9]\d{0,15}$/u.test(text) && Number.isSafeInteger(Number(text))),
    issue(
      'invalid_format',
      'Use the numeric ID of the chat, such as "-1001234567890", or "@" and its public name.',
    ),
  ),
  v.metadata({ pattern: '^(-?[1-9][0-9]{0,15}|@[A-Za-z][A-Za-z0-9_]{3,31})$' }),
);

/** An ID of Discord: a number of 64 bits as a string. */
const snowflake = v.pipe(
  v.string(),
  v.trim(),
  v.check(
    (text) => /^[1-9]\d{15,19}$/u.test(text),
    issue('invalid_format', 'Use the ID of the channel: 16 to 20 digits, such as "1012345678900020080".'),
  ),
  v.metadata({ pattern: '^[1-9][0-9]{15,19}$' }),
);

/** The credentials of each social network as sent (docs/specification/publishing.md#account-credentials), and how they are stored. */
const CREDENTIALS = {
  mastodon: v.pipe(
    jsonObject({
      instance_url: withDescription(address, 'Origin of the server, such as `https://mastodon.social`'),
      access_token: secretField(
        withDescription(
          token,
          'An access token with the scopes to read the account and to write posts and media',
        ),
      ),
    }),
    v.transform(({ instance_url, access_token }) =>
      stored({ provider: 'mastodon', instanceUrl: instance_url, accessToken: access_token }),
    ),
  ),
  bluesky: v.pipe(
    jsonObject({
      identifier: withDescription(singleLine(1, HANDLE_LIMIT), 'The handle of the account, or its DID'),
      app_password: secretField(
        withDescription(exactLine(1, PASSWORD_LIMIT), 'An app password, not the password of the account'),
      ),
      service: v.optional(
        withDescription(address, 'Origin of the server that hosts the account'),
        BLUESKY_SERVICE,
      ),
    }),
    v.transform(({ identifier, app_password, service }) =>
      stored({ provider: 'bluesky', identifier, appPassword: app_password, service }),
    ),
  ),
  sandbox: v.pipe(
    jsonObject({}),
    v.transform(() => stored({ provider: 'sandbox' })),
  ),
  wordpress: v.pipe(
    jsonObject({
      site_url: withDescription(siteAddress, 'Address of the site, such as `https://blog.example.com`'),
      username: withDescription(basicUser, 'The user name, or the e-mail address of the user'),
      application_password: secretField(
        withDescription(
          exactLine(1, PASSWORD_LIMIT),
          'An application password of the user, with or without its spaces',
        ),
      ),
    }),
    v.transform(({ site_url, username, application_password }) =>
      stored({
        provider: 'wordpress',
        siteUrl: site_url,
        username,
        applicationPassword: application_password,
      }),
    ),
  ),
  devto: v.pipe(
    jsonObject({
      api_key: secretField(
        withDescription(token, 'An API key of the user, from the settings for extensions'),
      ),
      service: v.optional(withDescription(address, 'Origin of another Forem community'), DEVTO_SERVICE),
    }),
    v.transform(({ api_key, service }) => stored({ provider: 'devto', apiKey: api_key, service })),
  ),
  discord: v.pipe(
    jsonObject({
      bot_token: secretField(
        withDescription(token, 'The token of a bot that may send messages in the channel'),
      ),
      channel_id: withDescription(snowflake, 'ID of the channel, as a string of digits'),
    }),
    v.transform(({ bot_token, channel_id }) =>
      stored({ provider: 'discord', botToken: bot_token, channelId: channel_id }),
    ),
  ),
  telegram: v.pipe(
    jsonObject({
      bot_token: secretField(withDescription(telegramToken, 'The token of a bot that may post in the chat')),
      chat_id: withDescription(
        telegramChat,
        'The channel, group or private chat: its numeric ID as a string, or `@` and its public name',
      ),
    }),
    v.transform(({ bot_token, chat_id }) =>
      stored({ provider: 'telegram', botToken: bot_token, chatId: chat_id }),
    ),
  ),
} as const satisfies Record<CredentialsProvider, v.GenericSchema<unknown, Credentials>>;

/** The networks whose credentials a request can contain. */
const SENT = PROVIDERS.filter((provider) => !isOAuthProvider(provider));

const name = withDescription(singleLine(1, 255), 'Display name in the workspace');

/** The name of a new account. Without it, the account gets the name of the profile. */
const firstName = withDescription(
  singleLine(1, 255),
  'Display name in the workspace; the name of the profile by default',
);

const VERIFIED =
  'The credentials are verified with the social network before they are stored. No response contains ' +
  'them';

/** The body of `connectAccount`, with the credentials of the provider. */
export const connectBody = v.pipe(
  anyObject,
  v.variant(
    'provider',
    [
      bodyFor('mastodon', 'ConnectMastodonBody', VERIFIED),
      bodyFor('bluesky', 'ConnectBlueskyBody', VERIFIED),
      bodyFor('sandbox', 'ConnectSandboxBody', 'No fields: the sandbox needs no credentials'),
      bodyFor('wordpress', 'ConnectWordPressBody', VERIFIED),
      bodyFor('devto', 'ConnectDevtoBody', VERIFIED),
      bodyFor('discord', 'ConnectDiscordBody', VERIFIED),
      bodyFor('telegram', 'ConnectTelegramBody', VERIFIED),
    ],
    discriminatorIssue(`Use one of ${SENT.join(', ')}. Connect other networks with startConnection.`),
  ),
);

function bodyFor<const P extends CredentialsProvider>(provider: P, title: string, about: string) {
  return withTitle(
    title,
    strictFields({
      provider: withDescription(v.literal(provider), 'The social network'),
      name: v.optional(firstName),
      // The description belongs to what is sent, so it comes before the transformation.
      credentials: withDescription(CREDENTIALS[provider], about),
    }),
  );
}

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

/** Parses the credentials of an account of this provider. @throws ValidationError */
export function parseCredentials(provider: ProviderName, sent: unknown): Credentials {
  if (isOAuthProvider(provider)) {
    const detail = `Accounts on ${provider} have no credentials that can be sent. Reconnect the account with startConnection and \`account\`.`;
    throw new ValidationError([
      { pointer: '#/credentials', code: 'field_not_updatable', detail, use: 'startConnection' },
    ]);
  }
  return parseContent(CREDENTIALS[provider], sent, { in: 'body', at: '#/credentials' });
}

/** The server that credentials are sent to. */
export type CredentialsAddress = {
  /** The field that contains the URL. */
  readonly member: string;
  readonly url: string;
  /** Whether the customer chose the server; false only for the default server. */
  readonly chosen: boolean;
};

/** The server URL in the credentials; undefined for networks with one server, whose address no customer enters. */
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

function stored(credentials: Credentials): Credentials {
  return credentials;
}
