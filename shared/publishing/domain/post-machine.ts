import { defineMachine } from '#shared/platform/core/state-machine.ts';

/** A post being published is its own state here; on the wire it is `scheduled` with `publishing: true` (G23). */
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
      publishing: [{ refuse: 'post_publishing' }],
      published: [
        { to: 'published', when: 'accounts, date and time remain' },
        { to: 'draft', when: 'no accounts, or no date and time' },
      ],
      failed: [
        { to: 'failed', when: 'accounts, date and time remain' },
        { to: 'draft', when: 'no accounts, or no date and time' },
      ],
      trashed: [{ refuse: 'post_in_trash' }],
    },
    schedule: {
      draft: [{ to: 'scheduled', emits: 'publishing.post.scheduled' }],
      scheduled: [{ to: 'scheduled', when: 'already scheduled: no second event' }],
      publishing: [{ refuse: 'post_publishing' }],
      published: [{ refuse: 'post_already_published' }],
      failed: [{ to: 'scheduled', emits: 'publishing.post.scheduled' }],
      trashed: [{ refuse: 'post_in_trash' }],
    },
    unschedule: {
      draft: [{ to: 'draft' }],
      scheduled: [{ to: 'draft' }],
      publishing: [{ refuse: 'post_publishing' }],
      published: [{ refuse: 'post_already_published' }],
      failed: [{ to: 'draft' }],
      trashed: [{ refuse: 'post_in_trash' }],
    },
    start: {
      draft: [{ to: 'draft', when: 'a timer that is no longer meant' }],
      scheduled: [{ to: 'publishing' }],
      publishing: [{ to: 'publishing', when: 'fired again' }],
      published: [{ to: 'published', when: 'a timer that is no longer meant' }],
      failed: [{ to: 'failed', when: 'a timer that is no longer meant' }],
      trashed: [{ to: 'trashed', when: 'a timer that is no longer meant' }],
    },
    finish: {
      draft: [{ to: 'draft', when: 'an outcome of an earlier run' }],
      scheduled: [{ to: 'scheduled', when: 'an outcome of an earlier run' }],
      publishing: [
        { to: 'publishing', when: 'accounts are pending' },
        { to: 'published', when: 'every account has it', emits: 'publishing.post.published' },
        { to: 'failed', when: 'an account has not', emits: 'publishing.post.publishing_failed' },
      ],
      published: [{ to: 'published', when: 'an outcome of an earlier run' }],
      failed: [{ to: 'failed', when: 'an outcome of an earlier run' }],
      trashed: [{ to: 'trashed', when: 'an outcome of an earlier run' }],
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
      publishing: [{ refuse: 'post_publishing' }],
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
