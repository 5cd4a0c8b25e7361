import { type ErrorCode, PlatformError } from '#shared/platform/core/errors.ts';
import { errorIn, transitionFrom } from '#shared/platform/core/state-machine.ts';
import { POST_MACHINE } from './post-machine.ts';
import type { Post } from './post.ts';

export type PostState = (typeof POST_MACHINE)['states'][number];

export type PostTrigger = keyof (typeof POST_MACHINE)['triggers'];

/** The state of a post in its state machine, where being published and being in the trash are separate states. */
export function postState({ status, run, trashedAt }: Pick<Post, 'status' | 'run' | 'trashedAt'>): PostState {
  if (run !== null) return 'publishing';
  return trashedAt === null ? status : 'trashed';
}

const PUBLISHING = 'The post is being published right now. Retry when publishing has ended.';

/** The error detail for each code. */
const SENTENCES: Partial<Record<ErrorCode, string>> = {
  post_publishing: PUBLISHING,
  post_already_published: 'The post is already published.',
  post_in_trash: 'The post is in the trash. Restore it first.',
};

/** The error if the state machine rejects a trigger for this post, otherwise undefined. */
export function postStateError(
  trigger: PostTrigger,
  post: Pick<Post, 'status' | 'run' | 'trashedAt'>,
): PlatformError | undefined {
  const code = errorIn(POST_MACHINE, trigger, postState(post));
  return code && new PlatformError(code, SENTENCES[code] ?? 'The status of the post does not allow this.');
}

/**
 * Throws if the state machine rejects the trigger.
 * @throws PlatformError `post_publishing` · `post_already_published` · `post_in_trash`
 */
export function requireTrigger(trigger: PostTrigger, post: Pick<Post, 'status' | 'run' | 'trashedAt'>): void {
  const rejection = postStateError(trigger, post);
  if (rejection) throw rejection;
}

/**
 * The state after a trigger, as the machine decides; `to` selects one of several transitions.
 * @throws PlatformError as `requireTrigger`
 */
export function nextPostState<State extends PostState>(
  trigger: PostTrigger,
  post: Pick<Post, 'status' | 'run' | 'trashedAt'>,
  to: State,
): State {
  requireTrigger(trigger, post);
  transitionFrom(POST_MACHINE, trigger, postState(post), to);
  return to;
}

/** The error for a conditional write that lost because publishing started after the read. */
export function postPublishing(): PlatformError {
  return new PlatformError('post_publishing', PUBLISHING);
}
