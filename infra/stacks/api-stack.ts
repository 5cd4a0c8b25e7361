import { CfnOutput, Duration } from 'aws-cdk-lib';
import { CorsHttpMethod, HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import type { Construct } from 'constructs';
import type { StageConfig } from '#infra/config.ts';
import type { HostResources } from '#infra/constructs/data-resources.ts';
import type { Deployment } from '#infra/constructs/deployment.ts';
import { fixLogicalId } from '#infra/constructs/logical-id.ts';
import { PlatformStack } from '#infra/constructs/platform-stack.ts';

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

/** The HTTP API that the routes of all products belong to, without its stage, which depends on the routes. */
export class ApiStack extends PlatformStack {
  readonly api: HttpApi;
  /** Origin of the API, by its own name if it has one. */
  readonly url: string;
  readonly hosts: HostResources;

  constructor(scope: Construct, deployment: Deployment) {
    const { stage, config } = deployment;
    super(scope, deployment, 'api', {
      description: 'Workspace platform: HTTP API and default route',
    });

    this.api = new HttpApi(this, 'HttpApi', {
      apiName: `workspace-${stage}`,
      createDefaultStage: false,
      // Requests to the execute-api name would bypass the firewall.
      disableExecuteApiEndpoint: hasFirewall(config),
      // Any origin, without credentials: API keys are secrets for servers and never sent as cookies.
      corsPreflight: {
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
    });
    fixLogicalId(this.api, 'HttpApi');

    const executeApiHost = `${this.api.apiId}.execute-api.${this.region}.${this.urlSuffix}`;
    const own = config.domain?.name;
    const pages = config.pageHost?.name;
    const named = [own, pages].filter((name) => name !== undefined);
    const reachable = hasFirewall(config) ? [] : [executeApiHost];
    const ofApi = [...(own === undefined ? [] : [own]), ...config.apiHosts, ...reachable];
    this.hosts = {
      apiHosts: [executeApiHost, ...named, ...config.apiHosts].join(','),
      apiOrigins: ofApi.map((host) => `https://${host}`).join(','),
      pageHost: pages ?? own ?? executeApiHost,
    };
    this.url = own === undefined ? this.api.apiEndpoint : `https://${own}`;
    new CfnOutput(this, 'ApiId', { value: this.api.apiId });
    new CfnOutput(this, 'ApiUrl', { value: this.url });
  }
}

/** Throws if the pages would be behind the firewall too, or if the API would get the same name twice. */
function hasFirewall({ domain, pageHost }: StageConfig): boolean {
  if (domain === null) return false;
  if (pageHost?.name === domain.name)
    throw new Error('`pageHost` is the name of the API: omit it, pages use that name by default.');
  if (domain.firewall === 'none') return false;
  if (pageHost === null) throw new Error('A firewall needs a `pageHost` other than the name of the API.');
  return true;
}
