import * as v from 'valibot';
import { DAY_MS } from '#shared/platform/core/time-units.ts';
import { HttpFailureError } from '#shared/platform/network/http-client.ts';
import type { HttpReply, HttpClient, HttpRequest } from '#shared/platform/network/http-client.ts';
import { STATUS_CODES } from '#shared/platform/network/node-http.ts';
import { parseRetryAfter } from '#shared/platform/network/retry-after.ts';
import type { Clock } from '#shared/platform/runtime/clock.ts';
import { finalError, retryableError, unauthorisedError } from './publishing-stop.ts';
import type { PublishingStopError } from './publishing-stop.ts';
import { quoteNetwork } from './quote-network.ts';

/** Timeout for uploading a large file over a slow connection. */
export const UPLOAD_MS = 60_000;
/** Maximum duration of an attempt, so that the function still has time to record the result. */
const ATTEMPT_MS = 150_000;
/** Longest wait that a network can demand. */
const MAX_WAIT_MS = DAY_MS;
const NO_TIME =
  'Publishing takes longer than 150 seconds, the maximum for one attempt. The next attempt starts ' +
  'automatically and sends what is left.';
/** Both a publication and a request that verifies credentials can contain this sentence. */
const TRANSIENT = 'This error is usually temporary: try again later.';

/** Statuses of firewalls: 406 is that of ModSecurity. Networks send them with an error of their own. */
const FIREWALL_STATUSES: ReadonlySet<number> = new Set([403, 406]);

/** Whether something in front of a network has rejected a request; `text` is the error of the network. */
export function isFromFirewall(status: number, text: string): boolean {
  return text === '' && FIREWALL_STATUSES.has(status);
}

/** What a response of a firewall means, and who can change it. */
export const FIREWALL =
  'The response has no error message of the network, so a firewall in front of the server has probably rejected the request. ' +
  'Its operator can allow requests whose User-Agent begins with "workspace-platform/".';

/** A call to the API of a network. */
export type NetworkCall = HttpRequest & {
  /** Whether the call publishes a post: then a missing or unreadable response leaves the outcome unknown. */
  readonly posts?: boolean;
};

/** What differs between the APIs of the networks. */
export type NetworkDialect = {
  /** The message of an error response, and whether it means that the credentials are no longer valid. */
  readonly readError: (
    status: number,
    body: unknown,
  ) => { readonly text: string; readonly unauthorised: boolean };
  /** When the network accepts requests again, according to a 429 response at `now`. */
  readonly readReset: (headers: HttpReply['headers'], body: unknown, now: Date) => Date | null;
  /** Reads the body of a response; undefined if it cannot be read. JSON by default. */
  readonly readBody?: (text: string) => unknown;
};

/** The client of one attempt. */
export type NetworkClient = {
  /** Returns the parsed JSON of a 2xx response. @throws PublishingStopError for every other response */
  call<const S extends v.GenericSchema>(call: NetworkCall, schema: S): Promise<v.InferOutput<S>>;
  /** Returns any response except a redirect, for calls whose error responses matter. @throws PublishingStopError */
  send(call: NetworkCall): Promise<HttpReply>;
  /** Parses a response of `send` like `call` does. @throws PublishingStopError */
  read<const S extends v.GenericSchema>(response: HttpReply, call: NetworkCall, schema: S): v.InferOutput<S>;
};

/** Starts an attempt. `secrets` are removed from every message of the network before it is stored or logged. */
export function createNetworkClient(
  { http, clock }: { readonly http: HttpClient; readonly clock: Clock },
  dialect: NetworkDialect,
  secrets: string[],
): NetworkClient {
  const end = clock().getTime() + ATTEMPT_MS;

  async function send({ posts = false, ...request }: NetworkCall): Promise<HttpReply> {
    const left = end - clock().getTime();
    if (left <= 0) throw retryableError('attempt_too_long', NO_TIME);
    const limit = request.deadlineMs;
    // A call without its own deadline has the short default of the client. A call with one has at most the time that is
    // left for the attempt.
    const response = await http(
      limit === undefined ? request : { ...request, deadlineMs: Math.min(limit, left) },
    ).catch((error: unknown) => {
      throw error instanceof HttpFailureError ? stopOf(error, posts) : error;
    });
    if (response.status < 300 || response.status >= 400) return response;
    throw finalError(
      'network_refused',
      `The host responded with ${statusOf(response)}. Redirects are not followed: connect the account with ` +
        'the final URL.',
    );
  }

  function read<const S extends v.GenericSchema>(
    response: HttpReply,
    { posts = false }: NetworkCall,
    schema: S,
  ): v.InferOutput<S> {
    const body = (dialect.readBody ?? parseJson)(response.text);
    if (response.status < 200 || response.status >= 300) throw toStopError(response, body, posts);
    const parsed = v.safeParse(schema, body);
    if (parsed.success) return parsed.output;
    throw retryableError(
      'network_unavailable',
      `The response of the social network could not be read. ${TRANSIENT}`,
      {
        unknown: posts,
      },
    );
  }

  function toStopError(response: HttpReply, body: unknown, posts: boolean): PublishingStopError {
    const { status } = response;
    const { text, unauthorised } = dialect.readError(status, body);
    const words = text === '' ? '' : `: "${quoteNetwork(text, secrets)}"`;
    const rejection = `The social network responded with ${statusOf(response)}${words}.`;
    if (unauthorised) return unauthorisedError(`${rejection} Connect the account with valid credentials.`);
    const detail = `${rejection} ${TRANSIENT}`;
    if (status === 429) return retryableError('rate_limited', detail, { notBefore: resetOf(response, body) });
    if (status >= 500) {
      const notBefore = resetOf({ headers: onlyRetryAfter(response.headers) }, undefined);
      return retryableError('network_unavailable', detail, { notBefore, unknown: posts });
    }
    // Firewalls also reject single requests, so the next one may pass.
    if (isFromFirewall(status, text))
      return retryableError('network_unavailable', `${rejection} ${FIREWALL} ${TRANSIENT}`);
    if (status === 408 || status === 425) return retryableError('network_unavailable', detail);
    return finalError('network_refused', `${rejection} Correct what the social network rejects.`);
  }

  function resetOf({ headers }: Pick<HttpReply, 'headers'>, body: unknown): Date | null {
    const now = clock();
    const asked = dialect.readReset(headers, body, now)?.getTime();
    const wait =
      asked === undefined ? parseRetryAfter(headers['retry-after'] ?? '', now) : asked - now.getTime();
    if (wait === undefined || !(wait > 0)) return null;
    return new Date(now.getTime() + Math.min(wait, MAX_WAIT_MS));
  }

  return {
    send,
    read,
    async call(call, schema) {
      return read(await send(call), call, schema);
    },
  };
}

function stopOf({ kind, message }: HttpFailureError, posts: boolean): PublishingStopError {
  if (kind === 'blocked') return finalError('address_refused', message);
  return retryableError('network_unavailable', message, { unknown: posts && kind === 'unknown' });
}

function statusOf({ status }: HttpReply): string {
  return `${status} ${STATUS_CODES[status] ?? ''}`.trimEnd();
}

/** In a 5xx response, only `Retry-After` is a delay; the other headers describe the normal rate limit. */
function onlyRetryAfter({ 'retry-after': retryAfter }: HttpReply['headers']): HttpReply['headers'] {
  return retryAfter === undefined ? {} : { 'retry-after': retryAfter };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
