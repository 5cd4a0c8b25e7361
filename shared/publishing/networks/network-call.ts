import { STATUS_CODES } from 'node:http';
import * as v from 'valibot';
import { HttpFailureError } from '#shared/platform/network/http-client.ts';
import type { HttpReply, HttpClient, HttpRequest } from '#shared/platform/network/http-client.ts';
import { parseRetryAfter } from '#shared/platform/network/retry-after.ts';
import type { Clock } from '#shared/platform/runtime/clock.ts';
import { failedWith, retryWith, unauthorisedWith } from './publishing-stop.ts';
import type { PublishingStopError } from './publishing-stop.ts';
import { quoteNetwork } from './quote-network.ts';

/** An upload of a large file over a slow line. */
export const UPLOAD_MS = 60_000;
/** No attempt lasts longer, so that the function that makes it can report what it did. */
const ATTEMPT_MS = 150_000;
/** Longest wait that a network can impose (G112). */
const MAX_WAIT_MS = 24 * 60 * 60 * 1000;
const NO_TIME = 'Publishing takes longer than one attempt may last. The next attempt continues from here.';

/** A call to a network's API. */
export type NetworkCall = HttpRequest & {
  /** Whether it posts: then an answer that we do not get or understand leaves the outcome unknown. */
  readonly posts?: boolean;
};

/** What a network's API is particular about. */
export type NetworkDialect = {
  /** The words of an error answer, and whether it says that the credentials are no longer good. */
  readonly readError: (
    status: number,
    body: unknown,
  ) => { readonly text: string; readonly unauthorised: boolean };
  /** When the network takes requests again, by the headers of an answer of status 429. */
  readonly readReset: (headers: HttpReply['headers']) => Date | null;
};

/** One attempt's way to a network. */
export type Network = {
  /** The JSON of a 2xx answer, read by the schema. @throws PublishingStopError for everything else */
  call<const S extends v.GenericSchema>(call: NetworkCall, schema: S): Promise<v.InferOutput<S>>;
  /** Any answer but a redirect, for calls with a refusal that says something. @throws PublishingStopError */
  send(call: NetworkCall): Promise<HttpReply>;
  /** Reads an answer of `send` as `call` does. @throws PublishingStopError */
  read<const S extends v.GenericSchema>(answer: HttpReply, call: NetworkCall, schema: S): v.InferOutput<S>;
};

/** Begins an attempt. `secrets` are texts that a network's words are cleared of before anybody sees them. */
export function openNetwork(
  { http, clock }: { readonly http: HttpClient; readonly clock: Clock },
  dialect: NetworkDialect,
  secrets: string[],
): Network {
  const end = clock().getTime() + ATTEMPT_MS;

  async function send({ posts = false, ...request }: NetworkCall): Promise<HttpReply> {
    const left = end - clock().getTime();
    if (left <= 0) throw retryWith('attempt_too_long', NO_TIME);
    const limit = request.deadlineMs;
    // Uploads alone are slow enough to be cut by what is left of the attempt.
    const answer = await http(
      limit === undefined ? request : { ...request, deadlineMs: Math.min(limit, left) },
    ).catch((error: unknown) => {
      throw error instanceof HttpFailureError ? stopOf(error, posts) : error;
    });
    if (answer.status < 300 || answer.status >= 400) return answer;
    throw failedWith(
      'network_refused',
      `The host responded with ${statusOf(answer)}. Redirects are not followed: connect the account with ` +
        'the final URL.',
    );
  }

  function read<const S extends v.GenericSchema>(
    answer: HttpReply,
    { posts = false }: NetworkCall,
    schema: S,
  ): v.InferOutput<S> {
    const body = parseJson(answer.text);
    if (answer.status < 200 || answer.status >= 300) throw refusalOf(answer, body, posts);
    const parsed = v.safeParse(schema, body);
    if (parsed.success) return parsed.output;
    throw retryWith('network_unavailable', 'The response of the social network could not be read.', {
      unknown: posts,
    });
  }

  function refusalOf(answer: HttpReply, body: unknown, posts: boolean): PublishingStopError {
    const { status } = answer;
    const { text, unauthorised } = dialect.readError(status, body);
    const words = text === '' ? '' : `: ${quoteNetwork(text, secrets)}`;
    const detail = `The social network responded with ${statusOf(answer)}${words}`;
    if (unauthorised) return unauthorisedWith(detail);
    if (status === 429) return retryWith('rate_limited', detail, { notBefore: resetOf(answer) });
    if (status >= 500) {
      const notBefore = resetOf({ ...answer, headers: onlyRetryAfter(answer.headers) });
      return retryWith('network_unavailable', detail, { notBefore, unknown: posts });
    }
    // A 403 that is not the network's own word comes from a firewall, and passes.
    if (status === 403 || status === 408 || status === 425) return retryWith('network_unavailable', detail);
    return failedWith('network_refused', detail);
  }

  function resetOf({ headers }: HttpReply): Date | null {
    const now = clock();
    const asked = dialect.readReset(headers)?.getTime();
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
  if (kind === 'refused') return failedWith('address_refused', message);
  return retryWith('network_unavailable', message, { unknown: posts && kind === 'unknown' });
}

function statusOf({ status }: HttpReply): string {
  return `${status} ${STATUS_CODES[status] ?? ''}`.trimEnd();
}

/** Of a server error only `Retry-After` is a word about waiting; the others describe the limit of a healthy server. */
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
