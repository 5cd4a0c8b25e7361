import type { Product } from '#shared/platform/core/channels.ts';
import type { RateLimits } from '#shared/platform/core/rate-limit.ts';
import type { Permission } from './permissions.ts';

/** The caller: the key, the member it acts as, and their workspace (docs/specification.md#keys-act-as-members). */
export type Principal = {
  readonly workspaceId: string;
  readonly keyId: string;
  readonly keyHash: string;
  /** Null for a key that does not expire. */
  readonly keyExpiresAt: Date | null;
  /** Whether a console link created the key. */
  readonly isConsoleKey: boolean;
  readonly memberId: string;
  readonly permissions: ReadonlySet<Permission>;
  readonly rateLimits: RateLimits;
};

/** The permission to subscribe endpoints to a product. */
export const subscribePermission: Readonly<Record<Product, Permission>> = {
  publishing: 'publishing:webhooks:subscribe',
  salesbot: 'salesbot:webhooks:subscribe',
};

/** Whether the caller may subscribe endpoints to a product, and see endpoints of that product. */
export function maySubscribe(principal: Principal, product: Product): boolean {
  return principal.permissions.has(subscribePermission[product]);
}
