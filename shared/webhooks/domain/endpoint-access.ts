import type { Product } from '#shared/platform/core/channels.ts';
import { PlatformError } from '#shared/platform/core/errors.ts';
import { maySubscribe, type Principal } from '#shared/platform/identity/principal.ts';
import { type Endpoint, endpointProducts } from './endpoint.ts';

/** Holds a key to the products it may subscribe to (G88). @throws PlatformError `product_not_permitted` */
export function requireProducts(principal: Principal, products: readonly Product[]): void {
  const refused = products.filter((product) => !maySubscribe(principal, product));
  if (refused.length === 0) return;
  throw new PlatformError('product_not_permitted', `The key cannot subscribe to ${refused.join(' and ')}.`, {
    products: refused,
  });
}

/** Whether a key sees an endpoint at all in lists (G88). */
export function maySee(principal: Principal, endpoint: Endpoint): boolean {
  return endpointProducts(endpoint).every((product) => maySubscribe(principal, product));
}
