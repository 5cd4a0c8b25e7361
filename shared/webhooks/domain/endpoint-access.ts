import type { Product } from '#shared/events/catalogue/channels.ts';
import { PlatformError } from '#shared/platform/core/errors.ts';
import type { Principal } from '#shared/platform/core/principal.ts';
import * as webhooksErrors from '#shared/webhooks/errors.ts';
import { type Endpoint, endpointProducts } from './endpoint.ts';
import { maySubscribe } from './subscribe-permission.ts';

/**
 * Requires that the key can subscribe to each product (docs/specification/webhooks.md#products-of-an-endpoint).
 * @throws PlatformError `product_not_permitted`
 */
export function requireProducts(principal: Principal, products: readonly Product[]): void {
  const denied = products.filter((product) => !maySubscribe(principal, product));
  if (denied.length === 0) return;
  const permissions = denied.map((product) => `${product}:webhooks:subscribe`).join(' and ');
  const detail = `The key cannot subscribe to ${denied.join(' and ')}. Use a key with ${permissions}.`;
  throw new PlatformError(webhooksErrors.product_not_permitted, detail, { products: denied });
}

/** Whether lists show the endpoint to this key: the key must be able to subscribe to each of its products. */
export function canSee(principal: Principal, endpoint: Endpoint): boolean {
  return endpointProducts(endpoint).every((product) => maySubscribe(principal, product));
}
