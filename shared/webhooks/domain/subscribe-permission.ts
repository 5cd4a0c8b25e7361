import type { Product } from '#shared/events/catalogue/channels.ts';
import type { Permission } from '#shared/platform/core/permissions.ts';
import type { Principal } from '#shared/platform/core/principal.ts';

/** The permission to subscribe endpoints to a product. */
export const subscribePermission: Readonly<Record<Product, Permission>> = {
  publishing: 'publishing:webhooks:subscribe',
  salesbot: 'salesbot:webhooks:subscribe',
};

/** Whether the caller may subscribe endpoints to a product, and see endpoints of that product. */
export function maySubscribe(principal: Principal, product: Product): boolean {
  return principal.permissions.has(subscribePermission[product]);
}
