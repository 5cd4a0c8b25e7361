import type { Permission } from '#shared/platform/core/permissions.ts';
import type { OwnRateLimits } from '#shared/platform/core/rate-limit.ts';
import type { ZoneRecompute } from './zone-recompute.ts';

/** The owner of all other resources. */
export type Workspace = {
  readonly id: string;
  readonly name: string;
  /** IANA name of the time zone for the dates and times of posts. */
  readonly timezone: string;
  /** The recompute after the last change of the time zone; null if it never changed. */
  readonly recompute: ZoneRecompute | null;
  readonly createdAt: Date;
};

/** The roles of members (docs/specification.md#roles). */
export const MEMBER_ROLES = ['admin', 'editor', 'viewer'] as const;

export type Role = (typeof MEMBER_ROLES)[number];

/** Products that a member can be limited to: the first part of a permission, except `workspace`. */
export const MEMBER_PRODUCTS = ['publishing', 'biolinks', 'salesbot'] as const;

export type MemberProduct = (typeof MEMBER_PRODUCTS)[number];

/** A person in a workspace. API keys act as members (docs/specification.md#keys-act-as-members). */
export type Member = {
  readonly id: string;
  readonly workspaceId: string;
  readonly name: string;
  readonly email: string;
  readonly role: Role;
  /** The products that the role applies to, in the order of `MEMBER_PRODUCTS`. */
  readonly products: readonly MemberProduct[];
  /** Counts changes of the member's access, keys or endpoints; conditional writes compare it. */
  readonly revision: number;
  readonly createdAt: Date;
};

/** Maximum number of keys per member, so that one transaction can change the member with all keys (ADR 18). */
export const API_KEY_LIMIT = 45;

/** Maximum number of console keys of a member that have not expired, in addition to `API_KEY_LIMIT`. */
export const CONSOLE_KEY_LIMIT = 5;

/** A stored API key. Only the SHA-256 of the key is stored. */
export type ApiKey = {
  readonly id: string;
  readonly hash: string;
  readonly workspaceId: string;
  readonly memberId: string;
  readonly name: string;
  /** The prefix and the last four characters, by which a person recognises the key. */
  readonly prefix: string;
  readonly last4: string;
  /** All granted permissions; `permissions` are those that the member also holds now. */
  readonly granted: readonly Permission[];
  readonly permissions: readonly Permission[];
  readonly rateLimits: OwnRateLimits;
  /** Whether a console link created the key. Such a key always expires. */
  readonly console: boolean;
  readonly createdAt: Date;
  readonly expiresAt: Date | null;
  readonly revokedAt: Date | null;
  readonly lastUsedAt: Date | null;
};
