import type { RecordedEvent } from '#shared/events/recording/recorded-event.ts';
import type { Change } from '#shared/platform/core/change.ts';
import type { Post, Publication } from '#shared/publishing/domain/post.ts';

/** A post before and after a step, with the event of the step. */
export type PostStep = {
  readonly before: Post;
  readonly after: Post;
  readonly event: RecordedEvent | null;
};

/** Posts and publications for the publisher. If two invocations write the same step, only one write returns true. */
export type PublicationStore = {
  find(workspaceId: string, postId: string): Promise<Post | undefined>;
  /**
   * Starts the run of `after` if the post has not changed since `before`. Creates as many pending publications as fit into one
   * transaction; the others are created by their first attempt.
   */
  startRun(before: Post, after: Post, publications: readonly Publication[], change: Change): Promise<boolean>;
  /** Writes only the post, if it has not changed since `before`: reschedules the watchdog, or ends a run without accounts. */
  savePost(step: PostStep, change: Change): Promise<boolean>;
  /** Strongly consistent. */
  readRun(postId: string, run: number): Promise<Publication[]>;
  /** Strongly consistent. */
  findPublication(postId: string, run: number, accountId: number): Promise<Publication | undefined>;
  /** Saves the start or the result of an attempt, if the publication is pending and has not changed since `before`. */
  saveAttempt(before: Publication, after: Publication): Promise<boolean>;
  /**
   * Ends the publication to one account and removes the account from the pending ones of the run. For the last account,
   * `post` also ends the run, with its event.
   */
  finishAccount(before: Publication, after: Publication, post: PostStep, change: Change): Promise<boolean>;
};
