import type { Actor } from './change.ts';
import { DAY_MS } from './time-units.ts';

/** Resources whose changes are in the audit log. Their items have this value in the attribute `resource`. */
export const AUDITED_RESOURCES = [
  'workspace',
  'member',
  'api_key',
  'endpoint',
  'recovery',
  'delivery',
  'notification_target',
  'page',
  'block_order',
  'block',
  'domain',
  'pixel',
  'broadcast',
  'contact',
  'phone_number',
  'conversation',
  'message',
  'contact_import',
  'post',
  'posting_queue',
  'account',
  'oauth_app',
  'tag',
  'media',
  'erasure',
  'export',
] as const;

/** The kind of an audited resource, in the attribute `resource` of its item and of its audit entries. */
export type AuditedResource = (typeof AUDITED_RESOURCES)[number];

/** How long entries are kept, in milliseconds: 90 days. */
export const AUDIT_RETENTION_MS = 90 * DAY_MS;

/** Who changed which resource and when. It contains no names, content or secrets, so that it may be read and kept. */
export type AuditEntry = {
  /** Derived from the change and the resource, so that a change that is read twice gives one entry. */
  readonly id: string;
  readonly workspaceId: string;
  readonly at: Date;
  readonly actor: Actor;
  /** Name of the operation or consumer that made the change. */
  readonly operation: string;
  readonly requestId: string;
  readonly resource: { readonly type: AuditedResource; readonly id: string };
};
