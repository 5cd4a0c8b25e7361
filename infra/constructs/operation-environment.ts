import type { FunctionEnvironment } from './function-environment.ts';
import type { Operation } from '#shared/http/operation.ts';
import type { SharedResources } from './grants.ts';

/** The variables an operation needs for what it may touch, and no other. `apiHosts` is the comma-separated own hosts. */
export function environmentFor(
  { uses, access, product }: Operation,
  resources: SharedResources,
  apiHosts: string,
): FunctionEnvironment {
  const has = (...capabilities: Operation['uses']) =>
    capabilities.some((capability) => uses.includes(capability));
  return {
    ...(has('read-core', 'write-core') || access.kind === 'key'
      ? { CORE_TABLE: resources.coreTable.tableName }
      : {}),
    ...(has('read-deliveries', 'write-deliveries')
      ? { DELIVERY_TABLE: resources.deliveryTable.tableName }
      : {}),
    ...(has('seal-signing-secret', 'seal-replay', 'open-replay')
      ? { SECRET_KEY_ID: resources.secretKey.keyArn }
      : {}),
    ...(product === 'webhooks' ? { API_HOSTS: apiHosts } : {}),
  };
}
