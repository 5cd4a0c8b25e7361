import { findRecoverable } from '#shared/domain/delivery/find-recoverable.ts';
import type { Recovery, RecoveryRange } from '#shared/domain/delivery/recovery.ts';
import type { Endpoint } from '#shared/domain/endpoints/endpoint.ts';
import { requireEnabled } from '#shared/domain/endpoints/require-enabled.ts';
import { PAYLOAD_RETENTION_MS } from '#shared/domain/events/recorded-event.ts';
import { InvalidContentError } from '#shared/domain/errors.ts';
import type { DeliveryStore } from '#shared/domain/ports/delivery-store.ts';
import type { EndpointStore } from '#shared/domain/ports/endpoint-store.ts';
import type { RecoveryStore } from '#shared/domain/ports/recovery-store.ts';
import { loadEndpoint } from '#shared/http/endpoints/load-endpoint.ts';
import { recoveryView } from '#shared/http/endpoints/recovery-view.ts';
import type { OperationHandler } from '#shared/http/handler.ts';
import { newId } from '#shared/runtime/ids.ts';
import type { operation } from './operation.ts';

type Dependencies = {
  readonly endpoints: Pick<EndpointStore, 'find'>;
  readonly deliveries: Pick<DeliveryStore, 'list' | 'find'>;
  readonly recoveries: Pick<RecoveryStore, 'create'>;
};

/** Counts, or sends again in the background, what failed in a time range; final 4xx failures included (R25). */
export function createRecoverEndpointHandler({
  endpoints,
  deliveries,
  recoveries,
}: Dependencies): OperationHandler<typeof operation, Endpoint> {
  return {
    load: (request) => loadEndpoint(endpoints, request),

    async handle({ resource: endpoint, body, now, command }) {
      const range = { since: body.since, until: body.until ?? now, states: [...new Set(body.states)] };
      if (range.until < range.since) {
        const detail = 'Use an end that is not before the beginning.';
        throw new InvalidContentError([{ pointer: '#/until', code: 'out_of_range', detail }]);
      }
      requireEnabled(endpoint);
      // What is older has no payload any more: it need not be looked at.
      const horizon = new Date(now.getTime() - PAYLOAD_RETENTION_MS);
      const matched = await count(endpoint, { ...range, since: later(range.since, horizon) }, now);
      if (body.dry_run) return { status: 200, body: { data: { matched } } };

      const recovery: Recovery = {
        ...range,
        id: newId(now),
        endpointId: endpoint.id,
        workspaceId: endpoint.workspaceId,
        state: 'running',
        matched,
        resent: 0,
        cursor: null,
        createdAt: now,
        finishedAt: null,
      };
      const answer = { status: 202, body: { data: recoveryView(recovery) } };
      await recoveries.create(recovery, await command(answer));
      return answer;
    },
  };

  async function count(endpoint: Endpoint, range: RecoveryRange, now: Date): Promise<number> {
    let matched = 0;
    for await (const { found } of findRecoverable(deliveries, endpoint, range, null, now))
      matched += found.length;
    return matched;
  }
}

function later(a: Date, b: Date): Date {
  return a > b ? a : b;
}
