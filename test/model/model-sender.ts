import type { DeliveryJob } from '#shared/webhooks/domain/delivery-message.ts';
import type { EndpointHealth } from '#shared/webhooks/domain/endpoint-health.ts';
import type { WebhookSender } from '#shared/webhooks/ports/webhook-sender.ts';
import { keyOf } from '#test/support/fakes/webhooks/memory-delivery-store.ts';
import type { Faults } from './faults.ts';
import type { Ledger, Sent } from './ledger.ts';
import type { Data } from './parts.ts';
import type { Run } from './process.ts';
import type { createReceiver } from './receiver.ts';
import { checkRequest } from './request-rules.ts';
import type { Timeline } from './timeline.ts';

export type SenderWorld = {
  readonly ledger: Ledger;
  readonly timeline: Timeline;
  readonly faults: Faults;
  readonly data: Data;
  readonly receiverOf: (endpointId: string) => ReturnType<typeof createReceiver>;
};

/**
 * Sends to the receivers of the model. The process may crash at any instant: before the request, during it, or on the
 * response.
 */
export function createModelSender(world: SenderWorld, run: Run, job: DeliveryJob) {
  const { ledger, timeline, faults, data } = world;
  const { process } = run;
  let sent: Sent | undefined;
  let health: EndpointHealth | undefined;

  return {
    send: (request) =>
      new Promise((resolve) => {
        if (!process.isAlive()) return;
        const { end } = faults.fateOfCall();
        if (end === 'dies-before') return process.die('before the request');
        const onRecord = data.deliveries.get(
          keyOf({ endpointId: job.endpointId, shard: job.shard, id: job.deliveryId }),
        );
        health = run.read?.told?.health;
        sent = checkRequest(ledger, timeline, { run, job, request, onRecord });
        const { arrivesAfter, result } = world.receiverOf(job.endpointId).answer(timeline.now());
        const arrives = arrivesAfter ?? result.durationMs;
        const note = sent;
        timeline.after(arrives, () => {
          if (!process.isAlive()) return;
          if (arrivesAfter !== undefined)
            timeline.say('receiver', () => `has ${ledger.nick(job.deliveryId, 'D')}`);
          note.result = result;
          if (end === 'dies-after') process.die('with the request under way');
        });
        timeline.after(result.durationMs, () => {
          if (!process.isAlive()) return;
          timeline.say(
            process.name,
            () =>
              `hears ${result.statusCode ?? result.outcome}${result.retryAfter === null ? '' : `, Retry-After ${result.retryAfter}`}`,
          );
          resolve(result);
        });
      }),

    /** The response of an endpoint in doubt must be recorded, or its breaker stays open without a reason. */
    checkLearned(): void {
      const isAnswered = sent?.result && sent.result.statusCode !== null;
      const wasInDoubt = health && (health.breaker !== null || health.timedOutDeliveries.size > 0);
      const isTroubled = ledger.troubled(job.deliveryId, 'interrupted') > 0;
      if (!isAnswered || !wasInDoubt || isTroubled || run.since.includes('health.recordResponse')) return;
      ledger.breaks('a response closes the breaker', ledger.nick(job.deliveryId, 'D'));
    },
  } satisfies WebhookSender & { checkLearned(): void };
}
