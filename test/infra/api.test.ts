import { describe, expect, it } from 'vitest';
import { OPERATIONS } from '#functions/registry.ts';
import { STAGES, STAGE_CONFIG } from '#infra/config.ts';
import type { Stage, Throttle } from '#infra/config.ts';
import { API_NAMES, type ApiName } from '#infra/settings/api-routes.ts';
import { LEAVING_ROUTES } from '#infra/stacks/gateway-stack.ts';
import { createRouteTable } from '#local/gateway/route-table.ts';
import { apiNeeds } from '#scripts/lib/preflight/check-apis.ts';
import { at, functionsOf, resourceNamed, resourcesOf } from './synthesized.ts';

/**
 * Routes that had settings in the last release. A route to be removed is first listed in `LEAVING_ROUTES`; only after that
 * release is it removed from here, from there and from its operation (docs/operations.md, "Taking a public route away").
 */
const RELEASED_WITH_SETTINGS = [
  'GET /assets/fonts/{file}',
  'GET /oauth/callback/{provider}',
  'GET /robots.txt',
  'GET /sitemap.xml',
  'GET /{slug}',
  'GET /{slug}/acknowledge',
  'GET /{slug}/consent',
  'GET /{slug}/go/{block}',
  'GET /{slug}/go/{block}/{item}',
  'GET /{slug}/preview/{token}',
  'GET /{slug}/qr.png',
  'GET /{slug}/qr.svg',
  'GET /{slug}/subscribe/{block}',
  'GET /{slug}/unlock',
  'HEAD /assets/fonts/{file}',
  'HEAD /robots.txt',
  'HEAD /sitemap.xml',
  'HEAD /{slug}',
  'HEAD /{slug}/acknowledge',
  'HEAD /{slug}/consent',
  'HEAD /{slug}/go/{block}',
  'HEAD /{slug}/go/{block}/{item}',
  'HEAD /{slug}/preview/{token}',
  'HEAD /{slug}/qr.png',
  'HEAD /{slug}/qr.svg',
  'HEAD /{slug}/subscribe/{block}',
  'HEAD /{slug}/unlock',
  'POST /{slug}/acknowledge',
  'POST /{slug}/consent',
  'POST /{slug}/subscribe/{block}',
  'POST /{slug}/unlock',
];

/** Paths of the API that have the form of a page: on hosts of pages, they lead to the default route. */
const SHIELDED = [
  '/console',
  '/console/{screen}',
  '/console/{screen}/{item}',
  '/console/{screen}/{item}/{part}',
  '/docs',
  '/docs/{document}',
  '/llms.txt',
  '/openapi.json',
  '/openapi.yaml',
]
  .flatMap((path) => [`GET ${path}`, `HEAD ${path}`])
  .concat('GET /mcp');

const API_IDS = ['HttpApi', 'PagesApi'];
const STAGE_IDS = ['DefaultStage', 'PagesStage'];

/** Where an explanation is needed: API Gateway allows 300 of each, and never more than 300 integrations. */
const ENOUGH = 250;

