import type { HttpMethod, Operation } from '#shared/platform/http/operation.ts';

/** The HTTP APIs of a stage: `api` has the hosts of the API, `pages` has the host of pages and those of customers. */
export const API_NAMES = ['api', 'pages'] as const;

export type ApiName = (typeof API_NAMES)[number];

/** A route of an HTTP API: `GET /api/v1/things/{thing}`. */
export type ApiRoute = {
  readonly method: HttpMethod;
  readonly path: string;
  /** The operation that answers. */
  readonly operation: string;
};

/** The operation for requests that match no route; it is the `$default` route of each API. */
export const FALLBACK_OPERATION = 'route-not-found';

/** The APIs that an operation belongs to. */
export function apisOf({ servedAt = 'api' }: Pick<Operation, 'servedAt'>): readonly ApiName[] {
  return servedAt === 'any' ? API_NAMES : [servedAt];
}

/** Every route of an API except `$default`. */
export function routesOf(api: ApiName, operations: readonly Operation[]): readonly ApiRoute[] {
  return [...ownRoutes(api, operations), ...shieldingRoutes(api, operations)];
}

/** How many Lambda integrations an API needs: one for each operation, which all its routes share. */
export function integrationsOf(api: ApiName, operations: readonly Operation[]): number {
  return new Set([FALLBACK_OPERATION, ...ownRoutes(api, operations).map(({ operation }) => operation)]).size;
}

/**
 * Routes of the other API whose paths a less specific route of this API also matches: `GET /docs` has the form of `GET /{slug}`. They
 * lead to the default route, which answers that the path is on another host (docs/specification.md#hosts), instead of a page that
 * cannot exist.
 */
export function shieldingRoutes(api: ApiName, operations: readonly Operation[]): readonly ApiRoute[] {
  const own = ownRoutes(api, operations);
  return operations
    .filter((operation) => !apisOf(operation).includes(api))
    .flatMap(gatewayRoutesOf)
    .filter(({ method, path }) =>
      own.some((route) => route.method === method && isShadowed(path.split('/'), route.path.split('/'))),
    )
    .map(({ method, path }) => ({ method, path, operation: FALLBACK_OPERATION }));
}

function ownRoutes(api: ApiName, operations: readonly Operation[]): readonly ApiRoute[] {
  return operations
    .filter((operation) => apisOf(operation).includes(api))
    .flatMap((operation) =>
      gatewayRoutesOf(operation).map(({ method, path }) => ({ method, path, operation: operation.name })),
    );
}

/** The routes of API Gateway that lead to an operation. */
export function gatewayRoutesOf({ routes, gatewayRoutes = routes }: Operation) {
  return gatewayRoutes;
}

/** Whether some path matches both, and API Gateway selects the first: from the left, text is more specific than a variable. */
function isShadowed(specific: readonly string[], general: readonly string[]): boolean {
  return (
    specific.length === general.length &&
    specific.every((part, index) => canBeEqual(part, general[index] ?? '')) &&
    rank(specific) < rank(general)
  );
}

/** A variable matches any text except the empty one. */
function canBeEqual(left: string, right: string): boolean {
  if (left === '' || right === '') return left === right;
  return left === right || isVariable(left) || isVariable(right);
}

function rank(segments: readonly string[]): string {
  return segments.map((segment) => (isVariable(segment) ? '1' : '0')).join('');
}

function isVariable(segment: string): boolean {
  return segment.startsWith('{');
}
