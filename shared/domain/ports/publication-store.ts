import type { Change } from '#shared/domain/change.ts';
import type { RecordedEvent } from '#shared/domain/events/recorded-event.ts';
import type { Post, Publication } from '#shared/domain/posts/post.ts';

/** What the publisher writes. Of two that write the same step, one gets true. */
export interface PublicationStore {
  find(workspaceId: string, postId: string): Promise<Post | undefined>;
  /** Begins the run that `after` carries, with a pending publication for each of its accounts, if the post is as in `before`. */
  begin(before: Post, after: Post, publications: readonly Publication[], change: Change): Promise<boolean>;
  readRun(postId: string, run: number): Promise<Publication[]>;
  /** Keeps what an attempt changed, while the publication is pending and as in `before`. */
  note(before: Publication, after: Publication): Promise<boolean>;
  /**
   * Ends an account's publication and takes it off the run's pending ones; the last one ends the run: then `post` is the
   * post's end with its event.
   */
  finish(
    before: Publication,
    after: Publication,
    post: { readonly before: Post; readonly after: Post; readonly event: RecordedEvent | null },
    change: Change,
  ): Promise<boolean>;
}
