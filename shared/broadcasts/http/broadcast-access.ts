import * as eventsErrors from '#shared/events/errors.ts';
import type { Principal } from '#shared/platform/core/principal.ts';
import { keyWith } from '#shared/platform/http/key-with.ts';
import type { PathParameter } from '#shared/platform/http/operation.ts';

/** Reading broadcasts; the engine needs it too. */
export const BROADCASTS_READ = keyWith('salesbot:broadcasts:read');

/** Writing the content of broadcasts. */
export const BROADCASTS_WRITE = keyWith('salesbot:broadcasts:write');

/** Scheduling, sending and cancelling broadcasts, and reporting their progress. */
export const BROADCASTS_SEND = keyWith('salesbot:broadcasts:send');

/** Approving broadcasts. */
export const BROADCASTS_APPROVE = keyWith('salesbot:broadcasts:approve');

/** Whether the caller may approve broadcasts. */
export function mayApprove({ permissions }: Pick<Principal, 'permissions'>): boolean {
  return permissions.has('salesbot:broadcasts:approve');
}

export const BROADCASTS_PATH = '/api/v1/broadcasts';

/** Settings of all operations on one broadcast; `If-Match` is optional (docs/specification.md#if-match). */
export const ON_BROADCAST = {
  product: 'salesbot',
  params: {
    broadcast: {
      form: 'uuid',
      notFound: eventsErrors.broadcast_not_found,
    } as const satisfies PathParameter,
  },
  precondition: 'optional',
  revisioned: true,
  revisionVisibleWith: 'salesbot:broadcasts:read',
  uses: ['get-broadcasts', 'update-broadcasts'],
  // Workers and the scheduled start write to one broadcast at the same time. A client without `If-Match` needs no 409 then.
  retries: 8,
} as const;
