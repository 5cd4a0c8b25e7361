import type { RecordedEvent } from '#shared/events/recording/recorded-event.ts';
import type { Change } from '#shared/platform/core/change.ts';
import type { Post, Publication } from '#shared/publishing/domain/post.ts';

/** A post before and after a step, with the event of the step. */
export type PostStep = {
  readonly before: Post;
  readonly after: Post;
  readonly event: RecordedEvent | null;
};

/** Writes of the publisher. If two invocations write the same step, only one of them gets true. */
export interface PublicationStore {
  find(workspaceId: string, postId: string): Promise<Post | undefined>;
  /**
   * Starts the run of `after` if the post is still as in `before`. Creates as many pending publications as fit into one
   * transaction; a missing one is equivalent to one without an attempt.
   */
  begin(before: Post, after: Post, publications: readonly Publication[], change: Change): Promise<boolean>;
  /** Writes only the post if it is still as in `before`: to reschedule the watchdog, or to end a run without accounts. */
  move(step: PostStep, change: Change): Promise<boolean>;
  /** Strongly consistent. */
  readRun(postId: string, run: number): Promise<Publication[]>;
  /** Strongly consistent. */
  findPublication(postId: string, run: number, accountId: number): Promise<Publication | undefined>;
  /** Saves the result of an attempt while the publication is pending and still as in `before`. */
  note(before: Publication, after: Publication): Promise<boolean>;
  /**
   * Ends the publication to one account and removes the account from the pending ones of the run. For the last account,
   * `post` also ends the run, with its event.
   */
  finish(before: Publication, after: Publication, post: PostStep, change: Change): Promise<boolean>;
}
