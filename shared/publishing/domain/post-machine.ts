import { defineMachine } from '#shared/platform/core/state-machine.ts';

/**
 * The state machine of a post. Being published is a separate state here; the API shows it as `scheduled` with
 * `publishing: true` (docs/specification.md#post-status).
 */
export const POST_MACHINE = defineMachine({
  name: 'Post',
  states: ['draft', 'scheduled', 'publishing', 'published', 'failed', 'trashed'],
  initial: 'draft',
  final: [],
  triggers: {
    update: {
      draft: [{ to: 'draft' }],
      scheduled: [
        { to: 'scheduled', when: 'accounts, date and time remain' },
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
      scheduled: [{ to: 'scheduled', when: 'already scheduled: no second event' }],
      publishing: [{ reject: 'post_publishing' }],
      published: [{ reject: 'post_already_published' }],
      failed: [{ to: 'scheduled', emits: 'publishing.post.scheduled' }],
      trashed: [{ reject: 'post_in_trash' }],
    },
    unschedule: {
      draft: [{ to: 'draft' }],
      scheduled: [{ to: 'draft' }],
      publishing: [{ reject: 'post_publishing' }],
      published: [{ reject: 'post_already_published' }],
      failed: [{ to: 'draft' }],
      trashed: [{ reject: 'post_in_trash' }],
    },
    start: {
      draft: [{ to: 'draft', when: 'stale timer' }],
      scheduled: [{ to: 'publishing' }],
      publishing: [{ to: 'publishing', when: 'timer fired again' }],
      published: [{ to: 'published', when: 'stale timer' }],
      failed: [{ to: 'failed', when: 'stale timer' }],
      trashed: [{ to: 'trashed', when: 'stale timer' }],
    },
    finish: {
      draft: [{ to: 'draft', when: 'outcome of an earlier run' }],
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
      scheduled: [{ to: 'trashed', emits: 'publishing.post.deleted' }],
      publishing: [{ reject: 'post_publishing' }],
      published: [{ to: 'trashed', emits: 'publishing.post.deleted' }],
      failed: [{ to: 'trashed', emits: 'publishing.post.deleted' }],
      trashed: [{ to: 'trashed', when: 'already in the trash: no second event' }],
    },
    restore: {
      draft: [{ to: 'draft' }],
      scheduled: [{ to: 'scheduled' }],
      publishing: [{ to: 'publishing' }],
      published: [{ to: 'published' }],
      failed: [{ to: 'failed' }],
      trashed: [{ to: 'draft' }],
    },
  },
});
