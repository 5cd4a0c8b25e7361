import type { HttpEvent, Step } from '#shared/platform/http/request-context.ts';
import type { Clock } from '#shared/platform/runtime/clock.ts';
import { newId } from '#shared/platform/runtime/ids.ts';

const USABLE_REQUEST_ID = /^[A-Za-z0-9_-]{8,64}$/u;
/** A secret that slipped into the wrong header: request ids are logged, stored and told. */
const LIKE_A_SECRET = /(?:^|[^A-Za-z0-9])(?:wsk|pat|wlk|whsec)_/u;

/** Opens the exchange; a caller's own request id is kept when it is usable (decisions 3). */
export function createRequestContext(clock: Clock): Step {
  return ({ event, context }) => {
    const receivedAt = clock();
    const offered = event.headers['x-request-id'] ?? '';
    context.requestContext = {
      requestId: isUsable(offered) ? offered : newId(receivedAt),
      baseUrl: `${schemeOf(event)}://${event.requestContext.domainName}`,
      receivedAt,
      params: {},
    };
  };
}

function isUsable(id: string): boolean {
  return USABLE_REQUEST_ID.test(id) && !LIKE_A_SECRET.test(id);
}

/** Only the local stack is reached without TLS. */
function schemeOf({ headers }: HttpEvent): 'http' | 'https' {
  return headers['x-forwarded-proto'] === 'http' ? 'http' : 'https';
}
