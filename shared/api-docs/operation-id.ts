import type { Operation, Route } from '#shared/platform/http/operation.ts';

/** A name in camel case: `update-page` becomes `updatePage`, the method name of generated clients. */
export function operationId(name: string): string {
  return name.replaceAll(/-(.)/gu, (_, letter: string) => letter.toUpperCase());
}

/** A name in Pascal case: `update-page` and `update_page` become `UpdatePage`. */
export function pascalCase(name: string): string {
  return name.replaceAll(/(?:^|[-._])(.)/gu, (_, letter: string) => letter.toUpperCase());
}

/** Whether a route is an alias of the first route with the same method. */
export function isAlias({ routes: [first] }: Operation, route: Route): boolean {
  return !route.docs && first !== undefined && route !== first && route.method === first.method;
}

/**
 * The id of a route. The first route has the id of the operation; other routes append their method, or `Alias`, with a number if
 * there are several. New routes are only added at the end, so that ids stay stable.
 */
export function routeId({ name, routes }: Operation, route: Route): string {
  const [first] = routes;
  const id = route.docs?.id ?? operationId(name);
  const verb = route.method.charAt(0) + route.method.slice(1).toLowerCase();
  if (route.docs) return route.method === first?.method ? id : `${id}${verb}`;
  if (!first || route === first) return id;
  const turn = routes.filter(({ method }) => method === route.method).indexOf(route);
  if (route.method === first.method) return `${id}Alias${turn > 1 ? turn : ''}`;
  return `${id}${verb}${turn > 0 ? turn + 1 : ''}`;
}
