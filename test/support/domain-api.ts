import type { Permission } from '#shared/domain/permissions.ts';
import type { HttpAnswer } from './http-event.ts';
import { type ApiRequest, startMemoryApi } from './memory-api.ts';

const EVERYTHING: readonly Permission[] = [
  'biolinks:domains:read',
  'biolinks:domains:write',
  'biolinks:pixels:read',
  'biolinks:pixels:write',
  'biolinks:pages:read',
];

export type DomainApi = Awaited<ReturnType<typeof startDomainApi>>;
type Name = Parameters<Awaited<ReturnType<typeof startMemoryApi>>['call']>[0];

/** An API with keys for domains and pixels, in two workspaces. */
export async function startDomainApi() {
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

    /** Connects a host; gives its domain as shown. */
    async connect(host = 'links.example.com', request: ApiRequest = {}) {
      return (await call('create-domain', { json: { host }, ...request })).body.data;
    },

    /** Puts a domain's TXT record into the DNS. */
    publish({ verification }: { verification: { name: string; value: string } }): void {
      api.dns.records.set(verification.name, [verification.value]);
    },

    verify: (domain: string, request: ApiRequest = {}) =>
      call('verify-domain', { params: { domain }, ...request }),
  };
}

/** Status and code of an answer. */
export function codeOf({ status, body }: HttpAnswer): string {
  return `${status} ${body?.code}`;
}

/** Answers to those who must not do an operation on a resource, as status and code. */
export async function answersToStrangers(
  { api, foreignKey, call }: DomainApi,
  name: Name,
  param: string,
  id: string,
): Promise<Record<string, string>> {
  const strangers: Record<string, ApiRequest> = {
    'no credential': { key: null },
    'a key without the permission': { key: api.grant(['biolinks:pages:write']) },
    'another workspace': { key: foreignKey },
    'an id that does not exist': { params: { [param]: '01980000-0000-7000-8000-0000000000ff' } },
    'an id that is none': { params: { [param]: 'nonsense' } },
  };
  const answers: Record<string, string> = {};
  for (const [who, changes] of Object.entries(strangers)) {
    answers[who] = codeOf(await call(name, { params: { [param]: id }, ...changes }));
  }
  return answers;
}

/** What strangers are answered, by the code of what is not there. */
export function refusedToStrangers(notFound: string): Record<string, string> {
  return {
    'no credential': '401 authentication_required',
    'a key without the permission': '403 permission_missing',
    'another workspace': `404 ${notFound}`,
    'an id that does not exist': `404 ${notFound}`,
    'an id that is none': `404 ${notFound}`,
  };
}
