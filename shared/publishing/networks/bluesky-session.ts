import * as v from 'valibot';
import type { HttpReply, HttpClient } from '#shared/platform/network/http-client.ts';
import type { Clock } from '#shared/platform/runtime/clock.ts';
import type { Credentials } from '#shared/publishing/domain/account.ts';
import { errorSchema, sessionSchema } from './bluesky-schemas.ts';
import { createNetworkClient } from './network-call.ts';
import type { NetworkClient, NetworkCall, NetworkDialect } from './network-call.ts';
import { unauthorisedError } from './publishing-stop.ts';
import { signInName } from './sign-in-name.ts';

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

const expiredText = v.pipe(v.string(), v.parseJson(), v.object({ error: v.literal('ExpiredToken') }));

/** A session at a personal data server, for one attempt. */
export type BlueskySession = {
  readonly did: string;
  readonly handle: string;
  /** Its calls carry the token of the session. */
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
    body: [encode({ identifier: signInName(identifier, service), password: appPassword })],
  } as const;

  async function open() {
    const session = await network.call(login, sessionSchema);
    if (!session.active) throw unauthorisedError('The account is not active.');
    secrets.push(session.accessJwt);
    return session;
  }

  const first = await open();
  const { did, handle } = first;
  let authorization = `Bearer ${first.accessJwt}`;
  let isRenewed = false;

  /** The service does nothing with a request whose token has expired, so the request is repeated with the token of one new session. */
  async function send(call: NetworkCall): Promise<HttpReply> {
    const response = await network.send({ ...call, headers: { ...call.headers, authorization } });
    if (isRenewed || !isExpired(response)) return response;
    isRenewed = true;
    authorization = `Bearer ${(await open()).accessJwt}`;
    return network.send({ ...call, headers: { ...call.headers, authorization } });
  }

  return {
    did,
    handle,
    network: {
      send,
      read: network.read,
      call: async (call, schema) => network.read(await send(call), call, schema),
    },
    query: (name, parameters) => ({
      method: 'GET',
      url: `${url(name)}?${new URLSearchParams(parameters).toString()}`,
      headers: { accept: 'application/json' },
    }),
    procedure: (name, input) => ({
      method: 'POST',
      url: url(name),
      headers: json,
      body: [encode(input)],
    }),
    upload: (name, mimeType, bytes, deadlineMs) => ({
      method: 'POST',
      url: url(name),
      headers: { ...json, 'content-type': mimeType },
      body: [bytes],
      deadlineMs,
    }),
  };
}

/** The token of the session has expired, which says nothing about the app password. */
function isExpired({ status, text }: HttpReply): boolean {
  return (status === 400 || status === 401) && v.is(expiredText, text);
}

function encode(input: unknown): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(JSON.stringify(input));
}
