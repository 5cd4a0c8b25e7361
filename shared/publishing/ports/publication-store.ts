import type { RecordedEvent } from '#shared/events/recording/recorded-event.ts';
import type { Change } from '#shared/platform/core/change.ts';
import type { Post, Publication } from '#shared/publishing/domain/post.ts';

/** A post as it was read and as it becomes, with the event that tells of it. */
export type PostStep = {
  readonly before: Post;
  readonly after: Post;
  readonly event: RecordedEvent | null;
};

/** What the publisher writes. Of two that write the same step, one gets true. */
export interface PublicationStore {
  find(workspaceId: string, postId: string): Promise<Post | undefined>;
  /**
   * Begins the run that `after` carries, if the post is as in `before`. Pending publications go along as far as they fit into
   * one transaction: one that is not there yet is like one without an attempt.
   */
  begin(before: Post, after: Post, publications: readonly Publication[], change: Change): Promise<boolean>;
  /** Writes the post alone if it is as in `before`: a watchdog that moves on, a run that ends without an account. */
  move(step: PostStep, change: Change): Promise<boolean>;
  /** Strongly consistent. */
  readRun(postId: string, run: number): Promise<Publication[]>;
  /** Strongly consistent. */
  findPublication(postId: string, run: number, accountId: number): Promise<Publication | undefined>;
  /** Keeps what an attempt changed, while the publication is pending and as in `before`. */
  note(before: Publication, after: Publication): Promise<boolean>;
  /**
   * Ends an account's publication and takes it off the run's pending ones; the last one ends the run: then `post` is the
   * post's end with its event.
   */
  finish(before: Publication, after: Publication, post: PostStep, change: Change): Promise<boolean>;
}
