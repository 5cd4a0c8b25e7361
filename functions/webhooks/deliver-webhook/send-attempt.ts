import type { KeyObject } from 'node:crypto';
import type { SecretBox } from '#shared/platform/core/secret-box.ts';
import type { DeliveryJob } from '#shared/webhooks/domain/delivery-message.ts';
import type { DeliveryTarget } from '#shared/webhooks/domain/endpoint.ts';
import { withRequestHeaders } from '#shared/webhooks/domain/request-headers.ts';
import { keysAt } from '#shared/webhooks/domain/signing-keys.ts';
import { signingAt } from '#shared/webhooks/domain/signing-secrets.ts';
import type { SendResult, WebhookSender } from '#shared/webhooks/ports/webhook-sender.ts';
import { secretTexts } from '#shared/webhooks/sending/mask-headers.ts';
import { openHeaders } from '#shared/webhooks/sending/seal-headers.ts';
import { webhookRequestHeaders } from '#shared/webhooks/sending/signature.ts';
import { createKeyReader, privateKeyContext } from '#shared/webhooks/sending/signing-key.ts';

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
 * Signs with every secret and key pair that is valid at this moment, newest first, and sends the exact stored bytes
 * (docs/specification/webhooks.md#signatures), with the request headers of the endpoint (docs/specification/webhooks.md#request-headers).
 */
export function createAttemptSender(secrets: Pick<SecretBox, 'open'>, sender: WebhookSender): AttemptSender {
  const readKey = createKeyReader();
  return async (job, target, body, at, watch) => {
    const bytes = Buffer.from(body);
    const [signers, own] = await Promise.all([
      openValid(secrets, readKey, target, at),
      openHeaders(secrets, target),
    ]);
    const platform = webhookRequestHeaders({
      event: job.event,
      deliveryId: job.deliveryId,
      eventId: job.eventId,
      timestamp: Math.floor(at.getTime() / 1000),
      ...signers,
      body: bytes,
    });
    const request =
      own.length === 0
        ? { headers: platform }
        : { headers: withRequestHeaders(platform, own), secrets: secretTexts(own) };
    // Only the receiver is watched: a slow key service must not mark every endpoint as slow.
    return watch(() => sender.send({ url: target.url, body: bytes, ...request }));
  };
}

type Signers = { readonly secrets: string[]; readonly keys: KeyObject[] };

async function openValid(
  secrets: Pick<SecretBox, 'open'>,
  readKey: (text: string) => KeyObject,
  target: DeliveryTarget,
  at: Date,
): Promise<Signers> {
  // Most targets have no key pair, and must not wait for one.
  if (!target.signingKeys) return { secrets: await openSecrets(secrets, target, at), keys: [] };
  const context = privateKeyContext(target.workspaceId, target.id);
  const [opened, keys] = await Promise.all([
    openSecrets(secrets, target, at),
    Promise.all(keysAt(target.signingKeys, at).map(({ sealed }) => secrets.open(sealed, context))),
  ]);
  return { secrets: opened, keys: keys.map(readKey) };
}

function openSecrets(secrets: Pick<SecretBox, 'open'>, target: DeliveryTarget, at: Date): Promise<string[]> {
  // Expiry is checked when a request is signed, so an expired secret never signs, even while its plaintext is cached.
  const sealed = signingAt(target.secrets, at);
  const context = { purpose: 'signing', workspace: target.workspaceId, subject: target.id } as const;
  return Promise.all(sealed.map((text) => secrets.open(text, context)));
}
