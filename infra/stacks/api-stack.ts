import { CfnOutput, Duration, Stack } from 'aws-cdk-lib';
import { CorsHttpMethod, HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { fixLogicalId } from '#infra/constructs/logical-id.ts';
import { stackName } from '#infra/constructs/deployment.ts';
import type { Construct } from 'constructs';
import type { Deployment } from '#infra/constructs/deployment.ts';
import type { StageConfig } from '#infra/config.ts';

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
  'Retry-After',
  'X-Request-Id',
  'Idempotent-Replayed',
  'Deprecation',
  'Sunset',
  'Link',
];

/** The HTTP API every product's routes belong to, without its stage, which knows the routes. */
export class ApiStack extends Stack {
  readonly api: HttpApi;
  /** Comma-separated hosts under which this API answers. */
  readonly hosts: string;
  /** Host of the bio-link pages that have no domain of their own. */
  readonly pageHost: string;

  constructor(scope: Construct, { stage, config }: Deployment) {
    super(scope, stackName(stage, 'api'), { description: 'Workspace platform: HTTP API and its fallback' });

    this.api = new HttpApi(this, 'HttpApi', {
      apiName: `workspace-${stage}`,
      createDefaultStage: false,
      // Whoever could call it by this name would pass the firewall by.
      disableExecuteApiEndpoint: hasFirewall(config),
      // Any origin without credentials: keys are secrets of servers, never of cookies (R6).
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
    this.hosts = [executeApiHost, ...named, ...config.apiHosts].join(',');
    this.pageHost = pages ?? own ?? executeApiHost;
    new CfnOutput(this, 'ApiId', { value: this.api.apiId });
    new CfnOutput(this, 'ApiUrl', { value: own === undefined ? this.api.apiEndpoint : `https://${own}` });
  }
}

/** Throws if pages would be behind it too, or if the API were to get one name twice. */
function hasFirewall({ domain, pageHost }: StageConfig): boolean {
  if (domain === null) return false;
  if (pageHost?.name === domain.name)
    throw new Error('`pageHost` is the name of the API: leave it out, pages are there by themselves.');
  if (domain.firewall === 'none') return false;
  if (pageHost === null) throw new Error('A firewall needs a `pageHost` other than the name of the API.');
  return true;
}
