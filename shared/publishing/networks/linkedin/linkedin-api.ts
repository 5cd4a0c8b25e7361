import * as v from 'valibot';
import type { HttpClient, HttpReply } from '#shared/platform/network/http-client.ts';
import type { Clock } from '#shared/platform/runtime/clock.ts';
import type { Credentials } from '#shared/publishing/domain/account.ts';
import { createNetworkClient } from '#shared/publishing/networks/network-call.ts';
import type { NetworkCall, NetworkClient, NetworkDialect } from '#shared/publishing/networks/network-call.ts';
import { errorSchema } from './linkedin-schemas.ts';

/** The version of LinkedIn's API. LinkedIn supports each for at least a year (docs/social-networks.md#linkedin). */
const API_VERSION = '202605';

const dialect: NetworkDialect = {
  readError(status, body) {
    const parsed = v.safeParse(errorSchema, body);
    return {
      text: parsed.success ? parsed.output.message : '',
      // A proxy or firewall also returns 403, with a page instead of a JSON error.
      unauthorised: status === 401 || (status === 403 && parsed.success),
    };
  },
  // LinkedIn does not say when a daily limit ends, except by `Retry-After`.
  readReset: () => null,
};

/** LinkedIn for one attempt, as the member of the credentials. */
export type LinkedInApi = {
  /** The URN of the member, the author of posts and the owner of images. */
  readonly author: string;
  readonly network: NetworkClient;
  get(path: string): NetworkCall;
  post(path: string, input: unknown): NetworkCall;
  remove(path: string): NetworkCall;
  /** Sends a file to a URL that LinkedIn returned. */
  upload(url: string, mimeType: string, bytes: Uint8Array<ArrayBuffer>, deadlineMs: number): NetworkCall;
};

/** Opens the API with the tokens of a member. */
export function openLinkedIn(
  dependencies: { readonly http: HttpClient; readonly clock: Clock; readonly origin: string },
  credentials: Credentials,
): LinkedInApi {
  if (credentials.provider !== 'linkedin') throw new TypeError(`credentials of ${credentials.provider}`);
  const { accessToken, refreshToken } = credentials.tokens;
  const authorization = `Bearer ${accessToken}`;
  const headers = {
    authorization,
    accept: 'application/json',
    'linkedin-version': API_VERSION,
    'x-restli-protocol-version': '2.0.0',
  };
  return {
    author: `urn:li:person:${credentials.memberId}`,
    network: createNetworkClient(dependencies, dialect, [accessToken, refreshToken ?? []].flat()),
    get: (path) => ({ method: 'GET', url: dependencies.origin + path, headers }),
    post: (path, input) => ({
      method: 'POST',
      url: dependencies.origin + path,
      headers: { ...headers, 'content-type': 'application/json' },
      body: [new TextEncoder().encode(JSON.stringify(input))],
    }),
    remove: (path) => ({
      method: 'DELETE',
      url: dependencies.origin + path,
      headers: { ...headers, 'x-restli-method': 'DELETE' },
    }),
    upload: (url, mimeType, bytes, deadlineMs) => ({
      method: 'PUT',
      url,
      headers: { authorization, 'content-type': mimeType },
      body: [bytes],
      deadlineMs,
    }),
  };
}

/** Whether the token may be sent to a URL that LinkedIn returned. */
export function isOwnHost(url: string, origin: string): boolean {
  const target = URL.parse(url);
  const own = URL.parse(origin);
  if (target === null || own === null || target.protocol !== own.protocol) return false;
  return target.host === own.host || target.host === 'linkedin.com' || target.host.endsWith('.linkedin.com');
}

/** Whether a response has a status of 2xx. */
export function isSuccess({ status }: HttpReply): boolean {
  return status >= 200 && status < 300;
}
