import type { Operation } from '#shared/platform/http/operation.ts';
import type { FunctionEnvironment } from './function-environment.ts';
import type { SharedResources } from './grants.ts';

/** Hosts of the deployment: those of the API, comma-separated, and the host of pages without a custom domain. */
type Hosts = { readonly apiHosts: string; readonly pageHost: string };

/** Capabilities that need the key that encrypts secrets. */
const SEALING: Operation['uses'] = [
  'seal-signing-secret',
  'seal-account-credentials',
  'seal-replay',
  'open-replay',
  'seal-page-pass',
  'open-page-pass',
];

/** The variables that an operation needs for its capabilities, and those of its product. */
export function environmentFor(
  { uses, access, product }: Operation,
  resources: SharedResources,
  { apiHosts, pageHost }: Hosts,
): FunctionEnvironment {
  const has = (...capabilities: Operation['uses']) =>
    capabilities.some((capability) => uses.includes(capability));
  return {
    ...(has('read-core', 'read-pages', 'read-pixels', 'write-core', 'write-visits') || access.kind === 'key'
      ? { CORE_TABLE: resources.coreTable.tableName }
      : {}),
    ...(has('read-deliveries', 'write-deliveries')
      ? { DELIVERY_TABLE: resources.deliveryTable.tableName }
      : {}),
    ...(has('put-media', 'keep-media', 'read-media', 'delete-media')
      ? { MEDIA_BUCKET: resources.mediaBucket.bucketName }
      : {}),
    ...(has(...SEALING) ? { SECRET_KEY_ID: resources.secretKey.keyArn } : {}),
    // Checking an address that a customer enters includes rejecting the API's own hosts.
    ...(product === 'webhooks' || product === 'biolinks' || has('seal-account-credentials')
      ? { API_HOSTS: apiHosts }
      : {}),
    ...(product === 'biolinks' ? { PAGE_HOST: pageHost } : {}),
  };
}
