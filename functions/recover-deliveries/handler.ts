import { findRecoverable } from '#shared/domain/delivery/find-recoverable.ts';
import { planResend, resendJob } from '#shared/domain/delivery/plan-resend.ts';
import type { Recovery, RecoveryJob } from '#shared/domain/delivery/recovery.ts';
import type { Delivery } from '#shared/domain/delivery/delivery.ts';
import { type Endpoint, endpointState } from '#shared/domain/endpoints/endpoint.ts';
import { PAYLOAD_RETENTION_MS } from '#shared/domain/events/recorded-event.ts';
import type { RecoveryQueue } from '#shared/domain/ports/delivery-queue.ts';
import type { DeliveryRequests } from '#shared/domain/ports/delivery-requests.ts';
import type { DeliveryStore } from '#shared/domain/ports/delivery-store.ts';
import type { EndpointStore } from '#shared/domain/ports/endpoint-store.ts';
import type { RecoveryStore } from '#shared/domain/ports/recovery-store.ts';
import type { Clock } from '#shared/runtime/clock.ts';
import { derivedId } from '#shared/runtime/ids.ts';
import type { Log } from '#shared/runtime/logger.ts';

/** Steps made for one message; then another message goes on, so that one recovery does not hold a place for long. */
const STEPS_A_MESSAGE = 5;

const RECOVERY_STEP = { code: 'RECOVERY_STEP', message: 'Deliveries of a recovery requested' };
const RECOVERY_ENDED = { code: 'RECOVERY_ENDED', message: 'Recovery ended' };

type Dependencies = {
  readonly endpoints: Pick<EndpointStore, 'find'>;
  readonly deliveries: Pick<DeliveryStore, 'list' | 'find'>;
  readonly recoveries: Pick<RecoveryStore, 'find' | 'advance' | 'complete'>;
  readonly requests: Pick<DeliveryRequests, 'requestResend'>;
  readonly queue: RecoveryQueue;
  readonly clock: Clock;
  readonly newNonce: () => string;
  readonly log: Log;
};

/**
 * Carries a recovery on from where it stands. Ids of its resends are derived, so a step that is made twice requests the
 * same deliveries. An endpoint that is no longer enabled ends it: what is left can be recovered again later.
 */
export function createRecoverDeliveriesHandler(deps: Dependencies) {
  const { endpoints, deliveries, recoveries, requests, queue, clock, log } = deps;

  return async ({ endpoint_id, recovery_id }: RecoveryJob): Promise<void> => {
    let recovery = await recoveries.find(endpoint_id, recovery_id);
    if (!recovery || recovery.state === 'completed') return;
    const endpoint = await endpoints.find(recovery.workspaceId, endpoint_id);
    if (!endpoint || endpointState(endpoint) !== 'enabled') return end(recovery);

    let steps = 0;
    for await (const { found, cursor } of findRecoverable(
      deliveries,
      endpoint,
      recovery,
      recovery.cursor,
      clock(),
    )) {
      for (const delivery of found) await resend(recovery, endpoint, delivery);
      recovery = await recoveries.advance(recovery, { cursor, resent: found.length });
      log.info(RECOVERY_STEP, { recovery_id, endpoint_id, resent: found.length });
      steps += 1;
      if (steps === STEPS_A_MESSAGE) return queue.send({ endpoint_id, recovery_id });
    }
    await end(recovery);
  };

  async function resend(recovery: Recovery, endpoint: Endpoint, delivery: Delivery): Promise<void> {
    const id = derivedId(recovery.createdAt, `${recovery.id}/${delivery.id}`);
    const planned = planResend(delivery, endpoint, id, recovery.createdAt);
    const recordedAt = new Date(delivery.payloadExpiresAt.getTime() - PAYLOAD_RETENTION_MS);
    const trace = { requestId: recovery.id, nonce: deps.newNonce(), at: clock() };
    const change = { actor: { kind: 'system' }, operation: 'recover-deliveries', ...trace } as const;
    await requests.requestResend(planned, delivery, resendJob(planned, delivery, recordedAt), {
      change,
      remember: null,
    });
  }

  async function end(recovery: Recovery): Promise<void> {
    await recoveries.complete(recovery, clock());
    log.info(RECOVERY_ENDED, { recovery_id: recovery.id, resent: recovery.resent });
  }
}
