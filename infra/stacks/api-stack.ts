import { CfnOutput, Duration, Tags } from 'aws-cdk-lib';
import { CorsHttpMethod, type CorsPreflightOptions, HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import type { Construct } from 'constructs';
import type { StageConfig } from '#infra/config.ts';
import type { HostResources } from '#infra/constructs/data-resources.ts';
import type { Deployment } from '#infra/constructs/deployment.ts';
import { fixLogicalId } from '#infra/constructs/logical-id.ts';
import type { HttpApis } from '#infra/constructs/operation-routes.ts';
import { PlatformStack } from '#infra/constructs/platform-stack.ts';
import type { ApiName } from '#infra/settings/api-routes.ts';

const REQUEST_HEADERS = [
  'authorization',
  'x-api-key',
  'content-type',
  'idempotency-key',
  'if-match',
  'if-none-match',
  'x-request-id',
];
const RESPONSE_HEADERS = [
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
];

/**
 * Any origin, without credentials: API keys are secrets for servers and never sent as cookies. Of pages, other origins read fonts, which a
 * preview without an origin shows, and public keys: both without request headers.
 */
const CORS: Readonly<Record<ApiName, CorsPreflightOptions>> = {
  api: {
    allowOrigins: ['*'],
    allowCredentials: false,
    allowMethods: [
      CorsHttpMethod.GET,
      CorsHttpMethod.HEAD,
      CorsHttpMethod.POST,
      CorsHttpMethod.PUT,
      CorsHttpMethod.PATCH,
      CorsHttpMethod.DELETE,
    ],
    allowHeaders: REQUEST_HEADERS,
    exposeHeaders: RESPONSE_HEADERS,
    maxAge: Duration.hours(1),
  },
  pages: {
    allowOrigins: ['*'],
    allowCredentials: false,
    allowMethods: [CorsHttpMethod.GET, CorsHttpMethod.HEAD],
    maxAge: Duration.hours(1),
  },
};

const LOGICAL_IDS: Readonly<Record<ApiName, string>> = { api: 'HttpApi', pages: 'PagesApi' };

/**
 * The HTTP APIs that the routes of all operations belong to, without their stages, which depend on the routes. Visitors and customers'
 * domains have an API of their own: its throttle, alarms and logs are separate, and its hosts cannot reach the API at all
 * (docs/adr/platform/0095-two-apis-and-how-the-platform-grows.md).
 */
export class ApiStack extends PlatformStack {
  readonly apis: HttpApis;
  /** Origin of the API, by its own name if it has one. */
  readonly url: string;
  /** Origin of pages without a custom domain. */
  readonly pagesUrl: string;
  readonly hosts: HostResources;

  constructor(scope: Construct, deployment: Deployment) {
    const { stage, config } = deployment;
    super(scope, deployment, 'api', {
      description: 'Workspace platform: HTTP APIs and their default route',
    });
    const { domain, pageHost, apiHosts } = config;
    checkNames(config);
    const isFirewalled = domain !== null && domain.firewall !== 'none';
    this.apis = {
      // Requests to the execute-api name would bypass the firewall.
      api: this.httpApi('api', `workspace-${stage}`, { disableExecuteApiEndpoint: isFirewalled }),
      pages: this.httpApi('pages', `workspace-${stage}-pages`, { disableExecuteApiEndpoint: false }),
    };

    const generated = { api: this.generatedHost('api'), pages: this.generatedHost('pages') };
    const own = domain?.name;
    const pages = pageHost?.name ?? generated.pages;
    const ofApi = [
      ...(own === undefined ? [] : [own]),
      ...apiHosts,
      ...(isFirewalled ? [] : [generated.api]),
    ];
    const named = [own, pageHost?.name].filter((name) => name !== undefined);
    this.hosts = {
      apiHosts: [generated.api, generated.pages, ...named, ...apiHosts].join(','),
      apiOrigins: ofApi.map((host) => `https://${host}`).join(','),
      pageHost: pages,
    };
    this.url = own === undefined ? this.apis.api.apiEndpoint : `https://${own}`;
    this.pagesUrl = pageHost === null ? this.apis.pages.apiEndpoint : `https://${pageHost.name}`;
    new CfnOutput(this, 'ApiId', { value: this.apis.api.apiId });
    new CfnOutput(this, 'ApiUrl', { value: this.url });
    new CfnOutput(this, 'PagesApiId', { value: this.apis.pages.apiId });
    new CfnOutput(this, 'PagesUrl', { value: this.pagesUrl });
  }

  private httpApi(
    name: ApiName,
    apiName: string,
    { disableExecuteApiEndpoint }: { readonly disableExecuteApiEndpoint: boolean },
  ): HttpApi {
    const api = new HttpApi(this, LOGICAL_IDS[name], {
      apiName,
      createDefaultStage: false,
      disableExecuteApiEndpoint,
      corsPreflight: CORS[name],
    });
    fixLogicalId(api, LOGICAL_IDS[name]);
    // The local stack selects an API by it (local/template/read-apis.ts).
    Tags.of(api).add('serves', name);
    return api;
  }

  private generatedHost(name: ApiName): string {
    return `${this.apis[name].apiId}.execute-api.${this.region}.${this.urlSuffix}`;
  }
}

/** @throws Error if a name would belong to both APIs: API Gateway maps it to one of them */
function checkNames({ domain, pageHost, apiHosts }: StageConfig): void {
  if (pageHost === null) return;
  if (pageHost.name === domain?.name)
    throw new Error(
      '`pageHost` is the name of the API: omit it, then pages use the name that AWS generates for them.',
    );
  if (apiHosts.includes(pageHost.name))
    throw new Error(
      '`apiHosts` contains `pageHost`: this name belongs to pages, so remove it from `apiHosts`.',
    );
}
