import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { portError } from '#local/http-part.ts';
import { listen, stopServer } from '#local/listen.ts';
import { PlatformError } from '#shared/platform/core/errors.ts';
import { errorFormat } from '#shared/platform/http/error-format.ts';
import { problemDocument } from '#shared/platform/http/respond.ts';
import { corsHeaders, isPreflight, type CorsRequest } from './cors.ts';
import { toGatewayEvent, type GatewayRequest } from './gateway-event.ts';
import { toGatewayResponse, type GatewayResponse } from './gateway-response.ts';
import { type ApiSelection, selectApis, type ServedApis } from './select-api.ts';

/**
 * HTTP APIs reject larger requests and Lambda rejects larger events before a function sees them; the limit of results is the
 * same.
 */
const MAX_REQUEST_BYTES = 10 * 1024 * 1024;
const MAX_EVENT_BYTES = 6 * 1024 * 1024;
const MAX_RESULT_BYTES = MAX_EVENT_BYTES;
/** Longer than clients keep an idle connection, so that no request meets a connection that the gateway is closing. */
const KEEP_ALIVE_MS = 72_000;
const NO_BODY = Buffer.alloc(0);

export type GatewayRoutes = ServedApis & {
  /** Event and result are JSON. Rejects if the function throws or times out. */
  readonly invoke: (functionName: string, event: string) => Promise<string>;
};

type Serving = Pick<GatewayRoutes, 'invoke'> & ApiSelection;

export type Gateway = {
  readonly port: number;
  readonly baseUrl: string;
  /** Starts to route requests to functions; before, every response is 503. */
  serve(routes: GatewayRoutes): void;
  stop(): Promise<void>;
};

/**
 * The HTTP APIs of this machine, all on one port. Errors of the gateway itself are problem documents here: 413 `payload_too_large` for a body
 * over 10 MB or an event over 6 MB, and 503 `temporarily_unavailable` if a function throws, times out, returns a malformed
 * result or more than 6 MB.
 * In AWS these errors have the gateway's own format `{"message": …}`, which cannot be configured for an HTTP API. The 429 of
 * a throttled route has that format here too.
 */
export async function startGateway(options: {
  readonly port: number;
  readonly now: () => number;
  readonly log: (message: string) => void;
}): Promise<Gateway> {
  let serving: Serving | undefined;
  let port = options.port;
  const baseUrl = () => `http://127.0.0.1:${port}`;

  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS, requestTimeout: 0 }, (request, response) => {
    const requestId = randomUUID();
    readBody(request)
      .then(async (body) => send(request, response, requestId, await respond(request, requestId, body)))
      .catch((error: unknown) => {
        if (request.socket.destroyed) return;
        // The function returned a header that HTTP does not allow.
        options.log(`gateway: ${String(error)} (${requestId})`);
        for (const name of response.getHeaderNames()) response.removeHeader(name);
        send(request, response, requestId, reject(request, requestId, baseUrl(), 'temporarily_unavailable'));
      });
  });
  server.on('clientError', (error, socket) => rejectUnreadable(error, socket, baseUrl()));

  async function respond(
    request: IncomingMessage,
    requestId: string,
    body: Buffer | undefined,
  ): Promise<GatewayResponse> {
    if (body === undefined) return reject(request, requestId, baseUrl(), 'payload_too_large');
    if (serving === undefined) return reject(request, requestId, baseUrl(), 'temporarily_unavailable');
    if (serving.corsOf(hostOf(request)) !== undefined && isPreflight(corsRequest(request))) return EMPTY;
    const { method = 'GET', url: target = '/' } = request;
    const [path = '/'] = target.split('?');
    const selected = serving.select(hostOf(request), method, path);
    if (selected === undefined) return reject(request, requestId, baseUrl(), 'route_not_found');
    if (!selected.hasCapacity()) return TOO_MANY;
    const { route } = selected;
    const gatewayRequest: GatewayRequest = {
      method,
      target,
      rawHeaders: request.rawHeaders,
      body,
      sourceIp: request.socket.remoteAddress ?? '127.0.0.1',
      port,
      requestId,
      receivedAt: options.now(),
    };
    const event = JSON.stringify(toGatewayEvent(gatewayRequest, route));
    if (Buffer.byteLength(event) > MAX_EVENT_BYTES)
      return reject(request, requestId, baseUrl(), 'payload_too_large');
    try {
      const result: unknown = JSON.parse(requireSmall(await serving.invoke(route.functionName, event)));
      return toGatewayResponse(result, method);
    } catch (error) {
      options.log(`gateway: ${route.functionName} failed (${requestId}): ${String(error)}`);
      return reject(request, requestId, baseUrl(), 'temporarily_unavailable');
    }
  }

  function send(
    request: IncomingMessage,
    response: ServerResponse,
    requestId: string,
    given: GatewayResponse,
  ): void {
    response.statusCode = given.status;
    const headers = {
      ...given.headers,
      ...corsHeaders(serving?.corsOf(hostOf(request)), corsRequest(request)),
    };
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    response.setHeader('apigw-requestid', requestId);
    if (given.cookies.length > 0) response.setHeader('set-cookie', given.cookies);
    response.end(given.body);
  }

  port = await listen(server, port).catch((error: unknown) => {
    throw portError(error, options.port);
  });
  return {
    port,
    baseUrl: baseUrl(),
    serve: ({ invoke, ...apis }) => {
      serving = { invoke, ...selectApis(apis, options.now) };
    },
    stop: () => stopServer(server),
  };
}

