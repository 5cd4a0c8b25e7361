import type { MediaType } from '#shared/files/domain/media.ts';
import type { Credentials, ProviderName, ServerFacts } from '#shared/publishing/domain/account.ts';
import type { ContentItem } from '#shared/publishing/domain/post.ts';
import type { RemotePost, PublishResult, RemoveResult } from '#shared/publishing/domain/publish-result.ts';
import type { RemoteProfile } from '#shared/publishing/domain/remote-profile.ts';

/** A file of a post. */
export type OutgoingMedia = {
  readonly id: number;
  /** Its name in the media library, if a network shows names. */
  readonly name?: string;
  readonly mimeType: MediaType;
  readonly size: number;
  readonly altText: string | null;
  /** Reads the bytes, at most `size`. */
  readonly read: () => Promise<Uint8Array<ArrayBuffer>>;
};

/** A thread for one account: its items with their files, and the state of earlier attempts. */
export type PublishRequest = {
  readonly credentials: Credentials;
  /** What the server of the account said about itself; null if it is not known. */
  readonly facts: ServerFacts | null;
  /** Idempotency key, stable for the run and the account: the network detects duplicates by it. */
  readonly key: string;
  /** When the run started. Record keys that must be the same at every attempt are derived from it. */
  readonly startedAt: Date;
  readonly items: readonly (Pick<ContentItem, 'body' | 'url'> & {
    readonly media: readonly OutgoingMedia[];
  })[];
  /** The options of the version for this provider, as stored. */
  readonly options: Readonly<Record<string, unknown>>;
  /** Posts of the thread that the network has confirmed, in order. */
  readonly done: readonly RemotePost[];
  /**
   * The time of the first attempt that may have published the item after `done`, or null. An attempt after which the
   * network confirms more posts of the thread resets it.
   */
  readonly unknownSince: Date | null;
};

/** The result of verifying credentials. `unreachable` means that the network did not return a usable response. */
export type VerifyResult =
  | { readonly kind: 'verified'; readonly profile: RemoteProfile }
  | { readonly kind: 'rejected'; readonly detail: string }
  | { readonly kind: 'unreachable'; readonly detail: string };

/** A social network. Its methods return a result for every response or failure of the network and never throw for one. */
export type PublishingProvider = {
  readonly name: ProviderName;
  /** How many milliseconds after an attempt the network detects a repetition by its key. */
  readonly deduplicationMs: number;
  verify(credentials: Credentials): Promise<VerifyResult>;
  /** Takes at most three minutes. */
  publish(request: PublishRequest): Promise<PublishResult>;
  /**
   * Removes a post that `publish` returned; `id` identifies it, and `url` may be null. Absent for networks that do not allow it.
   * Removing twice is harmless. Takes at most a minute.
   */
  remove?(request: { readonly credentials: Credentials; readonly remote: RemotePost }): Promise<RemoveResult>;
};
