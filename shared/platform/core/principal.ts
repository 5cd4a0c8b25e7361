import type { Permission } from './permissions.ts';
import type { RateLimits } from './rate-limit.ts';

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
