import * as v from 'valibot';
import { count, created, id, timestamp, uuid } from '#shared/platform/http/view-field.ts';
import { named } from '#shared/platform/http/named-schema.ts';
import { RECOVERABLE_STATES, type Recovery } from '#shared/webhooks/domain/recovery.ts';
import { described } from '#shared/platform/http/described.ts';

/** What a recovery comes to, counted before anything is sent. */
export const matched = described(
  count,
  'Deliveries found when it was asked for; some may turn out to be there already',
);
export const countComplete = described(
  v.boolean(),
  'False if the count was cut off: then there are more than `matched`',
);

/** A recovery as shown (R25). */
export const recoverySchema = described(
  named(
    'Recovery',
    v.object({
      id,
      endpoint_id: described(uuid, 'The endpoint whose deliveries are sent again'),
      state: described(
        v.picklist(['running', 'completed', 'stopped']),
        '`stopped`: the endpoint could not be sent to any more',
      ),
      reason: described(
        v.nullable(v.picklist(['endpoint_paused', 'endpoint_suspended', 'endpoint_deleted'])),
        'Why it stopped before its end; null unless it did',
      ),
      since: described(timestamp, 'Deliveries created at this instant or later'),
      until: described(timestamp, 'Deliveries created at this instant or earlier'),
      states: described(v.array(v.picklist(RECOVERABLE_STATES)), 'Deliveries in one of these states'),
      matched,
      count_complete: countComplete,
      resent: described(count, 'Deliveries sent again so far, each as a new one'),
      created_at: created,
      finished_at: described(v.nullable(timestamp), 'When it was completed or stopped; null while it runs'),
    }),
  ),
  'Sending again what failed in a time range, in the background, and how far that is',
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
