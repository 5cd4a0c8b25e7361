import { randomBytes, randomUUID } from 'node:crypto';
import { webhookRequestHeaders } from '#shared/webhooks/sending/signature.ts';
import { generateKeyPair, readPrivateKey } from '#shared/webhooks/sending/signing-key.ts';
import { generateSigningSecret } from '#shared/webhooks/sending/signing-secret.ts';
import { measureEach } from './measure.ts';

const BODY_BYTES = 1024;
const CALLS = 400;

/** The CPU time of the headers of one delivery of 1 KB, by what signs. */
export function measureSigning() {
  const body = Buffer.alloc(BODY_BYTES, 'a');
  const secrets = [generateSigningSecret(randomBytes), generateSigningSecret(randomBytes)];
  const texts = [generateKeyPair(randomBytes).privateKey, generateKeyPair(randomBytes).privateKey];
  const keys = texts.map(readPrivateKey);
  const sign = (secretCount: number, used: typeof keys) =>
    webhookRequestHeaders({
      event: 'salesbot.store.order_paid',
      deliveryId: randomUUID(),
      eventId: randomUUID(),
      timestamp: 1_767_225_600,
      secrets: secrets.slice(0, secretCount),
      keys: used,
      body,
    });
  const times = measureEach(
    {
      secret: () => sign(1, []),
      secretAndKey: () => sign(1, keys.slice(0, 1)),
      twoSecrets: () => sign(2, []),
      twoSecretsAndKeys: () => sign(2, keys),
      secretAndUncachedKey: () => sign(1, texts.slice(0, 1).map(readPrivateKey)),
    },
    CALLS,
  );
  return { bodyBytes: BODY_BYTES, microseconds: times, keyToSecret: times.secretAndKey / times.secret };
}
