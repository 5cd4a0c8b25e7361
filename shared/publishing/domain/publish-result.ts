import type { PublicationError } from './post.ts';

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

/** What happened to one post on the network. */
export type RemoveResult =
  /** Also if the network no longer has it. */
  | { readonly kind: 'removed' }
  | { readonly kind: 'retry'; readonly error: PublicationError; readonly notBefore: Date | null }
  | { readonly kind: 'failed'; readonly error: PublicationError }
  | { readonly kind: 'unauthorised'; readonly error: PublicationError };
