import { requirePrincipal } from '#shared/platform/http/caller.ts';
import { readIdempotencyClaim } from '#shared/platform/http/idempotency-claim.ts';
import { type Idempotency, replay } from '#shared/platform/http/idempotency.ts';
import type { Step } from '#shared/platform/http/request-context.ts';

/** Answers a repeated POST from memory; otherwise notes what this one claims (R8). */
export function checkIdempotency(idempotency: Idempotency): Step {
  return async ({ event, context: { requestContext } }) => {
    // It may have been looked for already, before a precondition was held against it.
    if (requestContext.replayed) return;
    const { keyId, workspaceId } = requirePrincipal(requestContext);
    const claim = readIdempotencyClaim(event, keyId, requestContext.json, requestContext.receivedAt);
    if (!claim) return;
    requestContext.claim = claim;
    const earlier = await replay(idempotency, claim, workspaceId, requestContext.receivedAt);
    if (earlier) requestContext.replayed = earlier;
  };
}
