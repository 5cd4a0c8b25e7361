import { type ErrorCode, PlatformError } from '#shared/platform/core/errors.ts';
import { errorIn } from '#shared/platform/core/state-machine.ts';
import { POST_MACHINE } from './post-machine.ts';
import type { Post } from './post.ts';

export type PostState = (typeof POST_MACHINE)['states'][number];

export type PostTrigger = keyof (typeof POST_MACHINE)['triggers'];

/** The state of a post in its machine: going out and lying in the trash are states of their own there. */
export function postState({ status, run, trashedAt }: Pick<Post, 'status' | 'run' | 'trashedAt'>): PostState {
  if (run !== null) return 'publishing';
  return trashedAt === null ? status : 'trashed';
}

const PUBLISHING = 'The post is being published right now. Retry when publishing has ended.';

/** What is said of each refusal of the machine. */
const SENTENCES: Partial<Record<ErrorCode, string>> = {
  post_publishing: PUBLISHING,
  post_already_published: 'The post is already published.',
  post_in_trash: 'The post is in the trash. Restore it first.',
};

/** The code and sentence with which a trigger is refused for a post as it is now, or undefined if it is not. */
export function postStateError(
  trigger: PostTrigger,
  post: Pick<Post, 'status' | 'run' | 'trashedAt'>,
): PlatformError | undefined {
  const code = errorIn(POST_MACHINE, trigger, postState(post));
  return code && new PlatformError(code, SENTENCES[code] ?? 'The status of the post does not allow this.');
}

/** Holds a trigger to the machine. @throws PlatformError `post_publishing` · `post_already_published` · `post_in_trash` */
export function requireReaction(
  trigger: PostTrigger,
  post: Pick<Post, 'status' | 'run' | 'trashedAt'>,
): void {
  const rejection = postStateError(trigger, post);
  if (rejection) throw rejection;
}

/** What a write says that finds the post going out: it began since the post was read (G28). */
export function postPublishing(): PlatformError {
  return new PlatformError('post_publishing', PUBLISHING);
}
