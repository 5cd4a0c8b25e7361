import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import Fastify, { type FastifyError, type FastifyReply, type FastifyRequest } from 'fastify';
import { portError } from '#local/http-part.ts';
import type { CorsDescription, RouteDescription, ThrottlesDescription } from '#local/template/platform.ts';
import { PlatformError } from '#shared/platform/core/errors.ts';
import { problemDocument } from '#shared/platform/http/respond.ts';
import { corsHeaders, isPreflight, type CorsRequest } from './cors.ts';
import { toGatewayEvent, type GatewayRequest } from './gateway-event.ts';
import { toGatewayResponse, type GatewayResponse } from './gateway-response.ts';
import { createRouteTable } from './route-table.ts';
import { createThrottles } from './throttles.ts';

/**
 * HTTP APIs reject larger requests and Lambda rejects larger events before a function sees them; the limit of results is the
 * same.
 */
const MAX_REQUEST_BYTES = 10 * 1024 * 1024;
const MAX_EVENT_BYTES = 6 * 1024 * 1024;
const MAX_RESULT_BYTES = MAX_EVENT_BYTES;

export type GatewayRoutes = {
  readonly routes: readonly RouteDescription[];
  readonly cors: CorsDescription | undefined;
  /** Undefined disables throttling. */
  readonly throttles?: ThrottlesDescription | undefined;
  /** Rejects if the function throws or times out. */
  readonly invoke: (functionName: string, event: unknown) => Promise<unknown>;
};

type Serving = GatewayRoutes & {
  readonly table: ReturnType<typeof createRouteTable>;
  readonly hasCapacity: ReturnType<typeof createThrottles>;
};

export type Gateway = {
  readonly port: number;
  readonly baseUrl: string;
  /** Starts to route requests to functions; before, every response is 503. */
  serve(routes: GatewayRoutes): void;
  stop(): Promise<void>;
};

/**
 * The HTTP API of this machine. Errors of the gateway itself are problem documents here: 413 `payload_too_large` for a body
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

  const app = Fastify({
    bodyLimit: MAX_REQUEST_BYTES,
    forceCloseConnections: true,
    exposeHeadRoutes: false,
    clientErrorHandler: rejectUnreadable,
    genReqId: () => randomUUID(),
    // Fastify must not route: an unusual URL is passed to the function of $default.
    rewriteUrl: () => '/',
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  // Fastify rejects media types that it cannot parse, but the functions check the media type themselves and need the
  // original.
  app.addHook('onRequest', async (request) => {
    request.raw.headers['content-type'] = 'application/octet-stream';
  });
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const tooLarge = error.statusCode === 413;
    if (!tooLarge) options.log(`gateway: ${error.message}`);
    return send(request, reply, reject(request, tooLarge ? 'payload_too_large' : 'temporarily_unavailable'));
  });
  app.setNotFoundHandler(async (request, reply) => send(request, reply, await respond(request)));

  async function respond(request: FastifyRequest): Promise<GatewayResponse> {
    if (serving === undefined) return reject(request, 'temporarily_unavailable');
    if (serving.cors !== undefined && isPreflight(corsRequest(request))) return EMPTY;
    const gatewayRequest = toRequest(request);
    const [path = '/'] = gatewayRequest.target.split('?');
    const route = serving.table.select(request.method, path);
    if (route === undefined) return reject(request, 'route_not_found');
    if (!serving.hasCapacity(route.routeKey)) return TOO_MANY;
    const event = toGatewayEvent(gatewayRequest, route);
    if (Buffer.byteLength(JSON.stringify(event)) > MAX_EVENT_BYTES)
      return reject(request, 'payload_too_large');
    try {
      return toGatewayResponse(requireSmall(await serving.invoke(route.functionName, event)));
    } catch (error) {
      options.log(`gateway: ${route.functionName} failed (${request.id}): ${String(error)}`);
      return reject(request, 'temporarily_unavailable');
    }
  }

  function toRequest(request: FastifyRequest): GatewayRequest {
    return {
      method: request.method,
      target: request.originalUrl,
      rawHeaders: request.raw.rawHeaders,
      body: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
      sourceIp: request.ip,
      port,
      requestId: request.id,
      receivedAt: options.now(),
    };
  }

  function send(request: FastifyRequest, reply: FastifyReply, given: GatewayResponse): FastifyReply {
    void reply.code(given.status).headers({
      ...given.headers,
      ...corsHeaders(serving?.cors, corsRequest(request)),
      'apigw-requestid': request.id,
    });
    if (given.cookies.length > 0) void reply.header('set-cookie', [...given.cookies]);
    return given.body.length > 0 ? reply.send(given.body) : reply.send();
  }

  await app.listen({ port, host: '127.0.0.1' }).catch((error: unknown) => {
    throw error instanceof Error ? portError(error, options.port) : error;
  });
  const bound = app.server.address();
  if (typeof bound === 'object' && bound !== null) port = bound.port;
  return {
    port,
    baseUrl: `http://127.0.0.1:${port}`,
    serve: (routes) => {
      const hasCapacity = createThrottles(routes.throttles ?? NOTHING_HELD_BACK, options.now);
      serving = { ...routes, table: createRouteTable(routes.routes), hasCapacity };
    },
    stop: () => app.close(),
  };
}

const NOTHING_HELD_BACK: ThrottlesDescription = { usual: undefined, routes: {} };

/** The exact response of an HTTP API, without `Retry-After` and `X-Request-Id`. */
const TOO_MANY: GatewayResponse = {
  status: 429,
  headers: { 'content-type': 'application/json' },
  cookies: [],
  body: Buffer.from('{"message":"Too Many Requests"}'),
};

