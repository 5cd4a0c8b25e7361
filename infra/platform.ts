import { type App, Tags } from 'aws-cdk-lib';
import { OPERATIONS } from '#functions/registry.ts';
import { removeAlarms, routeAlarms } from '#infra/alarms/route-alarms.ts';
import type { Deployment } from '#infra/constructs/deployment.ts';
import { guardEnvironments } from '#infra/constructs/environment-guard.ts';
import { addOperation } from '#infra/constructs/operation-routes.ts';
import { AlarmsStack } from '#infra/stacks/alarms-stack.ts';
import { ApiStack } from '#infra/stacks/api-stack.ts';
import { CostAnomaliesStack } from '#infra/stacks/cost-anomalies-stack.ts';
import { DataStack } from '#infra/stacks/data-stack.ts';
import { DeliveryStack } from '#infra/stacks/delivery-stack.ts';
import { GatewayStack } from '#infra/stacks/gateway-stack.ts';
import { ObservabilityStack } from '#infra/stacks/observability-stack.ts';
import { ProductStack } from '#infra/stacks/product-stack.ts';
import { SchedulingStack } from '#infra/stacks/scheduling-stack.ts';
import { VisitsStack } from '#infra/stacks/visits-stack.ts';
import type { ApiProduct } from '#shared/platform/http/operation.ts';
import { configOf } from './config.ts';
import type { Stage, StageConfig } from './config.ts';
import { checkMessaging } from './messaging.ts';
import { acknowledgeFindings } from './nag-acknowledgements.ts';

export type PlatformOptions = {
  readonly stage: Stage;
  /** The code of a function: its bundle, or its source if the assets are never run. */
  readonly codeOf: Deployment['codeOf'];
  /** Replaces the stage's settings, for one deployment or for tests of settings that no stage uses. */
  readonly config?: StageConfig;
};

/** Products with a separate stack, in the order in which the stacks are listed. */
const PRODUCTS: readonly Exclude<ApiProduct, 'meta'>[] = [
  'publishing',
  'biolinks',
  'salesbot',
  'webhooks',
  'workspace',
];

/** Adds every stack of one stage to the app. Deployments, tests and the local stack all use this composition. */
export function composePlatform(app: App, options: PlatformOptions): void {
  const { stage, codeOf, config = configOf(stage) } = options;
  const deployment: Deployment = { stage, config, codeOf };

  const { topics } = new AlarmsStack(app, deployment);
  const data = new DataStack(app, deployment);
  if (config.messaging !== null) checkMessaging(config.messaging);
  const api = new ApiStack(app, deployment);
  new DeliveryStack(app, deployment, data, api.hosts);
  new SchedulingStack(app, deployment, data, api.hosts);

  const { coreTable, deliveryTable, secretKey, mediaBucket } = data;
  const { visitQueue } = new VisitsStack(app, deployment, data);
  const resources = { coreTable, deliveryTable, secretKey, mediaBucket, visitQueue };
  const hosts = { apiHosts: api.hosts, consoleHosts: api.consoleHosts, pageHost: api.pageHost };
  const context = { deployment, api: api.api, ...hosts, resources };
  const gateway = new GatewayStack(app, deployment, api.api, OPERATIONS);
  for (const operation of operationsFor('meta')) addOperation(api, operation, context);
  for (const product of PRODUCTS) {
    const operations = operationsFor(product);
    if (operations.length > 0)
      gateway.addStackDependency(new ProductStack(app, product, operations, context));
  }

  const observability = new ObservabilityStack(app, deployment, {
    api: api.api,
    data,
    warnings: topics.warn,
  });
  // Last, so that its failure stops no other stack.
  if (config.costAnomalies)
    new CostAnomaliesStack(app, deployment, topics.warn).addStackDependency(observability);

  if (config.isWatched) routeAlarms(app, topics);
  else removeAlarms(app);
  acknowledgeFindings(app, stage);
  for (const [name, value] of Object.entries(config.tags)) Tags.of(app).add(name, value);
  Tags.of(app).add('app', 'workspace');
  Tags.of(app).add('stage', stage);
  guardEnvironments(app);
}

function operationsFor(product: ApiProduct) {
  return OPERATIONS.filter((operation) => operation.product === product);
}
