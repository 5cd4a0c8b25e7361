import type { FunctionEnvironment } from './function-environment.ts';
import type { Operation } from '#shared/platform/http/operation.ts';
import type { SharedResources } from './grants.ts';

/** Hosts of the deployment: the API's own, comma-separated, and the one of pages without a domain of their own. */
type Hosts = { readonly apiHosts: string; readonly pageHost: string };

/** What takes the key that secrets are sealed with. */
const SEALING: Operation['uses'] = [
  'seal-signing-secret',
  'seal-account-credentials',
  'seal-replay',
  'open-replay',
  'seal-page-pass',
  'open-page-pass',
];

/** The variables an operation needs for what it may touch, and those of its product. */
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
    // Whoever checks an address that a customer names has to know the hosts of the API itself (R27).
    ...(product === 'webhooks' || product === 'biolinks' || has('seal-account-credentials')
      ? { API_HOSTS: apiHosts }
      : {}),
    ...(product === 'biolinks' ? { PAGE_HOST: pageHost } : {}),
  };
}