const EMPTY: GatewayResponse = { status: 204, headers: {}, cookies: [], body: Buffer.alloc(0) };

const DETAILS = {
  payload_too_large: 'Send at most 262144 bytes.',
  temporarily_unavailable: 'A service is temporarily unavailable. Retry the request in a few seconds.',
  route_not_found: 'No route matches the path and the method.',
} as const;

/** A malformed HTTP request, or one whose headers are too large, reaches no function. */
function rejectUnreadable(error: NodeJS.ErrnoException, socket: Socket): void {
  if (!socket.writable) return void socket.destroy();
  const tooLarge = error.code === 'HPE_HEADER_OVERFLOW';
  const rejection = new PlatformError(
    tooLarge ? 'payload_too_large' : 'malformed_request',
    tooLarge ? 'Send at most 10,240 bytes of headers.' : 'The request is not valid HTTP.',
  );
  const { statusCode = 400, body = '' } = problemDocument(rejection, {
    baseUrl: 'http://localhost',
    requestId: randomUUID(),
  });
  const head = `HTTP/1.1 ${statusCode} Refused\r\nContent-Type: application/problem+json`;
  socket.end(`${head}\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`);
}

function reject(request: FastifyRequest, code: keyof typeof DETAILS): GatewayResponse {
  const baseUrl = `http://${request.headers.host ?? 'localhost'}`;
  const problem = toGatewayResponse(
    problemDocument(new PlatformError(code, DETAILS[code]), { baseUrl, requestId: request.id }),
  );
  return { ...problem, headers: { ...problem.headers, 'x-request-id': request.id } };
}

function corsRequest(request: FastifyRequest): CorsRequest {
  return {
    method: request.method,
    origin: request.headers.origin,
    requestedMethod: request.headers['access-control-request-method'],
  };
}

/** Lambda limits the size of a result as JSON, in which the body is a string with escaped quotation marks. */
function requireSmall(result: unknown): unknown {
  const bytes = Buffer.byteLength(JSON.stringify(result) ?? '');
  if (bytes > MAX_RESULT_BYTES) throw new Error(`the result has ${bytes} bytes, more than Lambda accepts`);
  return result;
}
