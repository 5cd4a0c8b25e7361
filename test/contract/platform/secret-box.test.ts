import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { KMSClient } from '@aws-sdk/client-kms';
import { beforeEach, describe, expect, it } from 'vitest';
import { startKmsServer } from '#local/kms/kms-server.ts';
import {
  MAX_SECRET_BYTES,
  type SealContext,
  type SecretBox,
  SecretUnavailableError,
} from '#shared/platform/core/secret-box.ts';
import { createBucketKeys } from '#shared/platform/runtime/secrets/bucket-keys.ts';
import { createKmsCipher, type KmsCipher } from '#shared/platform/runtime/secrets/kms-cipher.ts';
import { createSecretBox } from '#shared/platform/runtime/secrets/secret-box.ts';
import { createTransitBox } from '#shared/platform/runtime/secrets/transit-box.ts';
import { createMemoryBucketKeyStore } from '#test/support/fakes/platform/memory-bucket-keys.ts';
import { createMemorySecretBox } from '#test/support/fakes/platform/memory-secret-box.ts';
import { forEachTest } from '#test/support/fixtures/platform/for-tests.ts';
import { createTestClock } from '#test/support/fixtures/platform/test-clock.ts';

const CONTEXT: SealContext = { purpose: 'signing', workspace: 'workspace-1', subject: 'endpoint-1' };

type Fixture = { readonly box: SecretBox; breakDown(): Promise<void>; stop(): Promise<void> };

async function startInMemory(): Promise<Fixture> {
  const box = createMemorySecretBox();
  return { box, breakDown: async () => box.breakDown(), stop: async () => undefined };
}

/** KMS on the local server, and a box that encrypts with it. */
async function startOnKms(createBox: (cipher: KmsCipher) => SecretBox): Promise<Fixture> {
  const directory = await mkdtemp(join(tmpdir(), 'kms-'));
  const server = await startKmsServer({ keyFile: join(directory, 'key') });
  const client = new KMSClient({
    endpoint: server.address,
    region: 'us-east-1',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
    maxAttempts: 1,
  });
  return {
    box: createBox(createKmsCipher(client, 'local-key')),
    breakDown: () => server.stop(),
    async stop() {
      client.destroy();
      await server.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

function withKeyPairs(cipher: KmsCipher): SecretBox {
  const clock = createTestClock();
  const store = createMemoryBucketKeyStore();
  const keys = createBucketKeys({ store, cipher, clock, random: () => 0, recoveryKey: undefined });
  return createSecretBox({ keys, cipher, clock });
}

describe.each([
  { name: 'in memory', start: startInMemory },
  { name: 'with key pairs that KMS protects', start: () => startOnKms(withKeyPairs) },
  { name: 'on KMS alone', start: () => startOnKms((cipher) => createTransitBox(cipher, createTestClock())) },
])('SecretBox $name', ({ start }) => {
  const fixture = forEachTest(start, 'stop');
  let box: SecretBox;
  beforeEach(async () => {
    ({ box } = fixture);
  });
  it.each(['whsec_c2VjcmV0', 'Zoë 🥐', 'x'.repeat(MAX_SECRET_BYTES)])(
    'decrypts what it encrypted',
    async (text) => {
      const sealed = await box.seal(text, CONTEXT);

      expect(sealed).not.toContain(text);
      expect(await box.open(sealed, CONTEXT)).toBe(text);
      expect(await box.open(sealed, { ...CONTEXT })).toBe(text);
    },
  );

  it('never encrypts twice to the same ciphertext', async () => {
    expect(await box.seal('secret', CONTEXT)).not.toBe(await box.seal('secret', CONTEXT));
  });

  it.each([MAX_SECRET_BYTES + 1, 0])('rejects encrypting %i bytes', async (size) => {
    await expect(box.seal('x'.repeat(size), CONTEXT)).rejects.toThrow();
  });

  it('counts bytes, not characters', async () => {
    await expect(box.seal('ë'.repeat(MAX_SECRET_BYTES / 2 + 1), CONTEXT)).rejects.toThrow();
  });

  it.each<Partial<SealContext>>([
    { purpose: 'replay' },
    { workspace: 'workspace-2' },
    { subject: 'endpoint-2' },
  ])('permanently rejects decryption under another context: %j', async (other) => {
    const sealed = await box.seal('secret', CONTEXT);
    await box.open(sealed, CONTEXT);

    const opening = box.open(sealed, { ...CONTEXT, ...other });
    await expect(opening).rejects.toThrow();
    await expect(opening).rejects.not.toBeInstanceOf(SecretUnavailableError);
  });

  it('permanently rejects what it did not encrypt', async () => {
    const sealed = await box.seal('secret', CONTEXT);
    const middle = sealed.length - 12;
    const changed = `${sealed.slice(0, middle)}${sealed[middle] === 'A' ? 'B' : 'A'}${sealed.slice(middle + 1)}`;

    const opening = box.open(changed, CONTEXT);
    await expect(opening).rejects.toThrow();
    await expect(opening).rejects.not.toBeInstanceOf(SecretUnavailableError);
  });

  it('reports a secret as unavailable, not as invalid, while the key service is down', async () => {
    const sealed = await box.seal('secret', CONTEXT);
    await fixture.breakDown();

    await expect(box.open(sealed, CONTEXT)).rejects.toThrow(SecretUnavailableError);
    // Nothing was encrypted for this purpose, so its key does not exist yet.
    const first = box.seal('secret', { ...CONTEXT, purpose: 'notification' });
    await expect(first).rejects.toThrow(SecretUnavailableError);
  });
});
