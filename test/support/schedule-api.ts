import type { Permission } from '#shared/domain/permissions.ts';
import type { Account } from '#shared/domain/posts/account.ts';
import type { PostState } from '#shared/domain/posts/post-state.ts';
import type { Post } from '#shared/domain/posts/post.ts';
import { anAccount } from './account-builders.ts';
import { aContext, anEndpoint } from './builders.ts';
import { type ApiRequest, type MemoryApi, startMemoryApi } from './memory-api.ts';
import { withinWorkspace } from './memory-core.ts';
import { aPostIn } from './post-states.ts';

type Name = Parameters<MemoryApi['call']>[0];

export const WRITE: Permission = 'publishing:posts:write';
export const PUBLISH: Permission = 'publishing:posts:publish';

export type ScheduleApi = Awaited<ReturnType<typeof startScheduleApi>>;

/** An API with a sandbox account, an endpoint that hears of every post, and what tests do to posts there. */
export async function startScheduleApi() {
  const api = await startMemoryApi();
  const { workspaceId, core, admin } = api;
  const key = api.grant(['publishing:posts:read', WRITE, PUBLISH]);
  const subscriptions = [
    { event: 'publishing.post.scheduled', channel: 'all' },
    { event: 'publishing.post.deleted', channel: 'all' },
  ] as const;
  const responsibleMember = { id: admin.id, name: admin.name };
  const endpoint = anEndpoint({ workspaceId, enabled: true, subscriptions, responsibleMember });
  await api.endpoints.create(endpoint, aContext());

  function putAccount(overrides: Partial<Account> = {}): void {
    const account = anAccount({ workspaceId, ...overrides });
    core.accounts.set(withinWorkspace(workspaceId, String(account.id)), account);
  }

  putAccount();
  return {
    api,
    key,
    endpoint,
    workspaceId,
    putAccount,

    /** Stores a post in a state; gives its id. */
    put(state: PostState, overrides: Partial<Post> = {}): string {
      const post = aPostIn(state, { workspaceId, ...overrides });
      core.posts.set(post.id, post);
      return post.id;
    },

    stored(id: string): Post | undefined {
      return core.posts.get(id);
    },

    /** Calls an operation, on a post if one is named, with all permissions on posts. */
    run(name: Name, post: string | null, request: ApiRequest = {}) {
      const params = { workspace: workspaceId, ...(post === null ? {} : { post }) };
      return api.call(name, { key, ...request, params: { ...params, ...request.params } });
    },

    /** Events recorded so far, oldest first, with their data and the number of endpoints they go to. */
    told(): { readonly event: string; readonly data: unknown; readonly matches: number }[] {
      return [...core.events.values()].map(({ event, body, matches }) => {
        const { data }: { data: unknown } = JSON.parse(body);
        return { event, data, matches: matches.length };
      });
    },
  };
}
