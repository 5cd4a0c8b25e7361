import type { SecretBox } from '#shared/platform/core/secret-box.ts';
import type { DeliveryJob } from '#shared/webhooks/domain/delivery-message.ts';
import type { DeliveryTarget } from '#shared/webhooks/domain/endpoint.ts';
import { signingAt } from '#shared/webhooks/domain/signing-secrets.ts';
import type { SendResult, WebhookSender } from '#shared/webhooks/ports/webhook-sender.ts';
import { webhookRequestHeaders } from '#shared/webhooks/sending/signature.ts';

/** Watches how long a request takes. */
type Watch = (request: () => Promise<SendResult>) => Promise<SendResult>;

/** Signs and sends one attempt. @throws SecretUnavailableError if the key service is unavailable; then nothing was sent */
export type AttemptSender = (
  job: DeliveryJob,
  target: DeliveryTarget,
  body: string,
  at: Date,
  watch: Watch,
) => Promise<SendResult>;

/**
 * Signs with every secret that is valid at this moment, newest first, and sends the exact stored bytes
 * (docs/specification.md#signatures).
 */
export function createAttemptSender(secrets: Pick<SecretBox, 'open'>, sender: WebhookSender): AttemptSender {
  return async (job, target, body, at, watch) => {
    const bytes = Buffer.from(body);
    const headers = webhookRequestHeaders({
      event: job.event,
      deliveryId: job.deliveryId,
      eventId: job.eventId,
      timestamp: Math.floor(at.getTime() / 1000),
      secrets: await openValid(secrets, target, at),
      body: bytes,
    });
    // Only the receiver is watched: a slow key service must not mark every endpoint as slow.
    return watch(() => sender.send({ url: target.url, headers, body: bytes }));
  };
}

async function openValid(
  secrets: Pick<SecretBox, 'open'>,
  target: DeliveryTarget,
  at: Date,
): Promise<string[]> {
  // Expiry is checked when a request is signed, so an expired secret never signs, even while its plaintext is cached.
  const sealed = signingAt(target.secrets, at);
  const context = { purpose: 'signing', workspace: target.workspaceId, subject: target.id } as const;
  return Promise.all(sealed.map((text) => secrets.open(text, context)));
}
