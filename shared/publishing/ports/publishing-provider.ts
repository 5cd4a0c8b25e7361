import type { MediaType } from '#shared/files/domain/media.ts';
import type { Credentials, ProviderName } from '#shared/publishing/domain/account.ts';
import type { ContentItem, PublicationError } from '#shared/publishing/domain/post.ts';

/** A file of a post. */
export type OutgoingMedia = {
  readonly id: number;
  readonly mimeType: MediaType;
  readonly size: number;
  readonly altText: string | null;
  /** Reads the bytes, at most `size`. */
  readonly read: () => Promise<Uint8Array<ArrayBuffer>>;
};

/** A thread for one account: its items with their files, and the state of earlier attempts. */
export type PublishRequest = {
  readonly credentials: Credentials;
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

/** A published post: its id on the network, and its public URL if the network returns one. */
export type RemotePost = { readonly id: string; readonly url: string | null };

/** The result of an attempt; `done` lists every confirmed post of the thread. */
export type PublishResult =
  | { readonly kind: 'published'; readonly done: readonly RemotePost[] }
  /** A retry is safe and may help, not before `notBefore` if the network gave a time. */
  | {
      readonly kind: 'retry';
      readonly done: readonly RemotePost[];
      readonly error: PublicationError;
      readonly notBefore: Date | null;
      /** Whether the network may have published the post although no response confirmed it. */
      readonly unknown: boolean;
    }
  /** A retry cannot help. */
  | { readonly kind: 'failed'; readonly done: readonly RemotePost[]; readonly error: PublicationError }
  /** The credentials are no longer valid; the account needs to be reconnected. */
  | { readonly kind: 'unauthorised'; readonly done: readonly RemotePost[]; readonly error: PublicationError };

/** The owner of the credentials, according to the network. */
export type RemoteProfile = {
  readonly username: string;
  readonly name: string | null;
  readonly image: string | null;
};

/** The result of verifying credentials. `unreachable` means that the network did not return a usable response. */
export type VerifyResult =
  | { readonly kind: 'verified'; readonly profile: RemoteProfile }
  | { readonly kind: 'rejected'; readonly detail: string }
  | { readonly kind: 'unreachable'; readonly detail: string };

/** What happened to one post on the network. */
export type RemoveResult =
  /** Also if the network no longer has it. */
  | { readonly kind: 'removed' }
  | { readonly kind: 'retry'; readonly error: PublicationError; readonly notBefore: Date | null }
  | { readonly kind: 'failed'; readonly error: PublicationError }
  | { readonly kind: 'unauthorised'; readonly error: PublicationError };

/** Limits of a network, checked when a post is scheduled. */
export type NetworkLimits = {
  readonly characters: number;
  /** Bytes of the same text in UTF-8; null if only characters are limited. */
  readonly textBytes: number | null;
  readonly images: number;
  /** Bytes of one image; null if the limit of the media library is lower. */
  readonly imageBytes: number | null;
  readonly videos: number;
  readonly thread: number;
  /** What a character is; a grapheme by default. */
  readonly unit?: 'utf16';
  /** Characters of a post with files, if fewer than of a post without. */
  readonly captionCharacters?: number;
  /** Bytes of one video, if the limit of the media library is higher. */
  readonly videoBytes?: number;
  /** Bytes of all files of a post together. */
  readonly mediaBytes?: number;
  /** Maximum number of images and videos together, on a network where a post can combine them. */
  readonly combined?: number;
  /** The only media types, if they are not all of the media library. */
  readonly mediaTypes?: readonly MediaType[];
  /** Media types of which a post has one file and no other. */
  readonly single?: readonly MediaType[];
};

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
