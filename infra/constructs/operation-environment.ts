import type { Operation } from '#shared/platform/http/operation.ts';
import {
  type DeployedVariable,
  LOCAL_VARIABLES,
  variablesOf,
} from '#shared/platform/runtime/capabilities.ts';
import type { DataResources } from './data-resources.ts';
import type { FunctionEnvironment } from './function-environment.ts';

/** Hosts of the deployment: those of the API and of the console, comma-separated, and the host of pages without a custom domain. */
type Hosts = { readonly apiHosts: string; readonly consoleHosts: string; readonly pageHost: string };

/** The variables that the capabilities of an operation need. */
export function environmentFor(
  operation: Operation,
  resources: DataResources,
  { apiHosts, consoleHosts, pageHost }: Hosts,
): FunctionEnvironment {
  const values: Readonly<Record<DeployedVariable, string>> = {
    CORE_TABLE: resources.coreTable.tableName,
    DELIVERY_TABLE: resources.deliveryTable.tableName,
    SECRET_KEY_ID: resources.secretKey.keyArn,
    MEDIA_BUCKET: resources.mediaBucket.bucketName,
    API_HOSTS: apiHosts,
    CONSOLE_HOSTS: consoleHosts,
    PAGE_HOST: pageHost,
  };
  const names = variablesOf(operation).filter(isDeployed);
  return Object.fromEntries(names.map((name) => [name, values[name]]));
}

function isDeployed(name: string): name is DeployedVariable {
  return !LOCAL_VARIABLES.some((local) => local === name);
}
