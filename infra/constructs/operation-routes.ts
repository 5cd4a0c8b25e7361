import { Duration } from 'aws-cdk-lib';
import { HttpMethod, HttpRoute, HttpRouteKey, PayloadFormatVersion } from 'aws-cdk-lib/aws-apigatewayv2';
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import type { Function } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import { OPERATIONS } from '#functions/registry.ts';
import { concurrencyOf } from '#infra/concurrency.ts';
import {
  type ApiName,
  apisOf,
  FALLBACK_OPERATION,
  gatewayRoutesOf,
  shieldingRoutes,
} from '#infra/settings/api-routes.ts';
import type { Operation } from '#shared/platform/http/operation.ts';
import type { FunctionResources } from './data-resources.ts';
import type { Deployment } from './deployment.ts';
import { environmentFor } from './derived-environment.ts';
import { statementsFor } from './grants.ts';
import { OperationFunction } from './operation-function.ts';

/** The HTTP APIs of a stage, whose routes are in the stacks of the operations. */
export type HttpApis = Readonly<Record<ApiName, HttpApi>>;

export type OperationsContext = {
  readonly deployment: Deployment;
  readonly apis: HttpApis;
  readonly resources: FunctionResources;
};

/** Well below the integration timeout, so that a hanging call returns problem+json and not the gateway's 503. */
const DEFAULT_TIMEOUT_SECONDS = 10;
/** The maximum of an HTTP API. */
const INTEGRATION_TIMEOUT = Duration.seconds(29);

/** Adds an operation's function, grants and routes to a stack; the routes belong to each API with the hosts of the operation. */
export function addOperation(
  scope: Construct,
  operation: Operation,
  context: OperationsContext,
): OperationFunction {
  const { deployment, apis, resources } = context;
  const added = new OperationFunction(scope, deployment, {
    name: operation.name,
    description: operation.summary,
    timeout: Duration.seconds(operation.timeoutSeconds ?? DEFAULT_TIMEOUT_SECONDS),
    ...(operation.waits ? { reservedConcurrency: concurrencyOf(deployment.config).waiting } : {}),
    environment: environmentFor(operation, resources, deployment),
    statements: statementsFor(operation, resources, deployment.config),
  });
  for (const api of apisOf(operation)) addRoutes(added.lambda, apis[api], api, operation);
  return added;
}

/** An integration belongs to one API, so a function has one in each. */
function addRoutes(lambda: Function, httpApi: HttpApi, api: ApiName, operation: Operation): void {
  const prefix = api === 'pages' ? 'Pages' : '';
  const integration = new HttpLambdaIntegration('Integration', lambda, {
    payloadFormatVersion: PayloadFormatVersion.VERSION_2_0,
    timeout: INTEGRATION_TIMEOUT,
  });
  for (const { id, key } of routeKeys(operation, api))
    new HttpRoute(lambda, `${prefix}${id}`, { httpApi, routeKey: key, integration });
}

function routeKeys(
  operation: Operation,
  api: ApiName,
): readonly { readonly id: string; readonly key: HttpRouteKey }[] {
  const isFallback = operation.name === FALLBACK_OPERATION;
  const keys = (isFallback ? shieldingRoutes(api, OPERATIONS) : gatewayRoutesOf(operation)).map(
    ({ method, path }) => ({
      id: `${method} ${path.replaceAll('/', ':')}`,
      key: HttpRouteKey.with(path, HttpMethod[method]),
    }),
  );
  return isFallback ? [{ id: '$default', key: HttpRouteKey.DEFAULT }, ...keys] : keys;
}
