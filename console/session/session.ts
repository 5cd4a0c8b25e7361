import { createClient, type WorkspaceClient } from '#clients/typescript/client.ts';
import type { operations } from '#clients/typescript/schema.d.ts';
import { ApiProblemError, deletion } from './problem.ts';
import { createRetryKeys, type RetryKeys, sendOnce } from './retry-keys.ts';

/** Whose key it is: workspace, member and permissions. */
export type Identity = operations['getCurrentKey']['responses'][200]['content']['application/json']['data'];

/** A key that works. It is in memory only, in the closure of `api`. */
export type Session = {
  readonly api: WorkspaceClient;
  readonly me: Identity;
  /** Keys of the commands of this API key whose result is unknown. */
  readonly retryKeys: RetryKeys;
  /** Revokes the key if a console link created it; other keys keep working. Returns whether the API has done so. */
  readonly end: () => Promise<boolean>;
  readonly key: string;
};

/** Why a key does not open the console, as a sentence for the person. `isFinal`: the key will not work later either. */
export type Rejection = { readonly rejection: string; readonly isFinal: boolean };

/** The longest wait for a response in milliseconds. API Gateway ends a request after 30 s. */
const DEADLINE_MS = 31_000;

const NOT_A_KEY = 'This is not a workspace API key. A key begins with wsk_.';

/** Finds out whose key it is. `onEnd` is called when the API rejects the key later. */
export async function openSession(key: string, onEnd: () => void): Promise<Session | Rejection> {
  if (!/^wsk_\w+$/u.test(key)) return { rejection: NOT_A_KEY, isFinal: true };
  // Commands have a key of their own. Other POST requests change nothing, so the API need not store their responses.
  const api = createClient({
    baseUrl: location.origin,
    apiKey: key,
    idempotencyKey: false,
    fetch: (request) => fetch(request, { signal: AbortSignal.timeout(DEADLINE_MS) }),
  });
  try {
    const { data, response } = await api.GET('/api/v1/me');
    if (!data) return { rejection: rejectionOf(response.status), isFinal: response.status === 401 };
    api.use({
      onResponse({ response: { status } }) {
        if (status === 401) onEnd();
      },
    });
    const me = data.data;
    const retryKeys = createRetryKeys(Date.now);
    api.use(sendOnce(retryKeys));
    return { api, me, retryKeys, key, end: () => revoke(api, me) };
  } catch {
    return { rejection: 'The API does not respond. Check your connection and try again.', isFinal: false };
  }
}

function rejectionOf(status: number): string {
  if (status === 401) return 'This key has expired or was revoked. Use another key or a new console link.';
  return `The API returned the status ${status}. Try again.`;
}

async function revoke(api: WorkspaceClient, { key }: Identity): Promise<boolean> {
  if (!key.console) return true;
  const answer = deletion(api.DELETE('/api/v1/api-keys/{key}', { params: { path: { key: key.id } } }));
  return answer.then(
    () => true,
    // A key that has ended needs no revocation.
    (error: unknown) => error instanceof ApiProblemError && error.status === 401,
  );
}
