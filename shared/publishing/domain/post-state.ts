import { PlatformError } from '#shared/platform/core/errors.ts';
import { defineMachine, errorIn, transitionFrom } from '#shared/platform/core/state-machine.ts';
import * as publishingErrors from '#shared/publishing/errors.ts';
import type { Post } from './post.ts';

/**
 * The state machine of a post. Being published is a separate state here; the API shows it as `scheduled` with
 * `publishing: true` (docs/specification/publishing.md#post-status).
 */
export const POST_MACHINE = defineMachine({
  name: 'Post',
  states: ['draft', 'needs_approval', 'scheduled', 'publishing', 'published', 'failed', 'trashed'],
  initial: 'draft',
  final: [],
  triggers: {
    update: {
      draft: [{ to: 'draft' }],
      needs_approval: [
        { to: 'needs_approval', when: 'accounts remain' },
        { to: 'draft', when: 'no accounts' },
      ],
      scheduled: [
        { to: 'scheduled', when: 'accounts, date and time remain' },
        { to: 'needs_approval', when: 'the post was approved, and its content, accounts or time changed' },
        { to: 'draft', when: 'no accounts, or no date and time' },
      ],
      publishing: [{ reject: 'post_publishing' }],
      published: [
        { to: 'published', when: 'accounts, date and time remain' },
        { to: 'draft', when: 'no accounts, or no date and time' },
      ],
      failed: [
        { to: 'failed', when: 'accounts, date and time remain' },
        { to: 'draft', when: 'no accounts, or no date and time' },
      ],
      trashed: [{ reject: 'post_in_trash' }],
    },
    schedule: {
      draft: [{ to: 'scheduled', emits: 'publishing.post.scheduled' }],
      needs_approval: [{ to: 'scheduled', when: 'approved', emits: 'publishing.post.scheduled' }],
      scheduled: [{ to: 'scheduled', when: 'already scheduled: no second event' }],
      publishing: [{ reject: 'post_publishing' }],
      published: [{ reject: 'post_already_published' }],
      failed: [{ to: 'scheduled', emits: 'publishing.post.scheduled' }],
      trashed: [{ reject: 'post_in_trash' }],
    },
    submit: {
      draft: [{ to: 'needs_approval' }],
      needs_approval: [{ to: 'needs_approval', when: 'submitted again' }],
      scheduled: [{ reject: 'post_already_scheduled' }],
      publishing: [{ reject: 'post_publishing' }],
      published: [{ reject: 'post_already_published' }],
      failed: [{ to: 'needs_approval' }],
      trashed: [{ reject: 'post_in_trash' }],
    },
    approve: {
      draft: [{ reject: 'post_not_submitted' }],
      needs_approval: [{ to: 'scheduled', emits: 'publishing.post.scheduled' }],
      scheduled: [{ to: 'scheduled', when: 'already scheduled: no second event' }],
      publishing: [{ reject: 'post_publishing' }],
      published: [{ reject: 'post_already_published' }],
      failed: [{ reject: 'post_not_submitted' }],
      trashed: [{ reject: 'post_in_trash' }],
    },
    return: {
      draft: [{ reject: 'post_not_submitted' }],
      needs_approval: [
        { to: 'draft' },
        { to: 'failed', when: 'it failed before, and has a date and a time' },
      ],
      scheduled: [{ reject: 'post_not_submitted' }],
      publishing: [{ reject: 'post_publishing' }],
      published: [{ reject: 'post_already_published' }],
      failed: [{ reject: 'post_not_submitted' }],
      trashed: [{ reject: 'post_in_trash' }],
    },
    retry: {
      draft: [{ reject: 'post_not_failed' }],
      needs_approval: [{ reject: 'post_not_failed' }],
      scheduled: [{ reject: 'post_not_failed' }],
      publishing: [{ reject: 'post_publishing' }],
      published: [{ reject: 'post_already_published' }],
      failed: [{ to: 'scheduled', emits: 'publishing.post.scheduled' }],
      trashed: [{ reject: 'post_in_trash' }],
    },
    unschedule: {
      draft: [{ to: 'draft' }],
      needs_approval: [{ to: 'draft' }],
      scheduled: [{ to: 'draft' }],
      publishing: [{ reject: 'post_publishing' }],
      published: [{ reject: 'post_already_published' }],
      failed: [{ to: 'draft' }],
      trashed: [{ reject: 'post_in_trash' }],
    },
    start: {
      draft: [{ to: 'draft', when: 'stale timer' }],
      needs_approval: [{ to: 'needs_approval', when: 'stale timer' }],
      scheduled: [{ to: 'publishing' }],
      publishing: [{ to: 'publishing', when: 'timer fired again' }],
      published: [{ to: 'published', when: 'stale timer' }],
      failed: [{ to: 'failed', when: 'stale timer' }],
      trashed: [{ to: 'trashed', when: 'stale timer' }],
    },
    finish: {
      draft: [{ to: 'draft', when: 'outcome of an earlier run' }],
      needs_approval: [{ to: 'needs_approval', when: 'outcome of an earlier run' }],
      scheduled: [{ to: 'scheduled', when: 'outcome of an earlier run' }],
      publishing: [
        { to: 'publishing', when: 'accounts are pending' },
        { to: 'published', when: 'all accounts published', emits: 'publishing.post.published' },
        { to: 'failed', when: 'an account failed', emits: 'publishing.post.publishing_failed' },
      ],
      published: [{ to: 'published', when: 'outcome of an earlier run' }],
      failed: [{ to: 'failed', when: 'outcome of an earlier run' }],
      trashed: [{ to: 'trashed', when: 'outcome of an earlier run' }],
    },
    detach: {
      draft: [{ to: 'draft' }],
      needs_approval: [{ to: 'needs_approval' }],
      scheduled: [
        { to: 'scheduled', when: 'another account remains' },
        { to: 'draft', when: 'no account remains' },
      ],
      publishing: [{ to: 'publishing', when: 'the account fails as not connected' }],
      published: [{ to: 'published' }],
      failed: [{ to: 'failed' }],
      trashed: [{ to: 'trashed' }],
    },
    trash: {
      draft: [{ to: 'trashed', emits: 'publishing.post.deleted' }],
      needs_approval: [{ to: 'trashed', emits: 'publishing.post.deleted' }],
      scheduled: [{ to: 'trashed', emits: 'publishing.post.deleted' }],
      publishing: [{ reject: 'post_publishing' }],
      published: [{ to: 'trashed', emits: 'publishing.post.deleted' }],
      failed: [{ to: 'trashed', emits: 'publishing.post.deleted' }],
      trashed: [{ to: 'trashed', when: 'already in the trash: no second event' }],
    },
    restore: {
      draft: [{ to: 'draft' }],
      needs_approval: [{ to: 'needs_approval' }],
      scheduled: [{ to: 'scheduled' }],
      publishing: [{ to: 'publishing' }],
      published: [{ to: 'published' }],
      failed: [{ to: 'failed' }],
      trashed: [{ to: 'draft' }],
    },
  },
});

