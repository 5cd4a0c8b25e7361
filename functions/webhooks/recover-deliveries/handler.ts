import type { EventReader } from '#shared/events/ports/event-store.ts';
import { systemChange } from '#shared/platform/core/change.ts';
import type { Clock } from '#shared/platform/runtime/clock.ts';
import { derivedId } from '#shared/platform/runtime/ids.ts';
import type { Log } from '#shared/platform/runtime/logger.ts';
import type { RecoveryJob } from '#shared/webhooks/domain/delivery-message.ts';
import { withShardOf } from '#shared/webhooks/domain/delivery-shards.ts';
import type { Delivery } from '#shared/webhooks/domain/delivery.ts';
import { type EndpointMachineState, endpointMachineState } from '#shared/webhooks/domain/endpoint-machine.ts';
import type { Endpoint } from '#shared/webhooks/domain/endpoint.ts';
import { planResend, resendJob } from '#shared/webhooks/domain/plan-resend.ts';
import type { Recovery } from '#shared/webhooks/domain/recovery.ts';
import type { RecoveryQueue } from '#shared/webhooks/ports/delivery-queue.ts';
import type { DeliveryRequests } from '#shared/webhooks/ports/delivery-requests.ts';
import type { DeliveryReader } from '#shared/webhooks/ports/delivery-store.ts';
import type { EndpointReader } from '#shared/webhooks/ports/endpoint-store.ts';
import type { RecoveryStore } from '#shared/webhooks/ports/recovery-store.ts';
import { findRecoverable } from '#shared/webhooks/use-cases/find-recoverable.ts';

/** Steps per message. Then another message continues, so that one recovery does not occupy the function for long. */
const STEPS_A_MESSAGE = 5;

const RECOVERY_STEP = { code: 'RECOVERY_STEP', message: 'Recovery queued a batch of resends' };
const RECOVERY_ENDED = { code: 'RECOVERY_ENDED', message: 'Recovery ended' };

export type Dependencies = {
  readonly endpoints: Pick<EndpointReader, 'find'>;
  readonly deliveries: Pick<DeliveryReader, 'find' | 'list'>;
  readonly events: Pick<EventReader, 'findAll'>;
  readonly recoveries: Pick<RecoveryStore, 'find' | 'advance' | 'finish'>;
  readonly requests: Pick<DeliveryRequests, 'requestResend'>;
  readonly queue: RecoveryQueue;
  readonly clock: Clock;
  readonly newNonce: () => string;
  readonly log: Log;
};

/**
 * Continues a recovery at its cursor. The ids of its resends are derived, so that a repeated step requests the same
 * deliveries. An endpoint that is no longer enabled stops the recovery; the remaining deliveries can be recovered later.
 */
export function createHandler(deps: Dependencies) {
  const { endpoints, deliveries, events, recoveries, requests, queue, clock, log } = deps;

  return async ({ endpointId, recoveryId }: RecoveryJob): Promise<void> => {
    let recovery = await recoveries.find(endpointId, recoveryId);
    if (!recovery || recovery.state !== 'running') return;
    const { workspaceId, cursor: from } = recovery;
    const endpoint = await endpoints.find(workspaceId, endpointId);
    const stop = STOP_REASONS[endpointMachineState(endpoint)];
    if (!endpoint || stop) return end(recovery, stop);

    const resendId = resendIdFor(recovery);
    let steps = 0;
    for await (const { found, cursor } of findRecoverable(
      { deliveries, events },
      endpoint,
      recovery,
      from,
      clock(),
      resendId,
    )) {
      let resent = 0;
      for (const delivery of found) {
        if (await resend(recovery, endpoint, delivery, resendId(delivery))) resent += 1;
      }
      recovery = await recoveries.advance(recovery, { cursor, resent });
      log.info(RECOVERY_STEP, { recovery_id: recoveryId, endpoint_id: endpointId, resent });
      steps += 1;
      // After an edit, the next message continues with the current endpoint.
      const current = await endpoints.find(workspaceId, endpointId);
      const isOutdated = current?.settingsVersion !== endpoint.settingsVersion;
      if (isOutdated || steps === STEPS_A_MESSAGE) return queue.send({ endpointId, recoveryId });
    }
    await end(recovery, null);
  };

  /** Returns true if this recovery resends the delivery, false if another request has. */
  async function resend(
    recovery: Recovery,
    endpoint: Endpoint,
    delivery: Delivery,
    id: string,
  ): Promise<boolean> {
    const planned = planResend(delivery, endpoint, id, recovery.createdAt);
    const change = systemChange('recover-deliveries', {
      requestId: recovery.id,
      nonce: deps.newNonce(),
      at: clock(),
    });
    // Planned for now, not for the start of the recovery: the sweep has already passed the earlier minutes.
    const queued = { ...planned, nextAttemptAt: change.at };
    const job = resendJob(queued, delivery);
    return requests.requestResend(queued, delivery, job, { change, idempotencyRecord: null }, delivery);
  }

  async function end(recovery: Recovery, reason: Recovery['reason']): Promise<void> {
    await recoveries.finish(recovery, reason, clock());
    log.info(RECOVERY_ENDED, { recovery_id: recovery.id, resent: recovery.resent, reason });
  }
}

/** Why a recovery stops early, by the state of the endpoint. */
const STOP_REASONS: Readonly<Record<EndpointMachineState, Recovery['reason']>> = {
  enabled: null,
  paused: 'endpoint_paused',
  suspended: 'endpoint_suspended',
  orphaned: 'endpoint_suspended',
  deleted: 'endpoint_deleted',
};

function resendIdFor({ createdAt, id }: Recovery): (delivery: Delivery) => string {
  return (delivery) => withShardOf(derivedId(createdAt, `${id}/${delivery.id}`), delivery.id);
}
