import type { EventReader } from '#shared/events/ports/event-store.ts';
import { PAYLOAD_RETENTION_MS } from '#shared/events/recording/recorded-event.ts';
import { ValidationError } from '#shared/platform/core/errors.ts';
import type { OperationHandler } from '#shared/platform/http/operation.ts';
import type { Clock } from '#shared/platform/runtime/clock.ts';
import { newId } from '#shared/platform/runtime/ids.ts';
import type { Endpoint } from '#shared/webhooks/domain/endpoint.ts';
import type { Recovery, RecoveryRange } from '#shared/webhooks/domain/recovery.ts';
import { requireEnabled } from '#shared/webhooks/domain/require-enabled.ts';
import { loadEndpoint } from '#shared/webhooks/http/load-endpoint.ts';
import { recoveryView, recoveryWarningsFor } from '#shared/webhooks/http/recovery-view.ts';
import type { DeliveryReader } from '#shared/webhooks/ports/delivery-store.ts';
import type { EndpointReader } from '#shared/webhooks/ports/endpoint-store.ts';
import type { RecoveryStore } from '#shared/webhooks/ports/recovery-store.ts';
import { findRecoverable } from '#shared/webhooks/use-cases/find-recoverable.ts';
import type { operation } from './operation.ts';

/** Counting stops after this many milliseconds, well before the request times out; `count_complete` is then false. */
const COUNT_MS = 5000;

type Dependencies = {
  readonly endpoints: Pick<EndpointReader, 'find'>;
  readonly deliveries: DeliveryReader;
  readonly events: Pick<EventReader, 'findAll'>;
  readonly recoveries: Pick<RecoveryStore, 'create'>;
  readonly clock: Clock;
};

/** Counts the deliveries of a time range in the requested states, or resends them in the background. */
export function createHandler({
  endpoints,
  deliveries,
  events,
  recoveries,
  clock,
}: Dependencies): OperationHandler<typeof operation, Endpoint> {
  return {
    load: (request) => loadEndpoint(endpoints, request),

    async handle({ resource: endpoint, body, now, command }) {
      const range = toRange(body, now);
      requireEnabled(endpoint);
      const { matched, countComplete } = await count(endpoint, range, now);
      const warnings = recoveryWarningsFor(body, storedSince(now), matched);
      if (body.dry_run)
        return { status: 200, body: { data: { matched, count_complete: countComplete }, warnings } };

      const recovery: Recovery = {
        ...range,
        id: newId(now),
        endpointId: endpoint.id,
        workspaceId: endpoint.workspaceId,
        state: 'running',
        reason: null,
        matched,
        countComplete,
        resent: 0,
        cursor: null,
        createdAt: now,
        finishedAt: null,
      };
      const response = { status: 202, body: { data: recoveryView(recovery), warnings } };
      await recoveries.create(recovery, await command(response));
      return response;
    },
  };

  async function count(endpoint: Endpoint, range: RecoveryRange, now: Date) {
    const deadline = clock().getTime() + COUNT_MS;
    let matched = 0;
    for await (const { found } of findRecoverable({ deliveries, events }, endpoint, range, null, now)) {
      matched += found.length;
      if (clock().getTime() > deadline) return { matched, countComplete: false };
    }
    return { matched, countComplete: true };
  }
}

type Requested = Pick<RecoveryRange, 'since' | 'states'> & { readonly until?: Date | undefined };

/** The range to scan: only deliveries whose payload is stored, and none that the recovery itself creates. */
function toRange(body: Requested, now: Date): RecoveryRange {
  if (body.until && body.until < body.since) {
    const detail = '"until" must not be before "since".';
    throw new ValidationError([{ pointer: '#/until', code: 'out_of_range', detail }]);
  }
  const horizon = storedSince(now);
  const before = new Date(now.getTime() - 1);
  return {
    since: body.since > horizon ? body.since : horizon,
    until: body.until && body.until < before ? body.until : before,
    states: [...new Set(body.states)],
  };
}

/** The creation time of the oldest deliveries whose payload is stored. */
function storedSince(now: Date): Date {
  return new Date(now.getTime() - PAYLOAD_RETENTION_MS);
}
