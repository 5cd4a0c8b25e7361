import { statSync } from 'node:fs';
import { DecryptCommand, EncryptCommand, KMSClient } from '@aws-sdk/client-kms';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LOCAL_AWS } from '#local/aws/aws-identity.ts';
import type { HttpPart } from '#local/http-part.ts';
import { startKmsServer } from '#local/kms/kms-server.ts';
import { temporaryDirectory } from './temporary-directory.ts';

const directory = temporaryDirectory();
const keyFile = directory.at('kms.key');
const KeyId = 'arn:aws:kms:us-east-1:000000000000:key/SecretKey';
const context = { workspace: 'w1', purpose: 'signing' };

describe('KMS server', () => {
  let server: HttpPart;
  let kms: KMSClient;

  async function start(): Promise<void> {
    server = await startKmsServer({ keyFile });
    kms = new KMSClient({
      endpoint: server.address,
      region: LOCAL_AWS.region,
      credentials: LOCAL_AWS.credentials,
    });
  }

  async function encrypt(
    text: string,
    EncryptionContext: Record<string, string> = context,
  ): Promise<Uint8Array> {
    const { CiphertextBlob } = await kms.send(
      new EncryptCommand({ KeyId, Plaintext: Buffer.from(text), EncryptionContext }),
    );
    return CiphertextBlob ?? new Uint8Array();
  }

  beforeAll(start);
  afterAll(async () => {
    kms.destroy();
    await server.stop();
    directory.remove();
  });

  it('decrypts what it encrypted, also after a restart and whatever the order of the context', async () => {
    const CiphertextBlob = await encrypt('whsec_secret');
    await server.stop();
    await start();

    const answer = await kms.send(
      new DecryptCommand({ CiphertextBlob, EncryptionContext: { purpose: 'signing', workspace: 'w1' } }),
    );

    expect(Buffer.from(answer.Plaintext ?? []).toString()).toBe('whsec_secret');
    expect(answer.KeyId).toBe(KeyId);
    expect(Buffer.from(CiphertextBlob).includes('whsec')).toBe(false);
  });

  it.each([{ workspace: 'w2', purpose: 'signing' }, { workspace: 'w1' }, {}])(
    'rejects the context %j',
    async (EncryptionContext) => {
      const CiphertextBlob = await encrypt('secret');

      await expect(kms.send(new DecryptCommand({ CiphertextBlob, EncryptionContext }))).rejects.toMatchObject(
        {
          name: 'InvalidCiphertextException',
        },
      );
    },
  );

  it('rejects changed bytes', async () => {
    const CiphertextBlob = await encrypt('secret');
    CiphertextBlob[CiphertextBlob.length - 1] = (CiphertextBlob.at(-1) ?? 0) ^ 1;

    await expect(
      kms.send(new DecryptCommand({ CiphertextBlob, EncryptionContext: context })),
    ).rejects.toMatchObject({ name: 'InvalidCiphertextException' });
  });

  it('rejects another key than the one that encrypted', async () => {
    const CiphertextBlob = await encrypt('secret');

    await expect(
      kms.send(new DecryptCommand({ KeyId: 'other', CiphertextBlob, EncryptionContext: context })),
    ).rejects.toMatchObject({ name: 'IncorrectKeyException' });
  });

  it('accepts 4,096 bytes and rejects one more', async () => {
    await expect(encrypt('x'.repeat(4096))).resolves.toBeInstanceOf(Uint8Array);
    await expect(encrypt('x'.repeat(4097))).rejects.toMatchObject({ name: 'ValidationException' });
  });

  it('makes its key readable only for its owner', () => {
    expect(statSync(keyFile).mode & 0o777).toBe(0o600);
  });
});
