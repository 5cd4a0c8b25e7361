import { createClient } from '#clients/typescript/client.ts';
import type { Caller } from './odd-parts.ts';

/** A running stack and its callers. */
export type Target = {
  readonly baseUrl: string;
  readonly receiverUrl: string;
  readonly workspaceId: string;
  readonly otherWorkspaceId: string;
  readonly keys: Readonly<Record<Caller, string>>;
  /** Ids that the fuzzer depends on. */
  readonly spared: ReadonlySet<string>;
};

/** Creates keys for every kind of caller and records the ids that must not be deleted: those of the keys and their members. */
export async function prepareTarget(running: Readonly<Record<string, string>>): Promise<Target> {
  const { baseUrl = '', apiKey = '', secondAdminApiKey = '', otherApiKey = '' } = running;
  const made = await createClient({ baseUrl, apiKey }).POST('/api/v1/api-keys', {
    body: {
      name: 'Narrow',
      permissions: ['publishing:posts:write', 'biolinks:pages:write', 'publishing:webhooks:subscribe'],
    },
  });
  const narrow = required(made.data);
  const [own, second] = [await whoIs(baseUrl, apiKey), await whoIs(baseUrl, secondAdminApiKey)];
  const ids = [own, second].flatMap(({ key, member }) => [key.id, member.id]);
  return {
    baseUrl,
    receiverUrl: running['receiverUrl'] ?? '',
    workspaceId: running['workspaceId'] ?? '',
    otherWorkspaceId: running['otherWorkspaceId'] ?? '',
    keys: {
      admin: apiKey,
      second: secondAdminApiKey,
      narrow: narrow.secret,
      other: otherApiKey,
      nobody: '',
      token: 'pat_0123456789abcdef',
      wrong: `${apiKey.slice(0, -1)}${apiKey.endsWith('0') ? '1' : '0'}`,
      two: apiKey,
    },
    spared: new Set([...ids, narrow.data.id]),
  };
}

/** Fails if the fuzzer's own key is gone, because every response would then be 401. */
export async function requireFooting({ baseUrl, keys }: Target): Promise<void> {
  await whoIs(baseUrl, keys.admin);
}

async function whoIs(baseUrl: string, apiKey: string) {
  const { data } = await createClient({ baseUrl, apiKey }).GET('/api/v1/me');
  return required(data).data;
}

function required<T>(data: T | undefined): T {
  if (data === undefined) throw new Error('The stack rejects the credentials of the fuzzer');
  return data;
}