describe.each(STAGES)('the HTTP APIs of %s', (stage) => {
  it('route exactly what the registry declares, each route to its operation in each API that has its hosts', () => {
    const expected = OPERATIONS.flatMap(({ name, routes, gatewayRoutes = routes, servedAt = 'api' }) =>
      (name === 'route-not-found'
        ? ['$default']
        : gatewayRoutes.map(({ method, path }) => `${method} ${path}`)
      )
        .flatMap((key) => (servedAt === 'any' ? [`api ${key}`, `pages ${key}`] : [`${servedAt} ${key}`]))
        .map((route) => [route, name]),
    );
    const shields = SHIELDED.map((key) => [`pages ${key}`, 'route-not-found']);

    expect(Object.fromEntries(routesOf(stage))).toEqual(Object.fromEntries([...expected, ...shields]));
    expect(routesOf(stage).length).toBe(expected.length + shields.length);
  });

  it('cover each path and method of each operation, in each API that has its hosts', () => {
    const select = Object.fromEntries(
      API_NAMES.map((api) => [
        api,
        createRouteTable(
          routesOf(stage)
            .filter(([route]) => route.startsWith(`${api} `))
            .map(([route, functionName]) => ({ routeKey: route.slice(api.length + 1), functionName })),
        ).select,
      ]),
    );
    const elsewhere = { api: 'pages', pages: 'api' } as const;
    for (const { name, routes, servedAt = 'api' } of OPERATIONS)
      for (const { method, path } of routes)
        for (const api of servedAt === 'any' ? API_NAMES : [servedAt]) {
          const sent = path.replaceAll(/\{\w+\}/gu, 'x');

          expect([api, method, path, select[api]?.(method, sent)?.functionName]).toEqual([
            api,
            method,
            path,
            name,
          ]);
          // Elsewhere the default route says which host to use.
          if (servedAt !== 'any')
            expect([method, path, select[elsewhere[servedAt]]?.(method, sent)?.functionName]).toEqual([
              method,
              path,
              'route-not-found',
            ]);
        }
  });

  it('have no authorizer, because keys are checked in the function', () => {
    expect(resourcesOf(stage, 'AWS::ApiGatewayV2::Authorizer')).toEqual([]);
  });

  it.each(['Route', 'Integration'])('need less than 250 of each %s', (kind) => {
    for (const api of API_IDS) {
      const count = resourcesOf(stage, `AWS::ApiGatewayV2::${kind}`).filter(
        ({ properties }) => properties['ApiId'] === `\${${api}}`,
      ).length;

      expect(
        count,
        `${api} has ${count} resources of the type ${kind}. API Gateway allows 300: more routes can be requested (L-65B5C802), more integrations cannot. ` +
          'Read docs/adr/platform/0095-two-apis-and-how-the-platform-grows.md, and plan the next division before you add operations.',
      ).toBeLessThan(ENOUGH);
    }
  });

  it('have as many routes and integrations as the preflight counts', () => {
    for (const { api, routes, integrations } of apiNeeds()) {
      const id = api === 'pages' ? '${PagesApi}' : '${HttpApi}';
      const count = (kind: string) =>
        resourcesOf(stage, `AWS::ApiGatewayV2::${kind}`).filter(
          ({ properties }) => properties['ApiId'] === id,
        ).length;

      expect([api, count('Route'), count('Integration')]).toEqual([api, routes, integrations]);
    }
  });

  it('share nothing: an integration and a permission belong to the API of the route', () => {
    const apis = new Map(
      resourcesOf(stage, 'AWS::ApiGatewayV2::Integration').map(({ stack, id, properties }) => [
        `${stack} integrations/\${${id}}`,
        properties['ApiId'],
      ]),
    );

    for (const { stack, properties } of resourcesOf(stage, 'AWS::ApiGatewayV2::Route'))
      expect([properties['RouteKey'], apis.get(`${stack} ${String(properties['Target'])}`)]).toEqual([
        properties['RouteKey'],
        properties['ApiId'],
      ]);
  });

  it('allow any origin to read pages, without credentials and request headers', () => {
    expect(resourceNamed(stage, 'PagesApi').properties).toMatchObject({
      ProtocolType: 'HTTP',
      DisableExecuteApiEndpoint: false,
    });
    expect(resourceNamed(stage, 'PagesApi').properties['CorsConfiguration']).toEqual({
      AllowOrigins: ['*'],
      AllowCredentials: false,
      AllowMethods: ['GET', 'HEAD'],
      MaxAge: 3600,
    });
  });

  it('allow any origin without credentials, with the headers of the API', () => {
    expect(resourceNamed(stage, 'HttpApi').properties).toMatchObject({
      ProtocolType: 'HTTP',
      DisableExecuteApiEndpoint: false,
      CorsConfiguration: {
        AllowOrigins: ['*'],
        AllowCredentials: false,
        AllowMethods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
        AllowHeaders: [
          'authorization',
          'x-api-key',
          'content-type',
          'idempotency-key',
          'if-match',
          'if-none-match',
          'x-request-id',
        ],
        ExposeHeaders: [
          'ETag',
          'Location',
          'RateLimit',
          'RateLimit-Policy',
          'Retry-After',
          'X-Request-Id',
          'Idempotent-Replayed',
          'Deprecation',
          'Sunset',
          'Link',
        ],
      },
    });
  });

  it('have one stage each, deployed automatically, throttled by configuration, and with a log of its own', () => {
    const { throttle, pagesThrottle } = STAGE_CONFIG[stage];
    const expected = (api: string, logs: string, { ratePerSecond, burst }: Throttle) => ({
      ApiId: `\${${api}}`,
      StageName: '$default',
      AutoDeploy: true,
      DefaultRouteSettings: { ThrottlingRateLimit: ratePerSecond, ThrottlingBurstLimit: burst },
      AccessLogSettings: { DestinationArn: `\${${logs}.Arn}` },
    });

    expect(resourcesOf(stage, 'AWS::ApiGatewayV2::Stage').map(({ properties }) => properties)).toMatchObject([
      expected('HttpApi', 'AccessLogs', throttle),
      expected('PagesApi', 'PagesAccessLogs', pagesThrottle),
    ]);
    expect(resourceNamed(stage, 'AccessLogs').properties['LogGroupName']).toBe(
      `/aws/vendedlogs/workspace-${stage}-api`,
    );
    expect(resourceNamed(stage, 'PagesAccessLogs').properties['LogGroupName']).toBe(
      `/aws/vendedlogs/workspace-${stage}-pages`,
    );
  });

  it('leave at least a fifth of the requests of an account to other APIs', () => {
    const { throttle, pagesThrottle } = STAGE_CONFIG[stage];

    // API Gateway: 10,000 requests a second and a burst of 5,000 for each account and region.
    expect(throttle.ratePerSecond + pagesThrottle.ratePerSecond).toBeLessThanOrEqual(8000);
    expect(throttle.burst + pagesThrottle.burst).toBeLessThanOrEqual(4000);
  });

  it('limits attempts at passwords to fewer invocations than a tenth of the concurrency that deliveries leave', () => {
    const { accountConcurrency, deliverConcurrency, unlockThrottle } = STAGE_CONFIG[stage];
    const settings = at(resourceNamed(stage, 'PagesStage').properties, 'RouteSettings');
    // Seconds that `unlock-page` takes to verify a password with its share of a CPU.
    const invocations = unlockThrottle.ratePerSecond * 0.7;

    expect(at(settings, 'POST /{slug}/unlock')).toEqual({
      ThrottlingRateLimit: unlockThrottle.ratePerSecond,
      ThrottlingBurstLimit: unlockThrottle.burst,
    });
    expect(invocations).toBeLessThan(
      (accountConcurrency - deliverConcurrency.healthy - deliverConcurrency.slow) / 10,
    );
  });

  it('limits visitors of pages, and browsers that return from a network, per route, and has no settings for other routes', () => {
    const { throttle, pagesThrottle, visitorThrottle, unlockThrottle } = STAGE_CONFIG[stage];
    const visitors = (api: ApiName) =>
      OPERATIONS.filter(
        ({ product, access, servedAt = 'api' }) =>
          ['biolinks', 'publishing'].includes(product) &&
          access.kind === 'public' &&
          [api, 'any'].includes(servedAt),
      ).flatMap(({ routes }) => routes.map(({ method, path }) => `${method} ${path}`));
    const limits = ({ ratePerSecond, burst }: Throttle) => ({
      ThrottlingRateLimit: ratePerSecond,
      ThrottlingBurstLimit: burst,
    });

    expect(visitors('pages')).toEqual(expect.arrayContaining(['GET /{slug}', 'POST /{slug}/unlock']));
    expect(visitors('api')).toEqual(['GET /oauth/callback/{provider}']);
    for (const api of API_NAMES)
      expect(settingsOf(stage, api)).toEqual(
        Object.fromEntries(
          visitors(api).map((key) => [
            key,
            limits(key === 'POST /{slug}/unlock' ? unlockThrottle : visitorThrottle),
          ]),
        ),
      );
    expect(visitorThrottle).toEqual({ ratePerSecond: throttle.ratePerSecond / 5, burst: throttle.burst / 5 });
    expect(visitorThrottle.ratePerSecond).toBeLessThan(pagesThrottle.ratePerSecond / 2);
  });

  it('still has every route with settings in the last release, including those to be removed', () => {
    const routes = routesOf(stage).map(([key]) => key);
    const released = [...RELEASED_WITH_SETTINGS, ...LEAVING_ROUTES].map((key) => `pages ${key}`);

    expect(released.filter((route) => !routes.includes(route))).toEqual([]);
  });

  it('has settings only for routes in this list, so that no such route is removed unnoticed', () => {
    for (const api of API_NAMES)
      expect(RELEASED_WITH_SETTINGS).toEqual(expect.arrayContaining(Object.keys(settingsOf(stage, api))));
  });

  it.each(STAGE_IDS)(
    'log one small JSON line per request without headers, bodies, addresses or paths: %s',
    (id) => {
      const format = String(at(resourceNamed(stage, id).properties, 'AccessLogSettings', 'Format'));
      const line: unknown = JSON.parse(format);

      expect(format.length).toBeLessThanOrEqual(3 * 1024);
      expect(format).not.toMatch(/header|body|authoriz|querystring|sourceIp|context\.path|userAgent/iu);
      expect(line).toMatchObject({
        requestId: '$context.requestId',
        route: '$context.routeKey',
        status: '$context.status',
        responseMs: '$context.responseLatency',
        integrationMs: '$context.integrationLatency',
      });
      for (const logs of ['AccessLogs', 'PagesAccessLogs'])
        expect(resourceNamed(stage, logs).properties).toMatchObject({
          RetentionInDays: STAGE_CONFIG[stage].logRetention,
        });
    },
  );
});

/** API, route key and operation of every route, followed through its integration. */
function routesOf(stage: Stage): readonly (readonly [string, string])[] {
  const integrations = new Map(
    resourcesOf(stage, 'AWS::ApiGatewayV2::Integration').map(({ id, properties }) => [
      `integrations/\${${id}}`,
      properties['IntegrationUri'],
    ]),
  );
  const operations = new Map(functionsOf(stage).map(({ id, operation }) => [`\${${id}.Arn}`, operation]));
  return resourcesOf(stage, 'AWS::ApiGatewayV2::Route').map(({ properties }) => {
    const uri = String(integrations.get(String(properties['Target'])));
    const api = properties['ApiId'] === '${PagesApi}' ? 'pages' : 'api';
    return [`${api} ${String(properties['RouteKey'])}`, operations.get(uri) ?? `nothing behind ${uri}`];
  });
}

/** The settings of single routes in the stage of an API. */
function settingsOf(stage: Stage, api: ApiName): object {
  const id = api === 'pages' ? 'PagesStage' : 'DefaultStage';
  return Object(at(resourceNamed(stage, id).properties, 'RouteSettings'));
}
