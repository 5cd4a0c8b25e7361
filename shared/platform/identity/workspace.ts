import type { Permission } from './permissions.ts';
import type { ZoneRecompute } from './zone-recompute.ts';

export type Workspace = {
  readonly id: string;
  readonly name: string;
  /** IANA name; dates and times of posts are meant in it. */
  readonly timezone: string;
  /** What the last change of the zone asks for, or null if it never changed. */
  readonly recompute: ZoneRecompute | null;
  readonly createdAt: Date;
};

/** admin = everything; editor = everything of their products except subscribing webhooks; viewer = reading (R11). */
export const MEMBER_ROLES = ['admin', 'editor', 'viewer'] as const;

export type Role = (typeof MEMBER_ROLES)[number];

/** Products a member can be limited to: the first part of a permission's name, without the workspace itself. */
export const MEMBER_PRODUCTS = ['publishing', 'biolinks', 'salesbot'] as const;

export type MemberProduct = (typeof MEMBER_PRODUCTS)[number];

export type Member = {
  readonly id: string;
  readonly workspaceId: string;
  readonly name: string;
  readonly email: string;
  readonly role: Role;
  /** What the role is about; in the order of the products. */
  readonly products: readonly MemberProduct[];
  /** Counts what changes the member's access, keys or endpoints; what a conditional write compares. */
  readonly revision: number;
  readonly createdAt: Date;
};

/** A member can have at most this many keys, so that all of them fit into the transaction that changes the member (ADR 18). */
export const API_KEY_LIMIT = 45;

/** An API key as stored: the key itself is never kept, only its SHA-256. Permissions are the effective ones (R12). */
export type ApiKey = {
  readonly id: string;
  readonly hash: string;
  readonly workspaceId: string;
  readonly memberId: string;
  readonly name: string;
  /** What a person recognises the key by: its prefix and its last four characters. */
  readonly prefix: string;
  readonly last4: string;
  /** What was granted; what of it the member may do just now is in `permissions`. */
  readonly granted: readonly Permission[];
  readonly permissions: readonly Permission[];
  readonly createdAt: Date;
  readonly expiresAt: Date | null;
  readonly revokedAt: Date | null;
  readonly lastUsedAt: Date | null;
};
