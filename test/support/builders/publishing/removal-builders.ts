import { newId } from '#shared/platform/runtime/ids.ts';
import type { AccountOutcome, PostRemoval } from '#shared/publishing/domain/deletion/post-removal.ts';
import type { Publication } from '#shared/publishing/domain/post.ts';
import { newPublication } from '#shared/publishing/domain/publishing-run.ts';
import { NOW } from '#test/support/builders/platform/command-builders.ts';

/** An account whose only post is still on the sandbox. */
export function anOutcome(overrides: Partial<AccountOutcome> = {}): AccountOutcome {
  const remote = overrides.remote ?? ['remote-1'];
  return {
    accountId: 1,
    provider: 'sandbox',
    remote,
    left: remote.length,
    uncertain: false,
    state: 'pending',
    attempts: 0,
    nextAttemptAt: null,
    error: null,
    finishedAt: null,
    ...overrides,
  };
}

/** A removal that has just been requested. */
export function aRemoval(overrides: Partial<PostRemoval> = {}): PostRemoval {
  return {
    id: newId(NOW),
    workspaceId: '01980000-0000-7000-8000-00000000aaaa',
    mode: 'app_and_social',
    requestedAt: NOW,
    accounts: [anOutcome()],
    due: { at: NOW, seq: 1, timer: true },
    dueSeq: 1,
    ...overrides,
  };
}

/** The publication of a post in the first run, by default published as one post with the id of the account. */
export function aPublication(
  post: { readonly id: string; readonly workspaceId: string },
  overrides: Partial<Publication> = {},
): Publication {
  const { run = 1, accountId = 1 } = overrides;
  const fresh = newPublication(post, { number: run, startedAt: NOW }, accountId, 'sandbox');
  const remote = [{ id: `remote-${accountId}`, url: `https://example.com/${accountId}` }];
  return { ...fresh, state: 'published', attempts: 1, remote, finishedAt: NOW, ...overrides };
}
