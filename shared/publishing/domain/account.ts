import type { NextJob } from '#shared/platform/core/scheduled-job.ts';

/** Social networks that posts can be published to; `sandbox` only records what it would publish. */
export const PROVIDERS = [
  'mastodon',
  'bluesky',
  'sandbox',
  'wordpress',
  'devto',
  'discord',
  'telegram',
  'linkedin',
] as const;

/** The name of a social network in the API, in items and in metrics. */
export type ProviderName = (typeof PROVIDERS)[number];

/** A record with one value for each network. */
export function perProvider<T>(make: (provider: ProviderName) => T): Readonly<Record<ProviderName, T>> {
  return {
    mastodon: make('mastodon'),
    bluesky: make('bluesky'),
    sandbox: make('sandbox'),
    wordpress: make('wordpress'),
    devto: make('devto'),
    discord: make('discord'),
    telegram: make('telegram'),
    linkedin: make('linkedin'),
  };
}

/** Networks whose accounts are connected by OAuth. Clients never send credentials of these networks. */
export const OAUTH_PROVIDERS = ['linkedin'] as const satisfies readonly ProviderName[];

/** The name of a network whose accounts are connected by OAuth. */
export type OAuthProvider = (typeof OAUTH_PROVIDERS)[number];

/** Networks whose accounts are connected with credentials in the request. */
export type CredentialsProvider = Exclude<ProviderName, OAuthProvider>;

/** Whether a network with this name is connected by OAuth. */
export function isOAuthProvider(name: string): name is OAuthProvider {
  return OAUTH_PROVIDERS.some((provider) => provider === name);
}

/** States of an account. Posts are published only to a `connected` account; `needs_reauth` needs new credentials. */
export const ACCOUNT_STATUSES = ['connected', 'needs_reauth', 'disabled'] as const;

/** The state of an account. */
export type AccountStatus = (typeof ACCOUNT_STATUSES)[number];

/**
 * A connected social account. Posts reference its integer `id`, events its `uuid`, and URLs accept both
 * (docs/specification.md#two-ids).
 */
export type Account = {
  readonly id: number;
  readonly uuid: string;
  readonly workspaceId: string;
  readonly provider: ProviderName;
  readonly name: string;
  readonly username: string;
  /** `RemoteProfile.identity`; null for accounts of the sandbox, and for accounts of earlier versions until they are reconnected. */
  readonly identity: string | null;
  readonly image: string | null;
  readonly status: AccountStatus;
  /**
   * Whether the status was `needs_reauth` before an edit changed it, for example to `disabled`. Only credentials that the
   * network accepts reset it. `needsCredentials` combines both.
   */
  readonly credentialsRejected: boolean;
  /** The origin on which `username` is unique, for networks where it is not unique everywhere, such as a Mastodon instance. */
  readonly server: string | null;
  /** What this server says about itself; null for other networks, and if it is not known. */
  readonly facts: ServerFacts | null;
  /** Encrypted `Credentials`; only connecting, reconnecting and publishing use them. */
  readonly sealedCredentials: string;
  /** The times of tokens that expire, readable without decrypting the tokens; null for all other credentials. */
  readonly tokens: AccountTokens | null;
  readonly revision: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
};

/** What a server says about itself when an account is connected; null for what it does not say. */
export type ServerFacts = {
  /** The name of its software in lower case, such as `mastodon` or `gotosocial`. */
  readonly software: string | null;
  readonly characters: number | null;
  /** Files of a post. */
  readonly files: number | null;
  readonly imageBytes: number | null;
  readonly videoBytes: number | null;
};

/** When the tokens of an account expire, and the scheduled job that renews them in time. */
export type AccountTokens = {
  /** When the access token expires. */
  readonly expiresAt: Date;
  /** When a person must connect the account again at the latest; null if the network does not say. */
  readonly reconnectBy: Date | null;
  /** Number of the last scheduled job. */
  readonly dueSeq: number;
  /** Null once the network rejected the tokens. */
  readonly due: NextJob | null;
};

/** Tokens that an authorisation server issued, with the times at which they expire. */
export type OAuthTokens = {
  /** The app that the tokens were issued to. Only this app can renew them. */
  readonly clientId: string;
  readonly accessToken: string;
  readonly expiresAt: Date;
  readonly refreshToken: string | null;
  /** Null without a refresh token, or if the network does not say. */
  readonly refreshExpiresAt: Date | null;
};

/** Credentials of an account, by social network (docs/specification/publishing.md#account-credentials). */
export type Credentials =
  | { readonly provider: 'mastodon'; readonly instanceUrl: string; readonly accessToken: string }
  | {
      readonly provider: 'bluesky';
      readonly identifier: string;
      readonly appPassword: string;
      /** Origin of the personal data server; `https://bsky.social` by default. */
      readonly service: string;
    }
  | { readonly provider: 'sandbox' }
  | {
      readonly provider: 'wordpress';
      /** The address of the site without a slash at its end; it may have a path. */
      readonly siteUrl: string;
      readonly username: string;
      /** An application password. WordPress ignores the spaces in it. */
      readonly applicationPassword: string;
    }
  | {
      readonly provider: 'devto';
      readonly apiKey: string;
      /** Origin of the Forem community; `https://dev.to` by default. */
      readonly service: string;
    }
  | { readonly provider: 'discord'; readonly botToken: string; readonly channelId: string }
  | {
      readonly provider: 'telegram';
      readonly botToken: string;
      /** The id of the chat, or `@` and the public name of a channel or group. */
      readonly chatId: string;
    }
  | {
      readonly provider: 'linkedin';
      /** The `sub` of the member, which is also the user name of the account. */
      readonly memberId: string;
      readonly tokens: OAuthTokens;
    };

/** Credentials with tokens that expire. */
export type OAuthCredentials = Extract<Credentials, { readonly provider: OAuthProvider }>;

/** A label for posts. */
export type Tag = {
  readonly id: number;
  readonly uuid: string;
  readonly workspaceId: string;
  readonly name: string;
  readonly hexColor: string;
  readonly revision: number;
  readonly createdAt: Date;
};
