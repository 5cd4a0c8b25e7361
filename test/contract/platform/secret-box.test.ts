import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { KMSClient } from '@aws-sdk/client-kms';
import { beforeEach, describe, expect, it } from 'vitest';
import { startKmsServer } from '#local/kms/kms-server.ts';
import {
  type SealContext,
  type SecretBox,
  SecretUnavailableError,
} from '#shared/platform/core/secret-box.ts';
import { createKmsSecretBox } from '#shared/platform/runtime/kms-secret-box.ts';
import { createMemorySecretBox } from '#test/support/fakes/platform/memory-secret-box.ts';
import { forEachTest } from '#test/support/fixtures/platform/for-tests.ts';
import { createTestClock } from '#test/support/fixtures/platform/test-clock.ts';

const MAX_BYTES = 4096;
const CONTEXT: SealContext = { purpose: 'signing', workspace: 'workspace-1', subject: 'endpoint-1' };

type Fixture = { readonly box: SecretBox; breakDown(): Promise<void>; stop(): Promise<void> };

async function startInMemory(): Promise<Fixture> {
  const box = createMemorySecretBox();
  return { box, breakDown: async () => box.breakDown(), stop: async () => undefined };
}

async function startOnKms(): Promise<Fixture> {
  const directory = await mkdtemp(join(tmpdir(), 'kms-'));
  const server = await startKmsServer({ keyFile: join(directory, 'key') });
  const client = new KMSClient({
    endpoint: server.address,
    region: 'us-east-1',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
    maxAttempts: 1,
  });
  return {
    box: createKmsSecretBox(client, 'local-key', createTestClock()),
    breakDown: () => server.stop(),
    async stop() {
      client.destroy();
      await server.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

describe.each([
  { name: 'in memory', start: startInMemory },
  { name: 'on KMS', start: startOnKms },
])('SecretBox $name', ({ start }) => {
  const fixture = forEachTest(start, 'stop');
  let box: SecretBox;
  beforeEach(async () => {
    ({ box } = fixture);
  });
  it.each(['whsec_c2VjcmV0', 'Zoë 🥐', 'x'.repeat(MAX_BYTES)])('decrypts what it encrypted', async (text) => {
    const sealed = await box.seal(text, CONTEXT);

    expect(sealed).not.toContain(text);
    expect(await box.open(sealed, CONTEXT)).toBe(text);
    expect(await box.open(sealed, { ...CONTEXT })).toBe(text);
  });

  it('never encrypts twice to the same ciphertext', async () => {
    expect(await box.seal('secret', CONTEXT)).not.toBe(await box.seal('secret', CONTEXT));
  });

  it.each([MAX_BYTES + 1, 0])('rejects encrypting %i bytes', async (size) => {
    await expect(box.seal('x'.repeat(size), CONTEXT)).rejects.toThrow();
  });

  it('counts bytes, not characters', async () => {
    await expect(box.seal('ë'.repeat(MAX_BYTES / 2 + 1), CONTEXT)).rejects.toThrow();
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
    const bytes = Buffer.from(sealed, 'base64');
    bytes.writeUInt8(bytes.readUInt8(bytes.length - 1) ^ 1, bytes.length - 1);

    const opening = box.open(bytes.toString('base64'), CONTEXT);
    await expect(opening).rejects.toThrow();
    await expect(opening).rejects.not.toBeInstanceOf(SecretUnavailableError);
  });

  it('reports a secret as unavailable, not as invalid, while the key service is down', async () => {
    const sealed = await box.seal('secret', CONTEXT);
    await fixture.breakDown();

    await expect(box.open(sealed, CONTEXT)).rejects.toThrow(SecretUnavailableError);
    await expect(box.seal('secret', CONTEXT)).rejects.toThrow(SecretUnavailableError);
  });
});
