import { hasSlugCharacters, isReservedSlug } from '#shared/biolinks/domain/slug.ts';
import { PlatformError } from '#shared/platform/core/errors.ts';
import { notFound } from '#shared/platform/http/not-found.ts';
import type { OperationHandler, Operation, Route } from '#shared/platform/http/operation.ts';
import type { operation } from './operation.ts';

/** Distinguishes a wrong method (405 with `Allow`, RFC 9110, 15.5.6) from an unknown path (404), by the registry. */
export function createHandler(operations: readonly Operation[]): OperationHandler<typeof operation> {
  const routes = operations.flatMap((known) => known.routes);
  return {
    async handle({ event }) {
      const { method, path } = event.requestContext.http;
      const page = path === '/console/' ? 'console' : slugBeforeSlash(path);
      if (page !== undefined && (method === 'GET' || method === 'HEAD')) {
        const query = event.rawQueryString === '' ? '' : `?${event.rawQueryString}`;
        return { status: 308, headers: { Location: `/${page}${query}` } };
      }
      const matching = routes.filter((route) => matches(route, path));
      // A path with an encoded slash is unknown; it matches a known route only after decoding.
      if (matching.length === 0 || matching.some((known) => known.method === method))
        throw notFound('route_not_found');
      const allow = [...new Set(closest(matching).map((route) => route.method))].toSorted();
      throw new PlatformError(
        'method_not_allowed',
        `The method ${method} is not supported. Use ${allow.join(', ')}.`,
        {
          allowed_methods: allow,
          headers: { Allow: allow.join(', ') },
        },
      );
    },
  };
}

/** The slug of a page URL that was typed with a trailing slash. */
function slugBeforeSlash(path: string): string | undefined {
  const [, slug] = /^\/([^/]+)\/$/u.exec(path) ?? [];
  return slug !== undefined && hasSlugCharacters(slug) && !isReservedSlug(slug) ? slug : undefined;
}

/** The routes with the fewest variables: a path that ends with `/events` also matches `/{endpoint}`, but `events` is no ID. */
function closest(routes: readonly Route[]): readonly Route[] {
  const fewest = Math.min(...routes.map(countVariables));
  return routes.filter((route) => countVariables(route) === fewest);
}

function countVariables({ path }: Route): number {
  return path.split('{').length - 1;
}

function matches(route: Route, path: string): boolean {
  const expected = route.path.split('/');
  const actual = path.split('/');
  return (
    expected.length === actual.length &&
    expected.every(
      (segment, index) => segment === actual[index] || (segment.startsWith('{') && actual[index] !== ''),
    )
  );
}
