import type { Credentials, ProviderName } from '#shared/publishing/domain/account.ts';
import type { MediaType } from '#shared/publishing/domain/media.ts';
import type { ContentItem, PublicationError } from '#shared/publishing/domain/post.ts';

/** A file that goes with a post. */
export type OutgoingMedia = {
  readonly id: number;
  readonly mimeType: MediaType;
  readonly size: number;
  readonly altText: string | null;
  /** Reads the bytes; at most as many as `size`. */
  readonly read: () => Promise<Uint8Array<ArrayBuffer>>;
};

/** A thread for one account: its items with their files, and what is known of an earlier attempt. */
export type PublishRequest = {
  readonly credentials: Credentials;
  /** Stable for the run that names the attempts and the account: what a network recognises a repetition by. */
  readonly key: string;
  /** When that run began: names records that must be the same at every attempt. */
  readonly startedAt: Date;
  readonly items: readonly (Pick<ContentItem, 'body' | 'url'> & {
    readonly media: readonly OutgoingMedia[];
  })[];
  /** What the version says under this provider's name, as stored (G38). */
  readonly options: Readonly<Record<string, unknown>>;
  /** Posts of the thread that the network has already confirmed, in order. */
  readonly done: readonly RemotePost[];
  /**
   * When the first attempt was made at the item behind `done` whose outcome is not known, or null (R34). An attempt that
   * confirmed more of the thread begins this anew.
   */
  readonly unknownSince: Date | null;
};

export type RemotePost = { readonly id: string; readonly url: string | null };

/** What came of an attempt; `done` lists every post of the thread that the network has confirmed so far. */
export type PublishResult =
  | { readonly kind: 'published'; readonly done: readonly RemotePost[] }
  /** Trying again may help, and is safe; not before `notBefore`, if the network named a time. */
  | {
      readonly kind: 'retry';
      readonly done: readonly RemotePost[];
      readonly error: PublicationError;
      readonly notBefore: Date | null;
      /** Whether the network may have posted without our hearing of it. */
      readonly unknown: boolean;
    }
  /** Trying again cannot help. */
  | { readonly kind: 'failed'; readonly done: readonly RemotePost[]; readonly error: PublicationError }
  /** The credentials are no longer good: the account needs to be connected again. */
  | { readonly kind: 'unauthorised'; readonly done: readonly RemotePost[]; readonly error: PublicationError };

/** Who the credentials belong to, as the network tells. */
export type RemoteProfile = {
  readonly username: string;
  readonly name: string | null;
  readonly image: string | null;
};

export type VerifyResult =
  | { readonly kind: 'verified'; readonly profile: RemoteProfile }
  | { readonly kind: 'refused'; readonly detail: string }
  | { readonly kind: 'unreachable'; readonly detail: string };

/** What a network limits a post to; checked when a post is scheduled (G37, G46). */
export type NetworkLimits = {
  readonly characters: number;
  /** Of the same text in UTF-8; null where only characters count. */
  readonly textBytes: number | null;
  readonly images: number;
  /** Of one image; null where the media library's own limit is the lower one. */
  readonly imageBytes: number | null;
  readonly videos: number;
  readonly thread: number;
};

/** A network. Never throws for what the network does: every answer, and none, is a result. */
export interface PublishingProvider {
  readonly name: ProviderName;
  /** For how long after an attempt a repetition of it is recognised by its key, in milliseconds. */
  readonly recognisedMs: number;
  verify(credentials: Credentials): Promise<VerifyResult>;
  /** Takes up to three minutes. */
  publish(request: PublishRequest): Promise<PublishResult>;
}
