import * as v from 'valibot';
import type { HttpReply, HttpClient } from '#shared/platform/network/http-client.ts';
import type { Clock } from '#shared/platform/runtime/clock.ts';
import type { Credentials } from '#shared/publishing/domain/account.ts';
import { errorSchema } from './mastodon-schemas.ts';
import { createNetworkClient } from './network-call.ts';
import type { NetworkClient, NetworkDialect } from './network-call.ts';

const dialect: NetworkDialect = {
  readError(status, body) {
    const parsed = v.safeParse(errorSchema, body);
    return {
      text: parsed.success ? parsed.output.error : '',
      // A proxy or firewall in front of an instance also returns 403, with a page instead of a JSON error.
      unauthorised: status === 401 || (status === 403 && parsed.success),
    };
  },
  readReset({ 'x-ratelimit-reset': reset }: HttpReply['headers']) {
    const at = new Date(reset ?? '');
    return Number.isNaN(at.getTime()) ? null : at;
  },
};

const errorText = v.pipe(v.string(), v.parseJson(), errorSchema);

/** An instance for one attempt: its URLs, the headers of every call, and the HTTP client. */
export type Instance = {
  readonly url: (path: string) => string;
  readonly headers: Readonly<Record<string, string>>;
  readonly network: NetworkClient;
};

/** Starts an attempt at the instance of the credentials. */
export function openInstance(
  dependencies: { readonly http: HttpClient; readonly clock: Clock },
  credentials: Credentials,
): Instance {
  if (credentials.provider !== 'mastodon') throw new TypeError(`credentials of ${credentials.provider}`);
  const { instanceUrl, accessToken } = credentials;
  return {
    // Pass an invalid URL on unchanged: the address guard reports what is wrong with it.
    url: (path) => URL.parse(path, instanceUrl)?.href ?? instanceUrl,
    headers: { authorization: `Bearer ${accessToken}`, accept: 'application/json' },
    network: createNetworkClient(dependencies, dialect, [accessToken]),
  };
}

/** Whether the instance has no such record. A proxy in front of an instance also returns 404, with a page instead of JSON. */
export function isRecordMissing({ status, text }: HttpReply): boolean {
  return status === 404 && v.is(errorText, text);
}
