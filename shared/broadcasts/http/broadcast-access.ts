import type { ErrorCode } from '#shared/platform/core/errors.ts';
import type { PathParameter } from '#shared/platform/http/operation.ts';
import type { Permission } from '#shared/platform/identity/permissions.ts';

function keyWith<const P extends Permission>(permission: P) {
  return { kind: 'key', credential: 'workspace-key', rule: 'all-of', permissions: [permission] } as const;
}

/** Reading broadcasts; the messaging engine's way to what it has to send. */
export const BROADCASTS_READ = keyWith('salesbot:broadcasts:read');

/** Writing what contacts would get. */
export const BROADCASTS_WRITE = keyWith('salesbot:broadcasts:write');

/** Deciding when they get it, and telling what came of it. */
export const BROADCASTS_SEND = keyWith('salesbot:broadcasts:send');

/** Signing off what is sent. */
export const BROADCASTS_APPROVE = keyWith('salesbot:broadcasts:approve');

export const BROADCASTS_PATH = '/api/v1/broadcasts';

/** What operations on one broadcast have in common: `If-Match` counts where it is sent (decisions 3). */
export const ON_BROADCAST = {
  product: 'salesbot',
  params: {
    broadcast: { form: 'uuid', notFound: 'broadcast_not_found' } as const satisfies PathParameter,
  },
  precondition: 'optional',
  revisioned: true,
  revisionVisibleWith: 'salesbot:broadcasts:read',
  uses: ['read-core', 'write-core'],
  // Several workers and the due time meet on one broadcast: who names no revision need not hear of that.
  retries: 8,
} as const;

/** Codes of operations that change one broadcast. */
export const CHANGE_ERRORS = [
  'broadcast_not_found',
  'revision_mismatch',
  'concurrent_update',
] as const satisfies ErrorCode[];

/** The broadcast of every example. */
export const EXAMPLE = { broadcast: '01980000-0000-7000-8000-000000000001' };
