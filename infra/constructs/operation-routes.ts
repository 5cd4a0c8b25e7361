import { Duration } from 'aws-cdk-lib';
import { HttpMethod, HttpRoute, HttpRouteKey, PayloadFormatVersion } from 'aws-cdk-lib/aws-apigatewayv2';
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import type { Construct } from 'constructs';
import { concurrencyOf } from '#infra/concurrency.ts';
import type { Operation } from '#shared/platform/http/operation.ts';
import type { FunctionResources } from './data-resources.ts';
import type { Deployment } from './deployment.ts';
import { environmentFor } from './derived-environment.ts';
import { statementsFor } from './grants.ts';
import { OperationFunction } from './operation-function.ts';

export type OperationsContext = {
  readonly deployment: Deployment;
  readonly api: HttpApi;
  readonly resources: FunctionResources;
};

/** The operation for requests that match no route; it is the API's `$default` route. */
const FALLBACK_OPERATION = 'route-not-found';

/** Well below the integration timeout, so that a hanging call returns problem+json and not the gateway's 503. */
const DEFAULT_TIMEOUT_SECONDS = 10;
/** The maximum of an HTTP API. */
const INTEGRATION_TIMEOUT = Duration.seconds(29);

/** Adds an operation's function, grants and routes to a stack; the routes belong to the shared API. */
export function addOperation(
  scope: Construct,
  operation: Operation,
  context: OperationsContext,
): OperationFunction {
  const { deployment, api, resources } = context;
  const added = new OperationFunction(scope, deployment, {
    name: operation.name,
    description: operation.summary,
    timeout: Duration.seconds(operation.timeoutSeconds ?? DEFAULT_TIMEOUT_SECONDS),
    ...(operation.waits ? { reservedConcurrency: concurrencyOf(deployment.config).waiting } : {}),
    environment: environmentFor(operation, resources, deployment),
    statements: statementsFor(operation, resources, deployment.config),
  });
  const { lambda } = added;
  const integration = new HttpLambdaIntegration('Integration', lambda, {
    payloadFormatVersion: PayloadFormatVersion.VERSION_2_0,
    timeout: INTEGRATION_TIMEOUT,
  });
  for (const { id, key } of routeKeys(operation)) {
    new HttpRoute(lambda, id, { httpApi: api, routeKey: key, integration });
  }
  return added;
}

function routeKeys({ name, routes }: Operation): readonly { id: string; key: HttpRouteKey }[] {
  if (name === FALLBACK_OPERATION) return [{ id: '$default', key: HttpRouteKey.DEFAULT }];
  return routes.map(({ method, path }) => ({
    id: `${method} ${path.replaceAll('/', ':')}`,
    key: HttpRouteKey.with(path, HttpMethod[method]),
  }));
}
