import { isUtf8 } from 'node:buffer';
import type { KnownSecrets } from './known-secrets.ts';
import type { LoggedRequest } from './request-log.ts';
import { verifyDelivery } from './verification.ts';

/**
 * A request as shown in the list. It is verified with the currently known secrets and its own arrival time, so that adding a
 * secret also explains earlier requests.
 */
export function viewRequest(
  request: LoggedRequest,
  secrets: KnownSecrets,
): Readonly<Record<string, unknown>> {
  const { headers, body, outcome, secretNames } = request;
  return {
    id: request.id,
    received_at: new Date(request.receivedAt).toISOString(),
    method: request.method,
    path: request.path,
    event: headers['x-webhook-event'] ?? null,
    event_id: headers['webhook-id'] ?? null,
    delivery_id: headers['x-webhook-delivery'] ?? null,
    attempt: request.attempt,
    ...verifyDelivery(request, secrets.select(secretNames), secretNames),
    answer: {
      behaviour: outcome.behaviour,
      status: outcome.status,
      completed: outcome.completed,
      duration_ms: outcome.durationMs,
    },
    headers,
    body: body.toString(),
    ...(isUtf8(body) ? {} : { body_base64: body.toString('base64') }),
  };
}
