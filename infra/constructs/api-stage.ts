import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway';
import { CfnStage, HttpStage, LogGroupLogDestination } from 'aws-cdk-lib/aws-apigatewayv2';
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import type { Throttle } from '#infra/config.ts';
import type { ApiName } from '#infra/settings/api-routes.ts';
import { accessLogGroup } from './alarm-logs.ts';
import type { Deployment } from './deployment.ts';
import { fixLogicalId } from './logical-id.ts';

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

const IDS: Readonly<Record<ApiName, { readonly logs: string; readonly stage: string }>> = {
  api: { logs: 'AccessLogs', stage: 'DefaultStage' },
  pages: { logs: 'PagesAccessLogs', stage: 'PagesStage' },
};

export type ApiStageProps = {
  readonly name: ApiName;
  readonly api: HttpApi;
  readonly throttle: Throttle;
  /** Throttles of single routes, by their keys. */
  readonly routeThrottles: Readonly<Record<string, Throttle>>;
};

/** The only stage of an API, with its access log. */
export class ApiStage extends HttpStage {
  readonly accessLogs: LogGroup;

  constructor(scope: Construct, deployment: Deployment, props: ApiStageProps) {
    const { stage, config } = deployment;
    const { name, api, throttle, routeThrottles } = props;
    const ids = IDS[name];
    const accessLogs = new LogGroup(scope, ids.logs, {
      logGroupName: accessLogGroup(stage, name),
      retention: config.logRetention,
      removalPolicy: config.logRemoval,
    });
    fixLogicalId(accessLogs, ids.logs);
    super(scope, ids.stage, {
      httpApi: api,
      stageName: '$default',
      autoDeploy: true,
      throttle: { rateLimit: throttle.ratePerSecond, burstLimit: throttle.burst },
      accessLogSettings: {
        destination: new LogGroupLogDestination(accessLogs),
        format: AccessLogFormat.custom(JSON.stringify(ACCESS_LOG)),
      },
    });
    fixLogicalId(this, ids.stage);
    this.accessLogs = accessLogs;

    const settings = this.node.defaultChild;
    if (!(settings instanceof CfnStage)) throw new Error('The stage has no CloudFormation resource.');
    settings.routeSettings = Object.fromEntries(
      Object.entries(routeThrottles).map(([key, { ratePerSecond, burst }]) => [
        key,
        { ThrottlingRateLimit: ratePerSecond, ThrottlingBurstLimit: burst },
      ]),
    );
  }
}
