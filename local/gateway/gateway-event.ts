import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { LOCAL_AWS } from '#local/aws/aws-identity.ts';
import { decodePath, type RouteMatch } from './route-table.ts';

export type GatewayRequest = {
  readonly method: string;
  /** Path and query exactly as in the request line. */
  readonly target: string;
  /** Alternating names and values, with repetitions, as received. */
  readonly rawHeaders: readonly string[];
  readonly body: Buffer;
  readonly sourceIp: string;
  readonly port: number;
  readonly requestId: string;
  readonly receivedAt: number;
};

/** Converts a request to the Lambda event of an HTTP API (payload format 2.0). */
export function toGatewayEvent(request: GatewayRequest, route: RouteMatch): APIGatewayProxyEventV2 {
  const [path = '/', ...rest] = request.target.split('?');
  const rawQueryString = rest.join('?');
  const { headers, cookies } = readHeaders(request);
  const query = readQuery(rawQueryString);
  const isText = isTextual(headers['content-type']);
  const host = headers['host'] ?? 'localhost';
  return {
    version: '2.0',
    routeKey: route.routeKey,
    rawPath: decodePath(path),
    rawQueryString,
    ...(cookies.length > 0 ? { cookies } : {}),
    headers,
    ...(rawQueryString === '' ? {} : { queryStringParameters: query }),
    ...(Object.keys(route.pathParameters).length > 0 ? { pathParameters: route.pathParameters } : {}),
    requestContext: {
      accountId: LOCAL_AWS.account,
      apiId: 'local',
      domainName: host,
      domainPrefix: host.split('.')[0] ?? host,
      http: {
        method: request.method,
        path: decodePath(path),
        protocol: 'HTTP/1.1',
        sourceIp: request.sourceIp,
        userAgent: headers['user-agent'] ?? '',
      },
      requestId: request.requestId,
      routeKey: route.routeKey,
      stage: '$default',
      time: commonLogTime(request.receivedAt),
      timeEpoch: request.receivedAt,
    },
    ...(request.body.length > 0 ? { body: request.body.toString(isText ? 'utf8' : 'base64') } : {}),
    isBase64Encoded: request.body.length > 0 && !isText,
  };
}

/**
 * Header names in lower case, repeated values joined by commas, cookies separately; the gateway adds its forwarding headers.
 */
function readHeaders(request: GatewayRequest): { headers: Record<string, string>; cookies: string[] } {
  const headers: Record<string, string> = {};
  const cookies: string[] = [];
  for (let index = 0; index < request.rawHeaders.length; index += 2) {
    const name = (request.rawHeaders[index] ?? '').toLowerCase();
    const value = request.rawHeaders[index + 1] ?? '';
    if (name === 'cookie') cookies.push(...value.split(/;\s*/).filter((each) => each !== ''));
    else headers[name] = headers[name] === undefined ? value : `${headers[name]},${value}`;
  }
  const forwardedFor = headers['x-forwarded-for'];
  headers['x-forwarded-for'] =
    forwardedFor === undefined ? request.sourceIp : `${forwardedFor}, ${request.sourceIp}`;
  headers['x-forwarded-proto'] = 'http';
  headers['x-forwarded-port'] = String(request.port);
  return { headers, cookies };
}

function readQuery(rawQueryString: string): Record<string, string> {
  // A map, because `?__proto__=1` is a valid parameter.
  const query = new Map<string, string>();
  for (const pair of rawQueryString.split('&').filter((each) => each !== '')) {
    const [name = '', ...value] = pair.split('=').map((part) => decodePath(part.replaceAll('+', ' ')));
    const text = value.join('=');
    const earlier = query.get(name);
    query.set(name, earlier === undefined ? text : `${earlier},${text}`);
  }
  return Object.fromEntries(query);
}

/** Media types that an HTTP API passes as text; forms and unknown types are passed as base64. */
export function isTextual(contentType: string | undefined): boolean {
  const mediaType = (contentType ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  return /^(text\/.*|application\/(.+\+)?(json|xml)|application\/javascript)$/.test(mediaType);
}

/** `12/Mar/2026:19:03:58 +0000` */
function commonLogTime(instant: number): string {
  const [, day, month, year, time] = new Date(instant).toUTCString().replace(',', '').split(' ');
  return `${day}/${month}/${year}:${time} +0000`;
}
