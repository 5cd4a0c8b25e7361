import type { Construct } from 'constructs';
import { alarmOnApi } from '#infra/alarms/api-alarms.ts';
import type { StageConfig, Throttle } from '#infra/config.ts';
import { ApiDomain } from '#infra/constructs/api-domain.ts';
import { ApiEdge } from '#infra/constructs/api-edge.ts';
import { ApiStage } from '#infra/constructs/api-stage.ts';
import type { Deployment } from '#infra/constructs/deployment.ts';
import type { HttpApis } from '#infra/constructs/operation-routes.ts';
import { PlatformStack } from '#infra/constructs/platform-stack.ts';
import { type ApiName, apisOf } from '#infra/settings/api-routes.ts';
import type { ApiProduct, Operation } from '#shared/platform/http/operation.ts';

/**
 * Routes of public pages that the next release removes. Their settings must be removed before: API Gateway rejects a stage with
 * settings for a missing route, and the stacks with the routes are deployed first (docs/operations.md).
 */
export const LEAVING_ROUTES: readonly string[] = [];

/**
 * The stages of the APIs, and their custom domain names. API Gateway rejects the settings of a stage for single routes while the routes
 * are missing, so this stack is deployed after the stacks with the routes.
 */
export class GatewayStack extends PlatformStack {
  constructor(scope: Construct, deployment: Deployment, apis: HttpApis, operations: readonly Operation[]) {
    const { stage, config } = deployment;
    super(scope, deployment, 'gateway', {
      description: 'Workspace platform: stages of the HTTP APIs',
    });
    const stageOf = (name: ApiName, throttle: Throttle) => {
      const routeThrottles = visitorThrottles(name, operations, config);
      const api = apis[name];
      const added = new ApiStage(this, deployment, { name, api, throttle, routeThrottles });
      const { accessLogs } = added;
      alarmOnApi(this, { stage, name, api, accessLogs, ratePerSecond: throttle.ratePerSecond });
      return added;
    };
    const api = { api: apis.api, stage: stageOf('api', config.throttle) };
    const pages = { api: apis.pages, stage: stageOf('pages', config.pagesThrottle) };

    const { domain, pageHost } = config;
    if (pageHost !== null) new ApiDomain(this, 'PageDomain', { ...pageHost, ...pages });
    if (domain === null) return;
    const { name, firewall } = domain;
    const { target } = new ApiDomain(this, 'ApiDomain', { ...domain, ...api });
    if (firewall !== 'none') new ApiEdge(this, 'ApiEdge', { ...firewall, name, origin: target });
  }
}

/** Products with routes for browsers of people without a key: public pages, and the callback of social networks. */
const VISITED: ReadonlySet<ApiProduct> = new Set(['biolinks', 'publishing']);

/**
 * The throttles of the routes of an API that people visit, and that exist both now and after the next release. A flood of visits to one
 * of them leaves most of the throttle of the API to the others.
 */
function visitorThrottles(
  name: ApiName,
  operations: readonly Operation[],
  { unlockThrottle, visitorThrottle }: StageConfig,
): Readonly<Record<string, Throttle>> {
  return Object.fromEntries(
    operations
      .filter((operation) => apisOf(operation).includes(name))
      .filter(({ product, access }) => VISITED.has(product) && access.kind === 'public')
      .flatMap(({ name: operation, routes }) =>
        routes.map(({ method, path }): [string, Throttle] => [
          `${method} ${path}`,
          operation === 'unlock-page' ? unlockThrottle : visitorThrottle,
        ]),
      )
      .filter(([key]) => !LEAVING_ROUTES.includes(key)),
  );
}
