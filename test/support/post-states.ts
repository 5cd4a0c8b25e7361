import { randomUUID } from 'node:crypto';
import { newPost } from '#shared/domain/posts/post-edit.ts';
import type { PostState } from '#shared/domain/posts/post-state.ts';
import type { Post } from '#shared/domain/posts/post.ts';
import { zonedInstant } from '#shared/domain/posts/zoned-time.ts';
import { newId } from '#shared/runtime/ids.ts';
import { NOW } from './builders.ts';

/** What a post says that names account 1. */
export const A_TEXT = [
  { accountId: 0, isOriginal: true, content: [{ body: 'Hello', url: null, media: [] }], options: {} },
];

const RUN = { number: 1, startedAt: NOW, accounts: [1], pending: [1] };

const STATES: Readonly<Record<PostState, Partial<Post>>> = {
  draft: {},
  scheduled: { status: 'scheduled' },
  publishing: { status: 'scheduled', run: RUN, runs: 1 },
  published: { status: 'published', runs: 1, publishedAt: NOW },
  failed: { status: 'failed', runs: 1, retryAccounts: [1] },
  trashed: { trashedAt: NOW },
};

/** A post of account 1 in a state of its machine, for the afternoon of the next day unless told otherwise. */
export function aPostIn(state: PostState, overrides: Partial<Post> = {}): Post {
  const body = { accounts: [1], tags: [], date: '2026-06-02', time: '15:00', versions: A_TEXT };
  const identity = { id: newId(NOW), workspaceId: randomUUID() };
  const { date, time, timezone } = { ...body, timezone: 'Europe/Berlin', ...overrides };
  const scheduledAt = date === null || time === null ? null : zonedInstant(date, time, timezone);
  const post = newPost(identity, body, { timezone, scheduledAt }, NOW);
  const at = overrides.scheduledAt ?? scheduledAt;
  const isPlanned = state === 'scheduled' && at !== null;
  const due = isPlanned ? { due: { at, seq: 1, timer: true }, dueSeq: 1 } : {};
  return { ...post, ...STATES[state], ...due, ...overrides };
}

/** When a post of `aPostIn` is to go out. */
export const DATED = new Date('2026-06-02T13:00:00.000Z');
