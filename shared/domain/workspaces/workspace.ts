import type { Permission } from '#shared/domain/permissions.ts';

export type Workspace = {
  readonly id: string;
  readonly name: string;
  /** IANA name; dates and times of posts are meant in it. */
  readonly timezone: string;
  readonly createdAt: Date;
};

/** admin = everything; editor = everything of their products except subscribing webhooks; viewer = reading (R11). */
export type Role = 'admin' | 'editor' | 'viewer';

export type Member = {
  readonly id: string;
  readonly workspaceId: string;
  readonly name: string;
  readonly email: string;
  readonly role: Role;
  readonly createdAt: Date;
};

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
  readonly permissions: readonly Permission[];
  readonly createdAt: Date;
  readonly expiresAt: Date | null;
  readonly revokedAt: Date | null;
  readonly lastUsedAt: Date | null;
};
