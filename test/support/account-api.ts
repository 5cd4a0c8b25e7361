import type { Permission } from '#shared/domain/permissions.ts';
import type { RecordedEvent } from '#shared/domain/events/recorded-event.ts';
import { codeOf } from './domain-api.ts';
import type { HttpAnswer } from './http-event.ts';
import { type ApiRequest, startMemoryApi } from './memory-api.ts';

const EVERYTHING: readonly Permission[] = [
  'publishing:accounts:read',
  'publishing:accounts:write',
  'publishing:tags:read',
  'publishing:tags:write',
];

export type AccountApi = Awaited<ReturnType<typeof startAccountApi>>;
type Name = Parameters<Awaited<ReturnType<typeof startMemoryApi>>['call']>[0];

/** The secret part of `A_MASTODON`. */
export const TOKEN = 'tok-3141592653589793';

/** A body that connects a Mastodon account. */
export const A_MASTODON = {
  provider: 'mastodon',
  credentials: { instance_url: 'https://hooks.example.com', access_token: TOKEN },
};

/** An API with keys for accounts and tags, in two workspaces. */
export async function startAccountApi() {
  const api = await startMemoryApi();
  const key = api.grant(EVERYTHING);
  const other = await api.foundAnother();
  const foreignKey = api.grant(EVERYTHING, { workspaceId: other.workspaceId });

  /** Calls with the first workspace's key unless the request has another. */
  const call = (name: Name, request: ApiRequest = {}): Promise<HttpAnswer> =>
    api.call(name, { key, ...request });

  return {
    api,
    key,
    foreignKey,
    otherWorkspaceId: other.workspaceId,
    call,

    /** Connects an account; gives it as shown. */
    async connect(json: unknown = { provider: 'sandbox', credentials: {} }, request: ApiRequest = {}) {
      return (await call('connect-account', { json, ...request })).body.data;
    },

    /** Creates a tag; gives it as shown. */
    async createTag(json: unknown = { name: 'Launch' }, request: ApiRequest = {}) {
      return (await call('create-tag', { json, ...request })).body.data;
    },

    /** The events recorded so far, oldest first. */
    events: (): RecordedEvent[] => [...api.core.events.values()],
  };
}

/** Answers to those who must not do an operation on a resource, as status and code. */
export async function answersToStrangers(
  { api, foreignKey, otherWorkspaceId, call }: AccountApi,
  name: Name,
  param: 'account' | 'tag',
  id: string,
): Promise<Record<string, string>> {
  const strangers: Record<string, ApiRequest> = {
    'no credential': { key: null },
    'a key without the permission': { key: api.grant(['publishing:posts:write', 'publishing:media:read']) },
    'a key of another workspace': { key: foreignKey },
    'a resource of another workspace': { key: foreignKey, params: { workspace: otherWorkspaceId } },
    'an id that does not exist': { params: { [param]: '01980000-0000-7000-8000-0000000000ff' } },
    'an id that is none': { params: { [param]: 'nonsense' } },
    'the number that posts have': { params: { [param]: '1' } },
  };
  const answers: Record<string, string> = {};
  for (const [who, { params, ...changes }] of Object.entries(strangers)) {
    const answer = await call(name, { params: { [param]: id, ...params }, json: {}, ...changes });
    answers[who] = codeOf(answer);
  }
  return answers;
}

/** What strangers are answered, by the code of what is not there. */
export function refusedToStrangers(notFound: string): Record<string, string> {
  return {
    'no credential': '401 authentication_required',
    'a key without the permission': '403 permission_missing',
    'a key of another workspace': '403 workspace_mismatch',
    'a resource of another workspace': `404 ${notFound}`,
    'an id that does not exist': `404 ${notFound}`,
    'an id that is none': `404 ${notFound}`,
    'the number that posts have': `404 ${notFound}`,
  };
}

/** What an event's body says happened, and to what. */
export function told({ body }: RecordedEvent): { readonly event: string; readonly data: unknown } {
  const { event, data } = JSON.parse(body);
  return { event, data };
}
