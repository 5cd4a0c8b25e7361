/** Networks that posts can go to; `sandbox` records what it would post. */
export const PROVIDERS = ['mastodon', 'bluesky', 'sandbox'] as const;

export type ProviderName = (typeof PROVIDERS)[number];

export const ACCOUNT_STATUSES = ['connected', 'needs_reauth', 'disabled'] as const;

export type AccountStatus = (typeof ACCOUNT_STATUSES)[number];

/** A connected social account: an integer inside posts, a UUID in URLs and events (decisions 0, C5). */
export type Account = {
  readonly id: number;
  readonly uuid: string;
  readonly workspaceId: string;
  readonly provider: ProviderName;
  readonly name: string;
  readonly username: string;
  readonly image: string | null;
  readonly status: AccountStatus;
  /** Whether the network refused the stored credentials: only such as it accepts undo that, whatever the status says. */
  readonly refused: boolean;
  /** The origin within which `username` is unique, where it is not unique everywhere: an instance of Mastodon. */
  readonly server: string | null;
  /** Sealed `Credentials`; only connecting, reconnecting and publishing touch it. */
  readonly sealedCredentials: string;
  readonly revision: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
};

/** What a network wants to see before it lets us post (R31). */
export type Credentials =
  | { readonly provider: 'mastodon'; readonly instanceUrl: string; readonly accessToken: string }
  | {
      readonly provider: 'bluesky';
      readonly identifier: string;
      readonly appPassword: string;
      /** Address of the personal data server; `https://bsky.social` unless named. */
      readonly service: string;
    }
  | { readonly provider: 'sandbox' };

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
