import { describe, expect, it } from 'vitest';
import {
  POST_MACHINE,
  postStateError,
  postState,
  requireTrigger,
} from '#shared/publishing/domain/post-state.ts';
import { aPostIn } from '#test/support/fixtures/publishing/post-states.ts';

describe('postState', () => {
  it.each(POST_MACHINE.states)('recognises a post that is %s', (state) => {
    expect(postState(aPostIn(state))).toBe(state);
  });

  it('reports a published post in the trash as trashed', () => {
    expect(postState(aPostIn('published', { trashedAt: new Date(0) }))).toBe('trashed');
  });
});

describe('requireTrigger', () => {
  it.each([
    ['update', 'publishing', 'post_publishing'],
    ['update', 'trashed', 'post_in_trash'],
    ['schedule', 'published', 'post_already_published'],
    ['unschedule', 'published', 'post_already_published'],
    ['trash', 'publishing', 'post_publishing'],
  ] as const)('rejects to %s a post that is %s with %s', (trigger, state, code) => {
    expect(() => requireTrigger(trigger, aPostIn(state))).toThrow(expect.objectContaining({ code }));
  });

  it.each([
    ['update', 'published'],
    ['schedule', 'failed'],
    ['trash', 'trashed'],
    ['restore', 'draft'],
  ] as const)('allows to %s a post that is %s', (trigger, state) => {
    expect(postStateError(trigger, aPostIn(state))).toBeUndefined();
  });

  it('explains every error of the machine', () => {
    const said = POST_MACHINE.states.flatMap((state) =>
      (['update', 'schedule', 'unschedule', 'trash', 'restore'] as const).flatMap(
        (trigger) => postStateError(trigger, aPostIn(state))?.message ?? [],
      ),
    );

    expect(said).toHaveLength(9);
    expect(said).not.toContain('The status of the post does not allow this.');
  });
});
