import { randomBytes } from 'node:crypto';
import { ed25519 } from '@noble/curves/ed25519.js';
import { describe, expect } from 'vitest';
import { createAttemptSender } from '#functions/webhooks/deliver-webhook/send-attempt.ts';
import type { SealContext } from '#shared/platform/core/secret-box.ts';
import { HEALTHY } from '#shared/webhooks/domain/endpoint-health.ts';
import type { DeliveryTarget } from '#shared/webhooks/domain/endpoint.ts';
import { sealNewKey } from '#shared/webhooks/sending/seal-new-key.ts';
import { NOW, secondsAfterNow } from '#test/support/builders/platform/command-builders.ts';
import { aJob } from '#test/support/builders/webhooks/delivery-builders.ts';
import { anEndpoint } from '#test/support/builders/webhooks/endpoint-builders.ts';
import { createMemorySecretBox } from '#test/support/fakes/platform/memory-secret-box.ts';
import { createScriptedSender } from '#test/support/fakes/webhooks/scripted-sender.ts';
import { itWith } from '#test/support/fixtures/platform/it-with.ts';
import { SECRETS } from '#test/support/fixtures/webhooks/delivery-fixture.ts';

const DAY = 86_400;
const BODY = '{"id":"x"}';

const it = itWith(setUp);

/** An attempt sender, and a target with the key pairs of an overlap that began at NOW. */
async function setUp() {
  const box = createMemorySecretBox();
  const opened: SealContext[] = [];
  const secrets = {
    open(text: string, context: SealContext) {
      opened.push(context);
      return box.open(text, context);
    },
  };
  const endpoint = anEndpoint();
  const context = { purpose: 'signing', workspace: endpoint.workspaceId, subject: endpoint.id } as const;
  const [current, previous] = [
    await sealNewKey({ secrets: box, randomBytes }, endpoint),
    await sealNewKey({ secrets: box, randomBytes }, endpoint),
  ];
  const expiresAt = secondsAfterNow(DAY);
  const target: DeliveryTarget = {
    ...endpoint,
    secrets: { current: await box.seal(SECRETS.current, context), hint: '', previous: null },
    signingKeys: { current, previous: { ...previous, expiresAt } },
    deleted: false,
    health: HEALTHY,
  };
  const sender = createScriptedSender();
  const send = createAttemptSender(secrets, sender);

  /** The public keys that verify one of the signatures of a request which is sent at a time. */
  async function signersAt(at: Date, overrides: Partial<DeliveryTarget> = {}): Promise<string[]> {
    await send(aJob(), { ...target, ...overrides }, BODY, at, (request) => request());
    const headers = sender.requests.at(-1)?.headers ?? {};
    const content = Buffer.from(`${headers['webhook-id']}.${headers['webhook-timestamp']}.${BODY}`);
    const entries = String(headers['webhook-signature']).split(' ');
    return entries.flatMap((entry) => {
      if (!entry.startsWith('v1a,')) return [];
      const signature = Buffer.from(entry.slice(4), 'base64');
      const found = [current, previous].find(({ publicKey }) =>
        ed25519.verify(signature, content, Buffer.from(publicKey, 'base64url')),
      );
      return [found?.publicKey ?? 'unknown'];
    });
  }

  return { box, endpoint, current, previous, opened, target, signersAt };
}

describe('createAttemptSender, with key pairs', () => {
  it('signs with both during the overlap, and only with the new one afterwards', async (fixture) => {
    const { current, previous, signersAt } = fixture;

    expect(await signersAt(NOW)).toEqual([current.publicKey, previous.publicKey]);
    expect(await signersAt(secondsAfterNow(DAY - 1))).toEqual([current.publicKey, previous.publicKey]);
    expect(await signersAt(secondsAfterNow(DAY))).toEqual([current.publicKey]);
  });

  it('does not sign with a revoked pair whose key object is kept', async ({
    current,
    previous,
    signersAt,
  }) => {
    await signersAt(NOW);

    expect(await signersAt(NOW, { signingKeys: { current: previous, previous: null } })).toEqual([
      previous.publicKey,
    ]);
    expect(await signersAt(NOW, { signingKeys: { current, previous: null } })).toEqual([current.publicKey]);
    expect(await signersAt(NOW, { signingKeys: null })).toEqual([]);
  });

  it('decrypts nothing but the secret without key pairs', async ({ endpoint, opened, signersAt }) => {
    await signersAt(NOW, { signingKeys: null });

    expect(opened.map(({ subject }) => subject)).toEqual([endpoint.id]);
  });

  it('rejects a ciphertext of the secret in the place of a key, and one of another endpoint', async (fixture) => {
    const { box, current, target, signersAt } = fixture;
    const other = await sealNewKey({ secrets: box, randomBytes }, { ...fixture.endpoint, id: 'other' });
    const withKey = (sealed: string) => ({
      signingKeys: { current: { ...current, sealed }, previous: null },
    });

    await expect(signersAt(NOW, withKey(target.secrets.current))).rejects.toThrow();
    await expect(signersAt(NOW, withKey(other.sealed))).rejects.toThrow();
    await expect(
      signersAt(NOW, { secrets: { ...target.secrets, current: current.sealed } }),
    ).rejects.toThrow();
  });
});
