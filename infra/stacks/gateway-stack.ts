import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway';
import { ApiDomain } from '#infra/constructs/api-domain.ts';
import { ApiEdge } from '#infra/constructs/api-edge.ts';
import { CfnStage, HttpStage, LogGroupLogDestination } from 'aws-cdk-lib/aws-apigatewayv2';
import { Stack } from 'aws-cdk-lib';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { alarmOnApi } from '#infra/alarms/api-alarms.ts';
import { fixLogicalId } from '#infra/constructs/logical-id.ts';
import { stackName } from '#infra/constructs/deployment.ts';
import type { Construct } from 'constructs';
import type { Deployment } from '#infra/constructs/deployment.ts';
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import type { Operation } from '#shared/platform/http/operation.ts';
import type { StageConfig } from '#infra/config.ts';

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

/**
 * Routes of public pages that leave the API with the next release. Their settings have to be gone before: API Gateway refuses a
 * stage that has settings of a missing route, and the stack that holds the routes is deployed first (docs/operations.md).
 */
export const LEAVING_ROUTES: readonly string[] = [];

/**
 * The API's one stage. Its settings of single routes are refused while the routes are missing, so this stack is deployed after
 * those that hold them.
 */
export class GatewayStack extends Stack {
  constructor(
    scope: Construct,
    { stage, config }: Deployment,
    api: HttpApi,
    operations: readonly Operation[],
  ) {
    super(scope, stackName(stage, 'gateway'), { description: 'Workspace platform: stage of the HTTP API' });

    const accessLogs = new LogGroup(this, 'AccessLogs', {
      // API Gateway may write below this prefix without an entry in the account's short resource policy.
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
    alarmOnApi(this, { stage, api, accessLogs });
    this.name(config, api, httpStage);

    const settings = httpStage.node.defaultChild;
    if (!(settings instanceof CfnStage)) throw new Error('The stage has no resource of its own.');
    // A flood of visits is refused before it has used up what API Gateway lets through to the API.
    settings.routeSettings = Object.fromEntries(
      visitorRoutes(operations).map((key) => [
        key,
        {
          ThrottlingRateLimit: config.visitorThrottle.ratePerSecond,
          ThrottlingBurstLimit: config.visitorThrottle.burst,
        },
      ]),
    );
  }

  /** Gives the API its own names, and what stands before the one of its callers. */
  private name({ domain, pageHost }: StageConfig, api: HttpApi, stage: HttpStage): void {
    if (pageHost !== null) new ApiDomain(this, 'PageDomain', { ...pageHost, api, stage });
    if (domain === null) return;
    const { name, firewall } = domain;
    const { target } = new ApiDomain(this, 'ApiDomain', { ...domain, api, stage });
    if (firewall !== 'none') new ApiEdge(this, 'ApiEdge', { ...firewall, name, origin: target });
  }
}

/** Keys of the routes that anyone may call to see a page, now and after the next release. */
function visitorRoutes(operations: readonly Operation[]): readonly string[] {
  return operations
    .filter(({ product, access }) => product === 'biolinks' && access.kind === 'public')
    .flatMap(({ routes }) => routes.map(({ method, path }) => `${method} ${path}`))
    .filter((key) => !LEAVING_ROUTES.includes(key));
}
