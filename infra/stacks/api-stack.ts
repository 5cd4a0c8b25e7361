import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway';
import { CfnOutput, Duration, Stack } from 'aws-cdk-lib';
import { CorsHttpMethod, HttpApi, HttpStage, LogGroupLogDestination } from 'aws-cdk-lib/aws-apigatewayv2';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { fixLogicalId } from '#infra/constructs/logical-id.ts';
import { stackName } from '#infra/constructs/deployment.ts';
import type { Construct } from 'constructs';
import type { Deployment } from '#infra/constructs/deployment.ts';

const REQUEST_HEADERS = [
  'authorization',
  'x-api-key',
  'content-type',
  'idempotency-key',
  'if-match',
  'if-none-match',
  'x-request-id',
];
const RESPONSE_HEADERS = ['ETag', 'Location', 'Retry-After', 'X-Request-Id', 'Idempotent-Replayed'];

/**
 * One line per request: enough to find the function's own lines by request id. The route and not the path, no address, no
 * header, no body: nothing here tells who asked for what.
 */
const ACCESS_LOG = {
  requestId: '$context.requestId',
  time: '$context.requestTimeEpoch',
  route: '$context.routeKey',
  method: '$context.httpMethod',
  status: '$context.status',
  responseBytes: '$context.responseLength',
  responseMs: '$context.responseLatency',
  integrationMs: '$context.integrationLatency',
  integrationStatus: '$context.integration.status',
  gatewayError: '$context.error.responseType',
};

/** The HTTP API every product's routes belong to, with its one stage. */
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
      disableExecuteApiEndpoint: false,
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

    const accessLogs = new LogGroup(this, 'AccessLogs', {
      // API Gateway may write below this prefix without an entry in the account's short resource policy.
      logGroupName: `/aws/vendedlogs/workspace-${stage}-api`,
      retention: config.logRetention,
      removalPolicy: config.logRemoval,
    });
    fixLogicalId(accessLogs, 'AccessLogs');

    const httpStage = new HttpStage(this, 'DefaultStage', {
      httpApi: this.api,
      stageName: '$default',
      autoDeploy: true,
      throttle: { rateLimit: config.throttle.ratePerSecond, burstLimit: config.throttle.burst },
      accessLogSettings: {
        destination: new LogGroupLogDestination(accessLogs),
        format: AccessLogFormat.custom(JSON.stringify(ACCESS_LOG)),
      },
    });
    fixLogicalId(httpStage, 'DefaultStage');

    const executeApiHost = `${this.api.apiId}.execute-api.${this.region}.${this.urlSuffix}`;
    this.hosts = [executeApiHost, ...config.apiHosts].join(',');
    this.pageHost = config.pageHost ?? executeApiHost;
    new CfnOutput(this, 'ApiUrl', { value: this.api.apiEndpoint });
  }
}