/** The exact response of an HTTP API, without `Retry-After` and `X-Request-Id`. */
const TOO_MANY: GatewayResponse = {
  status: 429,
  headers: { 'content-type': 'application/json' },
  cookies: [],
  body: '{"message":"Too Many Requests"}',
};

const EMPTY: GatewayResponse = { status: 204, headers: {}, cookies: [], body: '' };

const DETAILS = {
  payload_too_large: 'Send at most 262144 bytes.',
  temporarily_unavailable: 'A service is temporarily unavailable. Retry the request in a few seconds.',
  route_not_found: 'No route matches the path and the method.',
} as const;

/** A malformed HTTP request, or one whose headers are too large, reaches no function. */
function rejectUnreadable(error: NodeJS.ErrnoException, socket: Duplex, apiOrigin: string): void {
  if (!socket.writable) return void socket.destroy();
  const tooLarge = error.code === 'HPE_HEADER_OVERFLOW';
  const rejection = new PlatformError(
    tooLarge ? 'payload_too_large' : 'malformed_request',
    tooLarge ? 'Send at most 10,240 bytes of headers.' : 'The request is not valid HTTP.',
  );
  const { statusCode = 400, body = '' } = problemDocument(rejection, {
    hosts: { apiOrigin },
    requestId: randomUUID(),
  });
  const head = `HTTP/1.1 ${statusCode} Refused\r\nContent-Type: application/problem+json`;
  socket.end(`${head}\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`);
}

/** Undefined if the body is too large. The body of a GET or HEAD request is ignored. */
async function readBody(request: IncomingMessage): Promise<Buffer | undefined> {
  const isIgnored = request.method === 'GET' || request.method === 'HEAD';
  const chunks: Buffer[] = [];
  let bytes = 0;
  return new Promise((resolve, fail) => {
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (!isIgnored && bytes <= MAX_REQUEST_BYTES) chunks.push(chunk);
    });
    request.once('end', () => {
      if (isIgnored) resolve(NO_BODY);
      else resolve(bytes > MAX_REQUEST_BYTES ? undefined : Buffer.concat(chunks));
    });
    request.once('error', fail);
  });
}

function reject(
  request: IncomingMessage,
  requestId: string,
  apiOrigin: string,
  code: keyof typeof DETAILS,
): GatewayResponse {
  const [path = '/'] = (request.url ?? '/').split('?');
  const format = errorFormat(path, request.headers.accept);
  const problem = toGatewayResponse(
    problemDocument(new PlatformError(code, DETAILS[code]), { hosts: { apiOrigin }, requestId }, format),
  );
  return { ...problem, headers: { ...problem.headers, 'x-request-id': requestId } };
}

/** The event has the same host for a request without the header. */
function hostOf({ headers }: IncomingMessage): string {
  return headers.host ?? 'localhost';
}

function corsRequest(request: IncomingMessage): CorsRequest {
  return {
    method: request.method ?? 'GET',
    origin: request.headers.origin,
    requestedMethod: request.headers['access-control-request-method'],
  };
}

/** Lambda limits the size of a result as JSON, in which the body is a string with escaped quotation marks. */
function requireSmall(result: string): string {
  const bytes = Buffer.byteLength(result);
  if (bytes > MAX_RESULT_BYTES) throw new Error(`the result has ${bytes} bytes, more than Lambda accepts`);
  return result;
}
