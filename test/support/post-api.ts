import type { Permission } from '#shared/domain/permissions.ts';
import type { Account } from '#shared/domain/posts/account.ts';
import type { PostState } from '#shared/domain/posts/post-state.ts';
import type { Post } from '#shared/domain/posts/post.ts';
import { newId } from '#shared/runtime/ids.ts';
import { anAccount, aTag } from './account-builders.ts';
import { NOW } from './builders.ts';
import type { HttpAnswer } from './http-event.ts';
import { aMedia } from './media-builders.ts';
import { type ApiRequest, type MemoryApi, startMemoryApi } from './memory-api.ts';
import { withinWorkspace } from './memory-core.ts';
import { aPostIn } from './post-states.ts';

type Name = Parameters<MemoryApi['call']>[0];

export const POST_PERMISSIONS: readonly Permission[] = [
  'publishing:posts:read',
  'publishing:posts:write',
  'publishing:posts:publish',
];

/** Accounts of the workspace: three that are connected, one of each network, and two that are not. */
export const ACCOUNTS = { mastodon: 1, bluesky: 2, sandbox: 3, expired: 4, disabled: 5 } as const;

/** Files of its library: images 1 to 5, a video and one that was never uploaded. */
export const FILES = { images: [1, 2, 3, 4, 5], video: 6, pending: 7 } as const;

/** An original version with these members. */
export function anOriginal(content: readonly unknown[] = [{ body: 'Hello' }], more: object = {}) {
  return { account_id: 0, is_original: true, content, ...more };
}

/** A version for an account. */
export function aVersion(account: number, content: readonly unknown[] = [{ body: 'Hello you' }]) {
  return { account_id: account, is_original: false, content };
}

/** A body that an update takes: an account, a tag, a time on the next day and a text. */
export function aPostBody(overrides: Readonly<Record<string, unknown>> = {}) {
  return {
    accounts: [ACCOUNTS.sandbox],
    tags: [1],
    date: '2026-06-02',
    time: '15:00',
    versions: [anOriginal()],
    ...overrides,
  };
}

/** What a 422 names, as pairs of pointer and code. */
export function findingsOf({ body }: HttpAnswer): [string, string][] {
  const errors: { pointer: string; code: string }[] = body['errors'];
  return errors.map(({ pointer, code }) => [pointer, code]);
}

/** An API with one post in a state, in a workspace in Berlin with accounts, tags and files, a minute after it was created. */
export async function startPostApi(state: PostState = 'draft', overrides: Partial<Post> = {}) {
  const api = await startMemoryApi();
  const { workspaceId, core } = api;
  const key = api.grant(POST_PERMISSIONS);
  const connect = (id: number, fields: Partial<Account>) =>
    core.accounts.set(withinWorkspace(workspaceId, String(id)), anAccount({ id, workspaceId, ...fields }));

  connect(ACCOUNTS.mastodon, { provider: 'mastodon' });
  connect(ACCOUNTS.bluesky, { provider: 'bluesky' });
  connect(ACCOUNTS.sandbox, { provider: 'sandbox' });
  connect(ACCOUNTS.expired, { status: 'needs_reauth' });
  connect(ACCOUNTS.disabled, { status: 'disabled' });
  for (const id of [1, 2])
    core.tags.set(withinWorkspace(workspaceId, String(id)), aTag({ id, workspaceId, name: `Tag ${id}` }));
  for (const id of FILES.images)
    core.media.set(withinWorkspace(workspaceId, String(id)), aMedia({ id, workspaceId }));
  const video = aMedia({ id: FILES.video, workspaceId, mimeType: 'video/mp4' });
  core.media.set(withinWorkspace(workspaceId, String(video.id)), video);
  const pending = aMedia({ id: FILES.pending, workspaceId, state: 'pending' });
  core.media.set(withinWorkspace(workspaceId, String(pending.id)), pending);

  const before = aPostIn(state, { workspaceId, accounts: [ACCOUNTS.sandbox], ...overrides });
  core.posts.set(before.id, before);
  api.clock.advance(60);

  /** Calls an operation on the post, with every permission on posts. */
  function run(name: Name, { params, ...request }: ApiRequest = {}) {
    return api.call(name, {
      key,
      ...request,
      params: { workspace: workspaceId, post: before.id, ...params },
    });
  }

  return {
    api,
    key,
    workspaceId,
    before,
    connect,
    run,
    update: (json: unknown, request: ApiRequest = {}) => run('update-post', { json, ...request }),

    stored(id = before.id): Post {
      const post = core.posts.get(id);
      if (!post) throw new Error('The post is gone');
      return post;
    },

    /** Another post, some seconds younger than all others. */
    put(fields: Partial<Post> = {}, at: PostState = 'draft'): Post {
      const createdAt = new Date(NOW.getTime() + core.posts.size * 1000);
      const post = aPostIn(at, { workspaceId, id: newId(createdAt), createdAt, ...fields });
      core.posts.set(post.id, post);
      return post;
    },
  };
}
