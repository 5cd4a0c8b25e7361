import { UNANSWERED_TO_OPEN } from '#shared/domain/endpoints/endpoint-health.ts';
import type { AttemptOutcome } from '#shared/domain/delivery/attempt-outcome.ts';
import type { EndpointHealthStore, Observed } from '#shared/domain/ports/endpoint-health-store.ts';
import type { SendResult } from '#shared/domain/ports/webhook-sender.ts';
import { later, NOW } from './builders.ts';

/** What a request comes to that gets no answer, or not one that was asked for. */
export function withoutAnswer(outcome: AttemptOutcome = 'timeout'): SendResult {
  return {
    outcome,
    statusCode: outcome === 'redirect' ? 302 : null,
    durationMs: 8000,
    error: 'Nothing of use came back.',
    retryAfter: null,
    responseText: null,
  };
}

/** Opens the breaker of an endpoint by requests of other deliveries. */
export async function openBreaker(
  health: EndpointHealthStore,
  target: Observed,
  { now = NOW, probeAt = later(30) }: { readonly now?: Date; readonly probeAt?: Date } = {},
): Promise<void> {
  for (let index = 0; index < UNANSWERED_TO_OPEN; index += 1) {
    const unanswered = { deliveryId: `other-${index}`, isFirst: index === 0 };
    await health.noteUnanswered(target, unanswered, now, probeAt);
  }
}
