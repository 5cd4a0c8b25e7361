import { KMSClient, KMSInternalException } from '@aws-sdk/client-kms';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, describe, expect, it } from 'vitest';
import { DecryptCommand, EncryptCommand } from '#packages/lean-aws-client/kms-commands.ts';
import {
  type SealContext,
  type SecretBox,
  SecretUnavailableError,
} from '#shared/platform/core/secret-box.ts';
import { createKmsSecretBox } from '#shared/platform/runtime/kms-secret-box.ts';
import { createTestClock, type TestClock } from '#test/support/fixtures/platform/test-clock.ts';

const CONTEXT: SealContext = { purpose: 'signing', workspace: 'workspace-1', subject: 'endpoint-1' };
const SEALED = Buffer.from('sealed').toString('base64');
const FIVE_MINUTES = 300;

// Calls are counted and fail on demand, which no emulator does; the behaviour of KMS is in the contract suite.
const kms = mockClient(KMSClient);
let clock: TestClock;
let box: SecretBox;

beforeEach(() => {
  kms.reset();
  kms.on(DecryptCommand).callsFake(({ CiphertextBlob }: { CiphertextBlob: Uint8Array }) => ({
    Plaintext: Buffer.from(`opened ${Buffer.from(CiphertextBlob).toString()}`),
  }));
  clock = createTestClock();
  box = createKmsSecretBox(new KMSClient({ region: 'us-east-1' }), 'key-1', clock);
});

function decryptions(): number {
  return kms.commandCalls(DecryptCommand).length;
}

describe('createKmsSecretBox', () => {
  it('encrypts with its key, bound to the context', async () => {
    kms.on(EncryptCommand).resolves({ CiphertextBlob: Buffer.from('sealed') });

    expect(await box.seal('secret', CONTEXT)).toBe(SEALED);
    expect(kms.commandCalls(EncryptCommand)[0]?.args[0].input).toEqual({
      KeyId: 'key-1',
      Plaintext: Buffer.from('secret'),
      EncryptionContext: CONTEXT,
    });
  });

  it('decrypts with its key and the context', async () => {
    expect(await box.open(SEALED, CONTEXT)).toBe('opened sealed');
    expect(kms.commandCalls(DecryptCommand)[0]?.args[0].input).toEqual({
      KeyId: 'key-1',
      CiphertextBlob: Buffer.from('sealed'),
      EncryptionContext: CONTEXT,
    });
  });

  it('decrypts the same ciphertext once in five minutes', async () => {
    await box.open(SEALED, CONTEXT);
    clock.advance(FIVE_MINUTES - 1);
    expect(await box.open(SEALED, CONTEXT)).toBe('opened sealed');

    expect(decryptions()).toBe(1);
  });

  it('makes one call for ten concurrent requests of the same ciphertext, and another if that failed', async () => {
    kms
      .on(DecryptCommand)
      .rejectsOnce(new KMSInternalException({ message: 'down', $metadata: {} }))
      .resolves({ Plaintext: Buffer.from('opened sealed') });
    const ask = () => Promise.allSettled(Array.from({ length: 10 }, () => box.open(SEALED, CONTEXT)));
    const failed = await ask();
    expect(new Set(failed.map(({ status }) => status))).toEqual(new Set(['rejected']));
    const asked = decryptions();
    await ask();

    expect(await box.open(SEALED, CONTEXT)).toBe('opened sealed');
    expect([asked, decryptions() - asked]).toEqual([1, 1]);
  });

  it('decrypts again after five minutes, counted from the response and not from the last use', async () => {
    await box.open(SEALED, CONTEXT);
    clock.advance(FIVE_MINUTES - 1);
    await box.open(SEALED, CONTEXT);
    clock.advance(1);
    await box.open(SEALED, CONTEXT);

    expect(decryptions()).toBe(2);
  });

  it('never returns the plaintext of another ciphertext, such as one before a rotation', async () => {
    await box.open(SEALED, CONTEXT);
    const rotated = Buffer.from('rotated').toString('base64');

    expect(await box.open(rotated, CONTEXT)).toBe('opened rotated');
  });

  it.each<Partial<SealContext>>([
    { purpose: 'replay' },
    { workspace: 'workspace-2' },
    { subject: 'endpoint-2' },
  ])('does not use the cache under another context: %j', async (other) => {
    await box.open(SEALED, CONTEXT);
    await box.open(SEALED, { ...CONTEXT, ...other });

    expect(decryptions()).toBe(2);
  });

  it('caches a limited number of plaintexts', async () => {
    for (let index = 0; index <= 1000; index += 1)
      await box.open(SEALED, { ...CONTEXT, subject: String(index) });
    await box.open(SEALED, { ...CONTEXT, subject: '0' });

    expect(decryptions()).toBe(1002);
  });

  it.each([
    new KMSInternalException({ message: 'down', $metadata: {} }),
    Object.assign(new Error('slow down'), { name: 'ThrottlingException' }),
    Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' }),
  ])('reports the secret as unavailable on $name, and tries again next time', async (fault) => {
    kms
      .on(DecryptCommand)
      .rejectsOnce(fault)
      .resolves({ Plaintext: Buffer.from('secret') });
    const opening = box.open(SEALED, CONTEXT);

    await expect(opening).rejects.toThrow(SecretUnavailableError);
    await expect(opening).rejects.toMatchObject({ cause: fault });
    expect(await box.open(SEALED, CONTEXT)).toBe('secret');
  });

  it.each([
    'InvalidCiphertextException',
    'IncorrectKeyException',
    'AccessDeniedException',
    'DisabledException',
    'KMSInvalidStateException',
    'NotFoundException',
    'ValidationException',
  ])('rethrows %s, which waiting does not fix', async (name) => {
    const fault = Object.assign(new Error(name), { name });
    kms.on(DecryptCommand).rejects(fault);
    kms.on(EncryptCommand).rejects(fault);

    await expect(box.open(SEALED, CONTEXT)).rejects.toBe(fault);
    await expect(box.seal('secret', CONTEXT)).rejects.toBe(fault);
  });

  it('reports encryption as unavailable when the key service is unresponsive', async () => {
    kms.on(EncryptCommand).rejects(new KMSInternalException({ message: 'down', $metadata: {} }));

    await expect(box.seal('secret', CONTEXT)).rejects.toThrow(SecretUnavailableError);
  });
});
