import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway';
import { CfnStage, HttpStage, LogGroupLogDestination } from 'aws-cdk-lib/aws-apigatewayv2';
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { alarmOnApi } from '#infra/alarms/api-alarms.ts';
import type { StageConfig } from '#infra/config.ts';
import { ApiDomain } from '#infra/constructs/api-domain.ts';
import { ApiEdge } from '#infra/constructs/api-edge.ts';
import type { Deployment } from '#infra/constructs/deployment.ts';
import { fixLogicalId } from '#infra/constructs/logical-id.ts';
import { PlatformStack } from '#infra/constructs/platform-stack.ts';
import type { ApiProduct, Operation } from '#shared/platform/http/operation.ts';

/**
 * One line per request, enough to find the function's lines by request id. It has the route instead of the path, and no address,
 * header or body, so it does not reveal who requested what.
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

/**
 * Routes of public pages that the next release removes. Their settings must be removed before: API Gateway rejects a stage with
 * settings for a missing route, and the stacks with the routes are deployed first (docs/operations.md).
 */
export const LEAVING_ROUTES: readonly string[] = [];

/**
 * The API's only stage. API Gateway rejects its settings for single routes while the routes are missing, so this stack is deployed
 * after the stacks with the routes.
 */
export class GatewayStack extends PlatformStack {
  constructor(scope: Construct, deployment: Deployment, api: HttpApi, operations: readonly Operation[]) {
    const { stage, config } = deployment;
    super(scope, deployment, 'gateway', {
      description: 'Workspace platform: stage of the HTTP API',
    });

    const accessLogs = new LogGroup(this, 'AccessLogs', {
      // For this prefix API Gateway needs no entry in the account's resource policy for logs, whose size is limited.
      logGroupName: `/aws/vendedlogs/workspace-${stage}-api`,
      retention: config.logRetention,
      removalPolicy: config.logRemoval,
    });
    fixLogicalId(accessLogs, 'AccessLogs');

    const httpStage = new HttpStage(this, 'DefaultStage', {
      httpApi: api,
      stageName: '$default',
      autoDeploy: true,
      throttle: { rateLimit: config.throttle.ratePerSecond, burstLimit: config.throttle.burst },
      accessLogSettings: {
        destination: new LogGroupLogDestination(accessLogs),
        format: AccessLogFormat.custom(JSON.stringify(ACCESS_LOG)),
      },
    });
    fixLogicalId(httpStage, 'DefaultStage');
    alarmOnApi(this, { stage, api, accessLogs, ratePerSecond: config.throttle.ratePerSecond });
    this.name(config, api, httpStage);

    const settings = httpStage.node.defaultChild;
    if (!(settings instanceof CfnStage)) throw new Error('The stage has no CloudFormation resource.');
    // A flood of visits is throttled before it uses up the throttle of the whole API.
    settings.routeSettings = Object.fromEntries(
      visitorRoutes(operations).map(({ key, operation }) => {
        const { ratePerSecond, burst } =
          operation === 'unlock-page' ? config.unlockThrottle : config.visitorThrottle;
        return [key, { ThrottlingRateLimit: ratePerSecond, ThrottlingBurstLimit: burst }];
      }),
    );
  }

  /** Adds the custom domain names of API and pages, and the firewall in front of the API's name. */
  private name({ domain, pageHost }: StageConfig, api: HttpApi, stage: HttpStage): void {
    if (pageHost !== null) new ApiDomain(this, 'PageDomain', { ...pageHost, api, stage });
    if (domain === null) return;
    const { name, firewall } = domain;
    const { target } = new ApiDomain(this, 'ApiDomain', { ...domain, api, stage });
    if (firewall !== 'none') new ApiEdge(this, 'ApiEdge', { ...firewall, name, origin: target });
  }
}

/** Products with routes for browsers of people without a key: public pages, and the callback of social networks. */
const VISITED: ReadonlySet<ApiProduct> = new Set(['biolinks', 'publishing']);

/** The public page routes that exist both now and after the next release, each with the name of its operation. */
function visitorRoutes(
  operations: readonly Operation[],
): readonly { readonly key: string; readonly operation: string }[] {
  return operations
    .filter(({ product, access }) => VISITED.has(product) && access.kind === 'public')
    .flatMap(({ name, routes }) =>
      routes.map(({ method, path }) => ({ key: `${method} ${path}`, operation: name })),
    )
    .filter(({ key }) => !LEAVING_ROUTES.includes(key));
}
