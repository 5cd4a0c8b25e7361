import { Tags } from 'aws-cdk-lib';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import type { Construct } from 'constructs';
import { OPERATIONS, OPERATIONS_BY_STACK } from '#functions/registry.ts';
import { removeAlarms, routeAlarms } from '#infra/alarms/route-alarms.ts';
import type { Deployment } from '#infra/constructs/deployment.ts';
import { guardEnvironments } from '#infra/constructs/environment-guard.ts';
import { addOperation } from '#infra/constructs/operation-routes.ts';
import { stacksOf } from '#infra/constructs/platform-stack.ts';
import type { PlatformStack } from '#infra/constructs/platform-stack.ts';
import { checkMessaging } from '#infra/settings/messaging.ts';
import { AlarmsStack } from '#infra/stacks/alarms-stack.ts';
import { ApiStack } from '#infra/stacks/api-stack.ts';
import { CostAnomaliesStack } from '#infra/stacks/cost-anomalies-stack.ts';
import { DataStack } from '#infra/stacks/data-stack.ts';
import { DeliveryStack } from '#infra/stacks/delivery-stack.ts';
import { GatewayStack } from '#infra/stacks/gateway-stack.ts';
import { ObservabilityStack } from '#infra/stacks/observability-stack.ts';
import { OperationsStack } from '#infra/stacks/operations-stack.ts';
import { SchedulingStack } from '#infra/stacks/scheduling-stack.ts';
import { VisitsStack } from '#infra/stacks/visits-stack.ts';
import { configOf } from './config.ts';
import type { Severity, Stage, StageConfig } from './config.ts';
import { acknowledgeFindings } from './nag-acknowledgements.ts';

export type PlatformOptions = {
  readonly stage: Stage;
  /** The code of a function: its bundle, or its source if the assets are never run. */
  readonly codeOf: Deployment['codeOf'];
  /** Replaces the stage's settings, for one deployment or for tests of settings that no stage uses. */
  readonly config?: StageConfig;
};

export type Platform = {
  readonly stacks: readonly PlatformStack[];
  readonly apiUrl: string;
  readonly pagesUrl: string;
  readonly topics: Readonly<Record<Severity, ITopic>>;
};

/**
 * Adds every stack of one stage to an app or to a stage of the CDK, and changes nothing else there. Deployments, tests and the local
 * stack all use this composition.
 */
export function composePlatform(scope: Construct, options: PlatformOptions): Platform {
  const { stage, codeOf, config = configOf(stage) } = options;
  const deployment: Deployment = { stage, config, codeOf };

  const { topics } = new AlarmsStack(scope, deployment);
  const data = new DataStack(scope, deployment);
  if (config.messaging !== null) checkMessaging(config.messaging);
  const api = new ApiStack(scope, deployment);
  new DeliveryStack(scope, deployment, data, api.hosts);
  new SchedulingStack(scope, deployment, data, api.hosts);

  const { visits } = new VisitsStack(scope, deployment, data);
  const { apis } = api;
  const context = { deployment, apis, resources: { data, queues: { visit: visits }, ...api.hosts } };
  const gateway = new GatewayStack(scope, deployment, apis, OPERATIONS);
  const { api: ofApiStack, ...others } = OPERATIONS_BY_STACK;
  for (const operation of ofApiStack) addOperation(api, operation, context);
  for (const [part, operations] of Object.entries(others))
    gateway.addStackDependency(new OperationsStack(scope, part, operations, context));

  const observability = new ObservabilityStack(scope, deployment, {
    apis,
    data,
    warnings: topics.warn,
  });
  // Last, so that its failure stops no other stack.
  if (config.costAnomalies)
    new CostAnomaliesStack(scope, deployment, topics.warn).addStackDependency(observability);

  const stacks = stacksOf(scope, deployment);
  for (const stack of stacks) {
    if (config.isWatched) routeAlarms(stack, topics);
    else removeAlarms(stack);
    for (const [name, value] of Object.entries(config.tags)) Tags.of(stack).add(name, value);
    Tags.of(stack).add('app', 'workspace');
    Tags.of(stack).add('stage', stage);
    guardEnvironments(stack);
  }
  acknowledgeFindings(scope, stage, stacks);
  return { stacks, apiUrl: api.url, pagesUrl: api.pagesUrl, topics };
}
