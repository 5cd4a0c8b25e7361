import { PERMISSIONS } from '#shared/domain/permissions.ts';
import type { Member } from '#shared/domain/workspaces/workspace.ts';
import type { ApiRequest, MemoryApi } from './memory-api.ts';
import { startMemoryApi } from './memory-api.ts';
import { codeOf } from './endpoint-api.ts';
import { withinWorkspace } from './memory-core.ts';

type Name = Parameters<MemoryApi['call']>[0];

/** An API with a key of its only admin that may do everything, and what tests do with members and keys. */
export async function startWorkspaceApi() {
  const api = await startMemoryApi();
  const adminKey = api.grant([...PERMISSIONS]);
  const call = (name: Name, request: ApiRequest = {}) => api.call(name, { key: adminKey, ...request });

  return {
    api,
    adminKey,
    call,

    /** Adds a member through the API; gives their id. */
    async add(overrides: Readonly<Record<string, unknown>> = {}): Promise<string> {
      const json = { name: 'Grace', email: 'grace@example.com', role: 'admin', ...overrides };
      return String((await call('create-member', { json })).body.data.id);
    },

    /** Creates a key through the API; gives its id and text. */
    async key(json: Readonly<Record<string, unknown>> = {}): Promise<{ id: string; secret: string }> {
      const body = { name: 'Key', permissions: ['publishing:posts:read'], ...json };
      const answer = await call('create-api-key', { json: body });
      return { id: String(answer.body.data.id), secret: String(answer.body.secret) };
    },

    member(id: string): Member | undefined {
      return api.core.members.get(withinWorkspace(api.workspaceId, id));
    },

    /** Answers to those without the permission an operation needs, as status and code. */
    async answersWithout(name: Name, request: ApiRequest = {}): Promise<string[]> {
      const others = PERMISSIONS.filter((each) => !each.startsWith('workspace:'));
      const asked = [{ key: null }, { key: 'pat_x' }, { key: 'wsk_x' }, { key: api.grant(others) }];
      const answers = [];
      for (const changes of asked) answers.push(codeOf(await api.call(name, { ...request, ...changes })));
      return answers;
    },
  };
}

/** What `answersWithout` gives for every operation of the workspace. */
export const REFUSED_WITHOUT = [
  '401 authentication_required',
  '401 authentication_required',
  '401 api_key_invalid',
  '403 permission_missing',
];
