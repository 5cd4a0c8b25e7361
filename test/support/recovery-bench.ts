import { createRecoverDeliveriesHandler } from '#functions/recover-deliveries/handler.ts';
import type { Delivery } from '#shared/domain/delivery/delivery.ts';
import type { Recovery } from '#shared/domain/delivery/recovery.ts';
import type { Endpoint } from '#shared/domain/endpoints/endpoint.ts';
import { aContext, aDelivery, anEndpoint, aRecovery, foundWorkspaceIn, later, NOW } from './builders.ts';
import { createMemoryRecoveryQueue } from './memory-recovery-queue.ts';
import { createMemoryBench } from './platform-bench.ts';
import { createRecordingLog } from './recording-log.ts';
import { createTestClock } from './test-clock.ts';

/** When the recovery was asked for: after everything that failed. */
export const ASKED = later(3600);

type Options = { readonly failures?: number; readonly endpoint?: Partial<Endpoint>; readonly until?: Date };

/** `recover-deliveries` over the fakes, asked to recover an endpoint's failures, one a second. */
export async function startRecoveryBench({
  failures = 3,
  endpoint: overrides,
  until = later(3599),
}: Options = {}) {
  const bench = createMemoryBench();
  const queue = createMemoryRecoveryQueue();
  const clock = createTestClock(ASKED);
  const log = createRecordingLog();
  const { owned, workspaceId } = await foundWorkspaceIn(bench.workspaces);
  const endpoint = anEndpoint({ ...owned, enabled: true, ...overrides });
  await bench.endpoints.create(endpoint, aContext());
  const failed: Delivery[] = [];
  for (let index = 0; index < failures; index += 1) failed.push(await fail(index));
  const recovery = aRecovery({
    endpointId: endpoint.id,
    workspaceId,
    since: NOW,
    until,
    matched: failures,
    createdAt: ASKED,
  });
  await bench.recoveries.create(recovery, aContext());

  async function fail(seconds: number): Promise<Delivery> {
    const createdAt = later(seconds);
    const finishedAt = later(seconds + 1);
    const delivery = aDelivery({
      endpointId: endpoint.id,
      workspaceId,
      createdAt,
      finishedAt,
      state: 'failed',
      reason: 'receiver_rejected',
    });
    await bench.deliveries.settle(delivery, delivery);
    return delivery;
  }

  let nonces = 0;
  const recover = createRecoverDeliveriesHandler({
    ...bench,
    queue,
    clock,
    newNonce: () => `nonce-${(nonces += 1)}`,
    log,
  });
  const job = { endpoint_id: endpoint.id, recovery_id: recovery.id };
  const stored = (): Promise<Recovery | undefined> => bench.recoveries.find(endpoint.id, recovery.id);

  /** What was sent again, as often as it was, in the order of `idsOf`. */
  async function resends(): Promise<string[]> {
    const all = await bench.deliveries.list(endpoint.id, { order: 'asc', limit: 10_000 });
    return all.flatMap(({ resendOf }) => resendOf ?? []).toSorted();
  }

  /** Handles the recovery's message, and those it sends, until it has ended. */
  async function drain(): Promise<number> {
    let messages = 0;
    for (let next = [job]; next.length > 0; next = queue.sent.splice(0)) {
      for (const message of next) await recover(message);
      messages += next.length;
    }
    return messages;
  }

  return {
    bench,
    queue,
    clock,
    log,
    endpoint,
    failed,
    recovery,
    job,
    /** Runs the function with the recovery's message, or another. */
    recover: (message = job) => recover(message),
    drain,
    stored,
    resends,
  };
}

/** Ids in order, whatever the order of the deliveries. */
export function idsOf(deliveries: readonly Delivery[]): string[] {
  return deliveries.map(({ id }) => id).toSorted();
}
