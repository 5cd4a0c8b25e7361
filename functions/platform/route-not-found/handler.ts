import { hasSlugCharacters, isReservedSlug } from '#shared/biolinks/domain/slug.ts';
import { PlatformError } from '#shared/platform/core/errors.ts';
import { route_not_found } from '#shared/platform/core/platform-errors.ts';
import type { ServedAt } from '#shared/platform/core/stage-hosts.ts';
import { notFound } from '#shared/platform/http/not-found.ts';
import type { OperationHandler } from '#shared/platform/http/operation.ts';
import type { DeployedFiles } from '#shared/platform/runtime/deployed-files.ts';
import { type KnownRoute, routeLoader } from './load-routes.ts';
import type { operation } from './operation.ts';

/**
 * Distinguishes a wrong method (405 with `Allow`, RFC 9110, 15.5.6) from an unknown path (404), by the routes that exist on the host. A path
 * that exists on other hosts only is a 404 that names one of them, as `servedHere` returns it: API Gateway has no route for it here.
 */
export function createHandler({
  deployed,
}: {
  readonly deployed: DeployedFiles;
}): OperationHandler<typeof operation> {
  const loadRoutes = routeLoader(deployed);
  return {
    async handle({ event, hosts }) {
      const { domainName, http } = event.requestContext;
      const { method, path } = http;
      const isHere = (where: ServedAt) => hosts.serves(where, domainName);
      const slug = isHere('pages') ? slugBeforeSlash(path) : undefined;
      const page = path === '/console/' && isHere('api') ? 'console' : slug;
      if (page !== undefined && (method === 'GET' || method === 'HEAD')) {
        const query = event.rawQueryString === '' ? '' : `?${event.rawQueryString}`;
        return { status: 308, headers: { Location: `/${page}${query}` } };
      }
      const routes = await loadRoutes();
      const matching = routes.filter((route) => matches(route, path));
      const nearest = closest(matching);
      const here = nearest.filter(({ servedAt }) => isHere(servedAt));
      const [elsewhere] = nearest;
      if (here.length === 0 && elsewhere !== undefined)
        throw new PlatformError('route_not_found', hosts.missing(elsewhere.servedAt));
      // A path with an encoded slash is unknown; it matches a known route only after decoding.
      if (here.length === 0 || matching.some(({ methods }) => methods.includes(method)))
        throw withoutNeedlessSlash(path, (tidy) =>
          routes.some((route) => isHere(route.servedAt) && matches(route, tidy)),
        );
      const allow = [...new Set(here.flatMap(({ methods }) => methods))].toSorted();
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

/** The error for an unknown path. Clients join a base URL that ends with a slash to a path, and the 404 alone does not show it. */
function withoutNeedlessSlash(path: string, isKnown: (path: string) => boolean): PlatformError {
  const tidy = path.replaceAll(/\/{2,}/gu, '/').replace(/(?<=[^/])\/$/u, '');
  if (tidy === path || !isKnown(tidy)) return notFound(route_not_found);
  const [where, slash] = path.includes('//')
    ? ['with two slashes in a row', 'the second of two slashes']
    : ['with a slash at its end', 'the slash at its end'];
  return new PlatformError('route_not_found', `No operation has this path ${where}. Remove ${slash}.`);
}

/** The slug of a page URL that was typed with a trailing slash. */
function slugBeforeSlash(path: string): string | undefined {
  const [, slug] = /^\/([^/]+)\/$/u.exec(path) ?? [];
  return slug !== undefined && hasSlugCharacters(slug) && !isReservedSlug(slug) ? slug : undefined;
}

/** The routes with the fewest variables: a path that ends with `/events` also matches `/{endpoint}`, but `events` is no ID. */
function closest(routes: readonly KnownRoute[]): readonly KnownRoute[] {
  const fewest = Math.min(...routes.map(countVariables));
  return routes.filter((route) => countVariables(route) === fewest);
}

function countVariables({ path }: KnownRoute): number {
  return path.split('{').length - 1;
}

function matches(route: KnownRoute, path: string): boolean {
  const expected = route.path.split('/');
  const actual = path.split('/');
  return (
    expected.length === actual.length &&
    expected.every(
      (segment, index) => segment === actual[index] || (segment.startsWith('{') && actual[index] !== ''),
    )
  );
}
