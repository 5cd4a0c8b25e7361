import * as v from 'valibot';
import type { HttpReply, HttpClient } from '#shared/platform/network/http-client.ts';
import type { Clock } from '#shared/platform/runtime/clock.ts';
import type { Credentials } from '#shared/publishing/domain/account.ts';
import { errorSchema, sessionSchema } from './bluesky-schemas.ts';
import { createNetworkClient } from './network-call.ts';
import type { NetworkClient, NetworkCall, NetworkDialect } from './network-call.ts';
import { unauthorisedError } from './publishing-stop.ts';

/** Error codes after which only new credentials help. */
const UNAUTHORISED: ReadonlySet<string> = new Set([
  'AccountDeactivated',
  'AccountTakedown',
  'AuthFactorTokenRequired',
  'AuthMissing',
  'AuthenticationRequired',
  'ExpiredToken',
  'InvalidToken',
]);

const dialect: NetworkDialect = {
  readError(status, body) {
    const parsed = v.safeParse(errorSchema, body);
    const { error, message } = parsed.success ? parsed.output : { error: '', message: '' };
    // A proxy or firewall in front of a service also returns 403, with a page instead of an XRPC error.
    const isForbidden = status === 403 && parsed.success;
    const unauthorised = status === 401 || isForbidden || UNAUTHORISED.has(error);
    return { text: message === '' ? error : `${error}: ${message}`, unauthorised };
  },
  readReset({ 'ratelimit-reset': reset = '' }: HttpReply['headers']) {
    return /^\d{1,11}$/u.test(reset) ? new Date(Number(reset) * 1000) : null;
  },
};

/** A session at a personal data server, for one attempt. */
export type BlueskySession = {
  readonly did: string;
  readonly handle: string;
  readonly network: NetworkClient;
  /** A query. */
  query(name: string, parameters: Readonly<Record<string, string>>): NetworkCall;
  /** A procedure with JSON. */
  procedure(name: string, input: unknown): NetworkCall;
  /** An upload of bytes. */
  upload(name: string, mimeType: string, bytes: Uint8Array<ArrayBuffer>, deadlineMs: number): NetworkCall;
};

/** Signs in at the service of the credentials. @throws PublishingStopError */
export async function signIn(
  dependencies: { readonly http: HttpClient; readonly clock: Clock },
  credentials: Credentials,
): Promise<BlueskySession> {
  if (credentials.provider !== 'bluesky') throw new TypeError(`credentials of ${credentials.provider}`);
  const { identifier, appPassword, service } = credentials;
  const secrets = [appPassword];
  const network = createNetworkClient(dependencies, dialect, secrets);
  // Pass an invalid URL on unchanged: the address guard reports what is wrong with it.
  const url = (name: string): string => URL.parse(`/xrpc/${name}`, service)?.href ?? service;
  const json = { accept: 'application/json', 'content-type': 'application/json' };

  const login = {
    method: 'POST',
    url: url('com.atproto.server.createSession'),
    headers: json,
    body: [encode({ identifier, password: appPassword })],
  } as const;
  const { accessJwt, did, handle, active } = await network.call(login, sessionSchema);
  if (!active) throw unauthorisedError('The account is not active.');
  secrets.push(accessJwt);
  const authorization = `Bearer ${accessJwt}`;

  return {
    did,
    handle,
    network,
    query: (name, parameters) => ({
      method: 'GET',
      url: `${url(name)}?${new URLSearchParams(parameters).toString()}`,
      headers: { authorization, accept: 'application/json' },
    }),
    procedure: (name, input) => ({
      method: 'POST',
      url: url(name),
      headers: { ...json, authorization },
      body: [encode(input)],
    }),
    upload: (name, mimeType, bytes, deadlineMs) => ({
      method: 'POST',
      url: url(name),
      headers: { ...json, authorization, 'content-type': mimeType },
      body: [bytes],
      deadlineMs,
    }),
  };
}

function encode(input: unknown): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(JSON.stringify(input));
}
