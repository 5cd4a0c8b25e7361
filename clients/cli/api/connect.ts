import { createClient, type WorkspaceClient } from '@workspace-platform/client';
import { EXIT, CommandError } from '#cli/command/command-error.ts';
import type { Outside } from '#cli/command/outside.ts';
import { safeText } from '#cli/terminal/safe-text.ts';
import { failureOf } from './problem.ts';
import type { Incoming } from './send.ts';

const TIMEOUT_MS = 35_000;

/** The API of one host, with one key. */
export type Api = {
  readonly host: URL;
  readonly profile: string;
  readonly client: WorkspaceClient;
  /** Sends any request; `client` is typed and preferred. */
  send(request: {
    readonly method: string;
    readonly path: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body?: Buffer;
  }): Promise<Incoming>;
};

type Connection = { readonly host: URL; readonly profile: string; readonly key: string };

/** Connects to a host. Each POST without an `Idempotency-Key` gets a new one. */
export function connectTo(
  outside: Pick<Outside, 'send' | 'uuid' | 'interrupted'>,
  connection: Connection,
): Api {
  const { host, profile, key } = connection;

  async function exchange(
    url: URL,
    request: { method: string; headers: Readonly<Record<string, string>>; body?: Buffer },
  ): Promise<Incoming> {
    try {
      return requireNoRedirect(
        host,
        await outside.send({
          ...request,
          url,
          timeoutMs: TIMEOUT_MS,
          signal: outside.interrupted,
          responseBody: 'read',
        }),
      );
    } catch (error) {
      if (error instanceof CommandError || outside.interrupted.aborted) throw error;
      throw new CommandError(EXIT.unreachable, `${host.origin} is not reachable: ${reasonOf(error)}.`);
    }
  }

  const client = createClient({
    baseUrl: host.origin,
    apiKey: key,
    idempotencyKey: () => outside.uuid(),
    async fetch(request) {
      const body = request.body === null ? undefined : Buffer.from(await request.arrayBuffer());
      const incoming = await exchange(new URL(request.url), {
        method: request.method,
        headers: Object.fromEntries(request.headers),
        ...(body ? { body } : {}),
      });
      return responseOf(host, incoming);
    },
  });

  return {
    host,
    profile,
    client,
    send: ({ path, headers, ...request }) =>
      exchange(urlOf(host, path), { ...request, headers: { ...headers, authorization: `Bearer ${key}` } }),
  };
}

/** @throws CommandError if the path leaves the host, such as `//other.example.com` */
export function urlOf(host: URL, path: string): URL {
  const url = path.startsWith('/') ? URL.parse(path, host) : null;
  if (url?.origin === host.origin) return url;
  throw new CommandError(EXIT.usage, 'The path begins with one "/" and has no host, such as /api/v1/me.');
}

/** Why a request failed, from the error of the network. */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0]);
  if (!(error instanceof Error)) return String(error);
  const code: unknown = 'code' in error ? error.code : undefined;
  if (code === 'ECONNREFUSED') return 'nothing listens there (ECONNREFUSED)';
  if (code === 'ENOTFOUND') return 'the name of the host is unknown (ENOTFOUND)';
  return safeText(error.message);
}

/** Following a redirect would send the key to another address. */
function requireNoRedirect(host: URL, incoming: Incoming): Incoming {
  if (incoming.status < 300 || incoming.status > 399 || incoming.status === 304) return incoming;
  const to = safeText(incoming.headers['location'] ?? 'another address');
  throw new CommandError(
    EXIT.rejected,
    `${host.origin} redirects to ${to}. Redirects are not followed: use the address of the API as --host.`,
    { status: incoming.status },
  );
}

function responseOf(host: URL, { status, headers, body }: Incoming): Response {
  const isJson = headers['content-type']?.includes('json') === true;
  if (status < 300 && body.length > 0 && !isJson)
    throw new CommandError(
      EXIT.rejected,
      `${host.origin} is not the API: its response is not JSON. Check --host.`,
    );
  if (isJson && body.length > 0) requireJson(host, body);
  const hasBody = body.length > 0 && status !== 204 && status !== 304;
  return new Response(hasBody ? new Uint8Array(body) : null, { status, headers: { ...headers } });
}

/** A response that was cut, such as by a proxy that restarts, is like no response. */
function requireJson(host: URL, body: Buffer): void {
  try {
    JSON.parse(body.toString());
  } catch (error) {
    throw new CommandError(EXIT.unreachable, `${host.origin} sent a response that is not complete JSON.`, {
      cause: error,
    });
  }
}

export type Result<Data> = { readonly data?: Data; readonly error?: unknown; readonly response: Response };

/** The body of a successful response. @throws CommandError for an error response */
export function dataOf<Data>(result: Result<Data>): Data {
  requireOk(result);
  if (result.data === undefined)
    throw new CommandError(EXIT.rejected, 'The response of the API has no body.');
  return result.data;
}

/** @throws CommandError for an error response */
export function requireOk({ error, response }: Result<unknown>): void {
  if (response.ok) return;
  const retryAfter = response.headers.get('retry-after') ?? undefined;
  throw failureOf({ status: response.status, retryAfter, body: error });
}
