import type { CorsDescription } from '#local/template/platform.ts';

export type CorsRequest = {
  readonly method: string;
  readonly origin: string | undefined;
  readonly requestedMethod: string | undefined;
};

/** Whether the request is a preflight. An HTTP API with a CORS configuration responds to it itself; no function sees it. */
export function isPreflight(request: CorsRequest): boolean {
  return (
    request.method === 'OPTIONS' && request.origin !== undefined && request.requestedMethod !== undefined
  );
}

/** The CORS headers that the gateway adds; none for a disallowed origin or a request without one. */
export function corsHeaders(
  cors: CorsDescription | undefined,
  request: CorsRequest,
): Readonly<Record<string, string>> {
  const { origin } = request;
  if (cors === undefined || origin === undefined) return {};
  const anyOrigin = cors.origins.includes('*');
  if (!anyOrigin && !cors.origins.includes(origin)) return {};
  const shared = {
    'access-control-allow-origin': anyOrigin && !cors.credentials ? '*' : origin,
    ...(cors.credentials ? { 'access-control-allow-credentials': 'true' } : {}),
    ...list('access-control-expose-headers', cors.exposed),
  };
  if (!isPreflight(request)) return shared;
  return {
    ...shared,
    ...list('access-control-allow-methods', cors.methods),
    ...list('access-control-allow-headers', cors.headers),
    ...(cors.maxAgeSeconds === undefined ? {} : { 'access-control-max-age': String(cors.maxAgeSeconds) }),
  };
}

function list(name: string, values: readonly string[]): Record<string, string> {
  return values.length > 0 ? { [name]: values.join(',') } : {};
}
