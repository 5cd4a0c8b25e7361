import * as v from 'valibot';
import { count, timestamp, uuid } from '#shared/http/view-field.ts';
import { named } from '#shared/http/named-schema.ts';
import { RECOVERABLE_STATES, type Recovery } from '#shared/domain/delivery/recovery.ts';

/** A recovery as shown (R25). */
export const recoverySchema = named(
  'Recovery',
  v.object({
    id: uuid,
    endpoint_id: uuid,
    state: v.picklist(['running', 'completed', 'stopped']),
    reason: v.nullable(v.picklist(['endpoint_paused', 'endpoint_suspended', 'endpoint_deleted'])),
    since: timestamp,
    until: timestamp,
    states: v.array(v.picklist(RECOVERABLE_STATES)),
    matched: count,
    count_complete: v.boolean(),
    resent: count,
    created_at: timestamp,
    finished_at: v.nullable(timestamp),
  }),
);

/** The representation of a recovery and its progress. */
export function recoveryView(recovery: Recovery): v.InferInput<typeof recoverySchema> {
  return {
    id: recovery.id,
    endpoint_id: recovery.endpointId,
    state: recovery.state,
    reason: recovery.reason,
    since: recovery.since.toISOString(),
    until: recovery.until.toISOString(),
    states: [...recovery.states],
    matched: recovery.matched,
    count_complete: recovery.countComplete,
    resent: recovery.resent,
    created_at: recovery.createdAt.toISOString(),
    finished_at: recovery.finishedAt?.toISOString() ?? null,
  };
}
