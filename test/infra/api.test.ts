import { describe, expect, it } from 'vitest';
import { OPERATIONS } from '#functions/registry.ts';
import { STAGES, STAGE_CONFIG } from '#infra/config.ts';
import type { Stage } from '#infra/config.ts';
import { LEAVING_ROUTES } from '#infra/stacks/gateway-stack.ts';
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

describe.each(STAGES)('the HTTP API of %s', (stage) => {
  it('routes exactly what the registry declares, each route to its operation', () => {
    const expected = OPERATIONS.flatMap(({ name, routes }) =>
      name === 'route-not-found'
        ? [['$default', name]]
        : routes.map(({ method, path }) => [`${method} ${path}`, name]),
    );

    expect(Object.fromEntries(routesOf(stage))).toEqual(Object.fromEntries(expected));
    expect(routesOf(stage).length).toBe(expected.length);
  });

  it('has no authorizer, because keys are checked in the function', () => {
    expect(resourcesOf(stage, 'AWS::ApiGatewayV2::Authorizer')).toEqual([]);
  });

  it('stays within the 300 routes and integrations of an API', () => {
    expect(resourcesOf(stage, 'AWS::ApiGatewayV2::Route').length).toBeLessThanOrEqual(300);
    expect(resourcesOf(stage, 'AWS::ApiGatewayV2::Integration').length).toBeLessThanOrEqual(300);
  });

  it('allows any origin without credentials, with the headers of the API', () => {
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

  it('has one stage, deployed automatically and throttled by configuration', () => {
    const { throttle } = STAGE_CONFIG[stage];

    expect(resourcesOf(stage, 'AWS::ApiGatewayV2::Stage').map(({ properties }) => properties)).toMatchObject([
      {
        StageName: '$default',
        AutoDeploy: true,
        DefaultRouteSettings: {
          ThrottlingRateLimit: throttle.ratePerSecond,
          ThrottlingBurstLimit: throttle.burst,
        },
        AccessLogSettings: { DestinationArn: '${AccessLogs.Arn}' },
      },
    ]);
  });

  it('limits attempts at passwords to fewer invocations than a tenth of the concurrency that deliveries leave', () => {
    const { accountConcurrency, deliverConcurrency, unlockThrottle } = STAGE_CONFIG[stage];
    const settings = at(resourceNamed(stage, 'DefaultStage').properties, 'RouteSettings');
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

  it('limits visitors of pages, and browsers that return from a network, to a fifth of it per route, and has no settings for other routes', () => {
    const { throttle, visitorThrottle, unlockThrottle } = STAGE_CONFIG[stage];
    const settings = at(resourceNamed(stage, 'DefaultStage').properties, 'RouteSettings');
    const visitors = OPERATIONS.filter(
      ({ product, access }) => ['biolinks', 'publishing'].includes(product) && access.kind === 'public',
    ).flatMap(({ routes }) => routes.map(({ method, path }) => `${method} ${path}`));

    expect(visitors).toContain('GET /{slug}');
    expect(visitors).toContain('POST /{slug}/unlock');
    expect(settings).toEqual(
      Object.fromEntries(
        visitors.map((key) => [
          key,
          key === 'POST /{slug}/unlock'
            ? {
                ThrottlingRateLimit: unlockThrottle.ratePerSecond,
                ThrottlingBurstLimit: unlockThrottle.burst,
              }
            : {
                ThrottlingRateLimit: throttle.ratePerSecond / 5,
                ThrottlingBurstLimit: throttle.burst / 5,
              },
        ]),
      ),
    );
    expect(visitorThrottle.ratePerSecond).toBe(throttle.ratePerSecond / 5);
  });

  it('still has every route with settings in the last release, including those to be removed', () => {
    const routes = routesOf(stage).map(([key]) => key);

    expect([...RELEASED_WITH_SETTINGS, ...LEAVING_ROUTES].filter((route) => !routes.includes(route))).toEqual(
      [],
    );
  });

  it('has settings only for routes in this list, so that no such route is removed unnoticed', () => {
    const settings = at(resourceNamed(stage, 'DefaultStage').properties, 'RouteSettings');

    expect(RELEASED_WITH_SETTINGS).toEqual(expect.arrayContaining(Object.keys(Object(settings))));
  });

  it('logs one small JSON line per request without headers, bodies, addresses or paths', () => {
    const format = String(at(resourceNamed(stage, 'DefaultStage').properties, 'AccessLogSettings', 'Format'));
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
    expect(resourceNamed(stage, 'AccessLogs').properties).toMatchObject({
      RetentionInDays: STAGE_CONFIG[stage].logRetention,
    });
  });
});

/** Route key and operation of every route, followed through its integration. */
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
    return [String(properties['RouteKey']), operations.get(uri) ?? `nothing behind ${uri}`];
  });
}
