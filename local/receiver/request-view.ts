import { isUtf8 } from 'node:buffer';
import type { KnownSecrets } from './known-secrets.ts';
import type { LoggedRequest } from './request-log.ts';
import { verifyDelivery } from './verification.ts';

/**
 * A request as the list shows it. It is verified with the secrets known now and its own time of arrival, so a secret told later
 * still explains what came before.
 */
export function viewRequest(
  request: LoggedRequest,
  secrets: KnownSecrets,
): Readonly<Record<string, unknown>> {
  const { headers, body, answer, secretNames } = request;
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
      behaviour: answer.behaviour,
      status: answer.status,
      completed: answer.completed,
      duration_ms: answer.durationMs,
    },
    headers,
    body: body.toString(),
    ...(isUtf8(body) ? {} : { body_base64: body.toString('base64') }),
  };
}
