import type { APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';
import type { HttpContext, HttpEvent } from '#shared/http/exchange.ts';
import { NOW } from './builders.ts';

export type RequestParts = {
  readonly method?: string;
  readonly path?: string;
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly cookies?: readonly string[];
  /** Sent as JSON, with its media type. */
  readonly json?: unknown;
  /** Sent as it is; wins over `json`. */
  readonly body?: string;
  readonly isBase64Encoded?: boolean;
};

/** A request as an HTTP API hands it to a function (payload format 2.0). */
export function anHttpEvent(parts: RequestParts = {}): HttpEvent {
  const { method = 'GET', path = '/api/v1/things', params, query, cookies } = parts;
  const body = parts.body ?? (parts.json === undefined ? undefined : JSON.stringify(parts.json));
  return {
    version: '2.0',
    routeKey: `${method} ${path}`,
    rawPath: path,
    rawQueryString: new URLSearchParams(query).toString(),
    headers: {
      'x-forwarded-proto': 'https',
      ...(parts.json === undefined ? {} : { 'content-type': 'application/json' }),
      ...parts.headers,
    },
    ...(cookies ? { cookies: [...cookies] } : {}),
    ...(query ? { queryStringParameters: { ...query } } : {}),
    ...(params ? { pathParameters: { ...params } } : {}),
    requestContext: {
      accountId: '000000000000',
      apiId: 'test',
      domainName: 'api.example.com',
      domainPrefix: 'api',
      http: { method, path, protocol: 'HTTP/1.1', sourceIp: '192.0.2.1', userAgent: 'test' },
      requestId: 'gateway-request',
      routeKey: `${method} ${path}`,
      stage: '$default',
      time: '01/Jun/2026:12:00:00 +0000',
      timeEpoch: NOW.getTime(),
    },
    ...(body === undefined ? {} : { body }),
    isBase64Encoded: parts.isBase64Encoded ?? false,
  };
}

/** The context of an invocation before its first step; the pipeline adds the exchange. */
export function aLambdaContext(): HttpContext {
  const context: Partial<Context> = { awsRequestId: 'invocation', getRemainingTimeInMillis: () => 10_000 };
  return context as HttpContext;
}

/** The context of one step, with an exchange as `openExchange` leaves it. */
export function aStepContext(exchange: Partial<HttpContext['exchange']> = {}): HttpContext {
  const opened = { requestId: 'request-1', baseUrl: 'https://api.example.com', receivedAt: NOW, params: {} };
  return { ...aLambdaContext(), exchange: { ...opened, ...exchange } };
}

/** An answer with its body parsed. */
export type HttpAnswer = {
  readonly status: number | undefined;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string | undefined;
  // Tests look into answers freely; wrong members fail their expectations.
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly body: any;
};

export function readAnswer({
  statusCode,
  headers = {},
  body,
}: APIGatewayProxyStructuredResultV2): HttpAnswer {
  return {
    status: statusCode,
    headers,
    text: body,
    body: body === undefined ? undefined : JSON.parse(body),
  };
}
