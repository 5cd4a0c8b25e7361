import { randomUUID } from 'node:crypto';
import type { AuditEntry } from '#shared/platform/core/audit-entry.ts';
import type { CommandContext, IdempotencyRecord } from '#shared/platform/core/change.ts';
import type { Principal } from '#shared/platform/core/principal.ts';
import { DEFAULT_RATE_LIMITS } from '#shared/platform/core/rate-limit.ts';
import type { Member } from '#shared/platform/identity/workspace.ts';
import { derivedId, newId } from '#shared/platform/runtime/ids.ts';

/** The time at which tests run by default. */
export const NOW = new Date('2026-06-01T12:00:00.000Z');

export function secondsAfterNow(seconds: number, from = NOW): Date {
  return new Date(from.getTime() + seconds * 1000);
}

export function aContext(overrides: Partial<CommandContext> = {}): CommandContext {
  return {
    change: {
      actor: { kind: 'key', key: 'key-1', member: 'member-1' },
      operation: 'test',
      requestId: 'request-1',
      nonce: randomUUID(),
      at: NOW,
    },
    idempotencyRecord: null,
    ...overrides,
  };
}

/** The context of a command at a time. */
export function aContextAt(at: Date): CommandContext {
  const context = aContext();
  return { ...context, change: { ...context.change, at } };
}

/** The context of an operator, whose membership is not checked. */
export function anOperatorContext(overrides: Partial<CommandContext> = {}): CommandContext {
  const context = aContext(overrides);
  return { ...context, change: { ...context.change, actor: { kind: 'operator' } } };
}

/** The context of a member who calls with an API key. */
export function aContextOf({ id }: Pick<Member, 'id'>): CommandContext {
  const context = aContext();
  return { ...context, change: { ...context.change, actor: { kind: 'key', key: 'key-1', member: id } } };
}

export function anIdempotencyRecord(overrides: Partial<IdempotencyRecord> = {}): IdempotencyRecord {
  return {
    id: randomUUID(),
    workspaceId: 'workspace',
    fingerprint: 'fingerprint',
    status: 201,
    headers: { Location: '/somewhere' },
    body: '{"data":{}}',
    sealedSecret: null,
    expiresAt: secondsAfterNow(86_400),
    ...overrides,
  };
}

/** The default actor of audit entries. */
export const AN_ACTOR = {
  kind: 'key',
  key: '01980000-0000-7000-8000-00000000000a',
  member: '01980000-0000-7000-8000-00000000000b',
} as const;

/** An entry of the audit log, whose id is derived from its time. */
export function anAuditEntry(overrides: Partial<AuditEntry> = {}): AuditEntry {
  const at = overrides.at ?? NOW;
  return {
    id: derivedId(at, randomUUID()),
    workspaceId: newId(NOW),
    at,
    actor: AN_ACTOR,
    operation: 'update-page',
    requestId: 'request-1',
    resource: { type: 'page', id: newId(NOW) },
    ...overrides,
  };
}

/** The caller with a key that may subscribe to both products. */
export function aPrincipal(overrides: Partial<Principal> = {}): Principal {
  return {
    workspaceId: randomUUID(),
    keyId: 'key',
    keyHash: 'hash',
    keyExpiresAt: null,
    isConsoleKey: false,
    memberId: 'member',
    permissions: new Set(['publishing:webhooks:subscribe', 'salesbot:webhooks:subscribe']),
    rateLimits: DEFAULT_RATE_LIMITS,
    ...overrides,
  };
}
