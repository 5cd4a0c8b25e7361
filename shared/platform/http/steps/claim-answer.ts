import { readClaim } from '#shared/platform/http/answer-claim.ts';
import { type AnswerMemory, replay } from '#shared/platform/http/answer-memory.ts';
import { callerOf } from '#shared/platform/http/caller.ts';
import type { Step } from '#shared/platform/http/exchange.ts';

/** Answers a repeated POST from memory; otherwise notes what this one claims (R8). */
export function claimAnswer(memory: AnswerMemory): Step {
  return async ({ event, context: { exchange } }) => {
    // It may have been looked for already, before a precondition was held against it.
    if (exchange.replayed) return;
    const { keyId, workspaceId } = callerOf(exchange);
    const claim = readClaim(event, keyId, exchange.json, exchange.receivedAt);
    if (!claim) return;
    exchange.claim = claim;
    const earlier = await replay(memory, claim, workspaceId, exchange.receivedAt);
    if (earlier) exchange.replayed = earlier;
  };
}
