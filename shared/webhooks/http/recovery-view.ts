import * as v from 'valibot';
import { count, created, id, timestamp, uuid } from '#shared/platform/http/view-field.ts';
import { withDescription } from '#shared/platform/http/with-description.ts';
import { withTitle } from '#shared/platform/http/with-title.ts';
import { RECOVERABLE_STATES, type Recovery } from '#shared/webhooks/domain/recovery.ts';

/** The number of deliveries, counted before any is sent. */
export const matchedField = withDescription(
  count,
  'Number of matching deliveries when the request was made. The recovery skips deliveries that another ' +
    'request resends in the meantime',
);
/** Whether `matched` is the exact number; otherwise it is a lower bound. */
export const countCompleteField = withDescription(
  v.boolean(),
  'False if counting stopped early: there are more deliveries than `matched`',
);

/** Why a recovery resends less than its request suggests (docs/specification/webhooks.md#recover). */
export const recoveryWarnings = withDescription(
  v.array(
    withDescription(
      withTitle(
        'RecoveryWarning',
        v.object({
          code: withDescription(
            v.picklist(['payloads_expired', 'nothing_matched']),
            '`payloads_expired`: the time range begins before the oldest stored payload. `nothing_matched`: no delivery of ' +
              'the time range is resent',
          ),
          detail: withDescription(v.string(), 'Explanation of the warning'),
        }),
      ),
      'Why deliveries of the time range are not resent',
    ),
  ),
  'Why deliveries of the time range are not resent; empty if there is no such reason',
);

/** The warnings about a request; `storedSince` is the time before which payloads have expired. */
export function recoveryWarningsFor(
  requested: { readonly since: Date; readonly until?: Date | undefined },
  storedSince: Date,
  matched: number,
): v.InferInput<typeof recoveryWarnings> {
  const detail = `The payloads of deliveries created before ${storedSince.toISOString()} have expired, so they cannot be resent.`;
  const expired = { code: 'payloads_expired', detail } as const;
  const none = {
    code: 'nothing_matched',
    detail:
      'Each delivery of the time range is in another state, is a test event or a resend, was resent already, belongs to ' +
      'an event that the endpoint no longer subscribes to, or has no payload any more, because the payload expired or its contact was erased.',
  } as const;
  const allExpired = requested.until !== undefined && requested.until < storedSince;
  return [
    ...(requested.since < storedSince ? [expired] : []),
    ...(matched === 0 && !allExpired ? [none] : []),
  ];
}

/** A recovery in responses (docs/specification/webhooks.md#recover). */
export const recoverySchema = withDescription(
  withTitle(
    'Recovery',
    v.object({
      id,
      endpoint_id: withDescription(uuid, 'ID of the endpoint whose deliveries are resent'),
      state: withDescription(
        v.picklist(['running', 'completed', 'stopped']),
        '`running`: deliveries are being resent. `completed`: all matching deliveries were resent. `stopped`: ' +
          'the endpoint was paused, suspended or deleted before that',
      ),
      reason: withDescription(
        v.nullable(v.picklist(['endpoint_paused', 'endpoint_suspended', 'endpoint_deleted'])),
        'Why the recovery stopped early; null if it did not',
      ),
      since: withDescription(timestamp, 'Start of the time range, by creation time of the deliveries'),
      until: withDescription(timestamp, 'End of the time range, by creation time of the deliveries'),
      states: withDescription(
        v.array(v.picklist(RECOVERABLE_STATES)),
        'The states of the deliveries to resend',
      ),
      matched: matchedField,
      count_complete: countCompleteField,
      resent: withDescription(count, 'Number of deliveries resent so far, each as a new delivery'),
      created_at: created,
      finished_at: withDescription(
        v.nullable(timestamp),
        'When the recovery completed or stopped; null while it is running',
      ),
    }),
  ),
  'A background job, with its progress. It resends the deliveries that were created in a time range and are ' +
    'in one of the selected states',
);

/** Converts a recovery and its progress to its representation. */
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
