import type { ApiDescription, CorsDescription } from '#local/template/platform.ts';
import { NOTHING_HELD_BACK } from '#local/template/read-throttles.ts';
import type { StageHosts } from '#shared/platform/core/stage-hosts.ts';
import { createRouteTable, type RouteMatch } from './route-table.ts';
import { createThrottles } from './throttles.ts';

export type ServedApis = {
  readonly apis: readonly ApiDescription[];
  readonly hosts: Pick<StageHosts, 'serves'>;
  /** Whether requests are throttled as in the deployed stage. */
  readonly throttling: boolean;
};

export type SelectedRoute = {
  readonly route: RouteMatch;
  /** Takes a token of the route. */
  readonly hasCapacity: () => boolean;
};

export type ApiSelection = {
  /** The route that API Gateway would select for a request to a host; undefined if no API has one. */
  select(host: string, method: string, path: string): SelectedRoute | undefined;
  corsOf(host: string): CorsDescription | undefined;
};

/**
 * Selects an API by the host, as the custom domain names of a stage do. Where both APIs have a host (`pages.localhost` in `LOCAL_HOSTS`), a
 * route of the first one wins, and their default routes are the same.
 */
export function selectApis({ apis, hosts, throttling }: ServedApis, now: () => number): ApiSelection {
  const served = apis.map(({ serves, routes, cors, throttles }) => ({
    serves,
    cors,
    table: createRouteTable(routes),
    hasCapacity: createThrottles(throttling ? throttles : NOTHING_HELD_BACK, now),
  }));
  const at = (host: string) => served.filter(({ serves }) => hosts.serves(serves, host));
  return {
    select(host, method, path) {
      const found = at(host).flatMap(({ table, hasCapacity }) => {
        const route = table.select(method, path);
        return route === undefined ? [] : [{ route, hasCapacity: () => hasCapacity(route.routeKey) }];
      });
      return found.find(({ route }) => route.routeKey !== '$default') ?? found[0];
    },
    corsOf: (host) => at(host)[0]?.cors,
  };
}
