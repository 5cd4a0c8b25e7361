import type { Product } from '#shared/platform/core/channels.ts';
import type { Permission } from './permissions.ts';

/** Who is calling: the key, the member it acts as, the workspace both belong to (R10). */
export type Principal = {
  readonly workspaceId: string;
  readonly keyId: string;
  readonly memberId: string;
  readonly permissions: ReadonlySet<Permission>;
};

/** The permission to subscribe endpoints to a product. */
export const subscribePermission: Readonly<Record<Product, Permission>> = {
  publishing: 'publishing:webhooks:subscribe',
  salesbot: 'salesbot:webhooks:subscribe',
};

/** Whether the caller may subscribe endpoints to, and see endpoints of, a product (specification, Authentication). */
export function maySubscribe(principal: Principal, product: Product): boolean {
  return principal.permissions.has(subscribePermission[product]);
}
