import type { Actor } from '#shared/platform/core/change.ts';

/** Kinds of resources whose changes are in the audit log; items of these carry the word in their `resource` attribute. */
export const AUDITED_RESOURCES = [
  'workspace',
  'member',
  'api_key',
  'endpoint',
  'recovery',
  'delivery',
  'page',
  'block_order',
  'block',
  'domain',
  'pixel',
  'broadcast',
  'post',
  'account',
  'tag',
  'media',
  'erasure',
] as const;

export type AuditedResource = (typeof AUDITED_RESOURCES)[number];

/** Entries are kept this long, in milliseconds: 90 days. */
export const AUDIT_RETENTION_MS = 90 * 86_400_000;

/** Who did what to which resource when: no names, no contents, no secrets, so that it may be read and kept. */
export type AuditEntry = {
  /** Derived from the change and the resource: the same change read twice is one entry. */
  readonly id: string;
  readonly workspaceId: string;
  readonly at: Date;
  readonly actor: Actor;
  /** Name of the operation or consumer that made the change. */
  readonly operation: string;
  readonly requestId: string;
  readonly resource: { readonly type: AuditedResource; readonly id: string };
};