/** A state of `POST_MACHINE`. */
export type PostState = (typeof POST_MACHINE)['states'][number];

/** A trigger of `POST_MACHINE`: what a request or a run does to a post. */
export type PostTrigger = keyof (typeof POST_MACHINE)['triggers'];

/** The state of a post in its state machine, where being published and being in the trash are separate states. */
export function postState({ status, run, trashedAt }: Pick<Post, 'status' | 'run' | 'trashedAt'>): PostState {
  if (run !== null) return 'publishing';
  return trashedAt === null ? status : 'trashed';
}

const PUBLISHING = 'The post is being published right now. Repeat the request after the time in Retry-After.';

/** The error detail for each code. */
const REJECTIONS = {
  post_publishing: [publishingErrors.post_publishing, PUBLISHING],
  post_already_published: [
    publishingErrors.post_already_published,
    'The post is already published. To publish the content again, duplicate the post.',
  ],
  post_in_trash: [publishingErrors.post_in_trash, 'The post is in the trash. Restore it first.'],
  post_already_scheduled: [
    publishingErrors.post_already_scheduled,
    'The post is already scheduled. Change the post with updatePost, or stop its publication with unschedulePost.',
  ],
  post_not_submitted: [
    publishingErrors.post_not_submitted,
    'The post does not wait for approval. Submit it with submitPost, or schedule it with schedulePost.',
  ],
  post_not_failed: [
    publishingErrors.post_not_failed,
    'The post is not a failed post. Only a failed post can be published again to one account.',
  ],
} as const;

/** The error if the state machine rejects a trigger for this post, otherwise undefined. */
export function postStateError(
  trigger: PostTrigger,
  post: Pick<Post, 'status' | 'run' | 'trashedAt'>,
): PlatformError | undefined {
  const code = errorIn(POST_MACHINE, trigger, postState(post));
  if (code === undefined) return undefined;
  const [error, detail] = REJECTIONS[code];
  return new PlatformError(error, detail);
}

/**
 * Throws if the state machine rejects the trigger.
 * @throws PlatformError `post_publishing` · `post_already_published` · `post_in_trash` · `post_already_scheduled` ·
 *   `post_not_submitted` · `post_not_failed`
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
export function postPublishingError(): PlatformError {
  return new PlatformError(publishingErrors.post_publishing, PUBLISHING);
}
