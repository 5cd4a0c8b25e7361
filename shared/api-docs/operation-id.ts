import type { Operation, Route } from '#shared/platform/http/operation.ts';

/** A name in camel case: `update-page` is `updatePage`, what generated clients call the operation. */
export function operationId(name: string): string {
  return name.replaceAll(/-(.)/gu, (_, letter: string) => letter.toUpperCase());
}

/** A name in Pascal case: `update-page` is `UpdatePage`, and so is `update_page`. */
export function pascalCase(name: string): string {
  return name.replaceAll(/(?:^|[-._])(.)/gu, (_, letter: string) => letter.toUpperCase());
}

/** Whether a route is another path to what the first one gives. */
export function isAlias({ routes: [first] }: Operation, route: Route): boolean {
  return !route.shown && first !== undefined && route !== first && route.method === first.method;
}

/**
 * The id of one route. The first has the operation's own; another one says by which method it differs, or that it is an alias,
 * counted where there are several. Routes are only ever added at the end, so that ids stay.
 */
export function routeId({ name, routes }: Operation, route: Route): string {
  const [first] = routes;
  const id = route.shown?.id ?? operationId(name);
  const verb = route.method.charAt(0) + route.method.slice(1).toLowerCase();
  if (route.shown) return route.method === first?.method ? id : `${id}${verb}`;
  if (!first || route === first) return id;
  const turn = routes.filter(({ method }) => method === route.method).indexOf(route);
  if (route.method === first.method) return `${id}Alias${turn > 1 ? turn : ''}`;
  return `${id}${verb}${turn > 0 ? turn + 1 : ''}`;
}
