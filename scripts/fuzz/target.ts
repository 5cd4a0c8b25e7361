import type { Caller } from './odd-parts.ts';

/** A running stack and who calls it. */
export type Target = {
  readonly baseUrl: string;
  readonly receiverUrl: string;
  readonly workspaceId: string;
  readonly otherWorkspaceId: string;
  readonly keys: Readonly<Record<Caller, string>>;
  /** Ids that the fuzzer stands on. */
  readonly spared: ReadonlySet<string>;
};

/** Keys for every kind of caller, and what must not be lost: the key and the member they come from. */
export async function prepareTarget(running: Readonly<Record<string, string>>): Promise<Target> {
  const { baseUrl = '', apiKey = '', secondAdminApiKey = '', otherApiKey = '' } = running;
  const narrow = await ask(baseUrl, apiKey, '/api/v1/api-keys', {
    name: 'Narrow',
    permissions: ['publishing:posts:write', 'biolinks:pages:write', 'publishing:webhooks:subscribe'],
  });
  const [own, second] = [
    await ask(baseUrl, apiKey, '/api/v1/me'),
    await ask(baseUrl, secondAdminApiKey, '/api/v1/me'),
  ];
  const ids = [own, second].flatMap(({ data }) => [data.key.id, data.member.id]);
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

/** Without its own key the fuzzer would only ever see 401. @throws Error if the key is gone */
export async function requireFooting({ baseUrl, keys }: Target): Promise<void> {
  await ask(baseUrl, keys.admin, '/api/v1/me');
}

async function ask(baseUrl: string, key: string, path: string, body?: unknown) {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const init = body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) };
  const response = await fetch(baseUrl + path, init);
  if (!response.ok) throw new Error(`${path} answers ${response.status}: ${await response.text()}`);
  // oxlint-disable-next-line typescript/no-explicit-any
  return (await response.json()) as any;
}
