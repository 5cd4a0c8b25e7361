import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  type SealContext,
  type SecretBox,
  SecretInvalidError,
  SecretUnavailableError,
} from '#shared/platform/core/secret-box.ts';
import { bucketOf, createBucketKeys } from '#shared/platform/runtime/secrets/bucket-keys.ts';
import { readRecoveryKey } from '#shared/platform/runtime/secrets/recovery-key.ts';
import { createSecretBox } from '#shared/platform/runtime/secrets/secret-box.ts';
import {
  createMemoryBucketKeyStore,
  createMemoryCipher,
  keyServiceDown,
  type MemoryBucketKeyStore,
  type MemoryCipher,
} from '#test/support/fakes/platform/memory-bucket-keys.ts';
import { createTestClock, type TestClock } from '#test/support/fixtures/platform/test-clock.ts';

const CONTEXT: SealContext = { purpose: 'signing', workspace: 'workspace-1', subject: 'endpoint-1' };
const FIVE_MINUTES = 300;
const HOUR = 3600;

let clock: TestClock;
let store: MemoryBucketKeyStore;
let cipher: MemoryCipher;
let box: SecretBox;

/** A function that has just started. */
function start({ random = 0, version = 1 } = {}): SecretBox {
  const keys = createBucketKeys({ store, cipher, clock, random: () => random, recoveryKey: undefined });
  return createSecretBox({ keys, cipher, clock, version });
}

beforeEach(() => {
  clock = createTestClock();
  store = createMemoryBucketKeyStore();
  cipher = createMemoryCipher();
  box = start();
});

/** A ciphertext as all were stored before there were key pairs. */
async function legacy(text: string, context: SealContext = CONTEXT): Promise<string> {
  return (await cipher.encrypt(Buffer.from(text), context)).toString('base64');
}

/** Two workspaces in the same bucket, and one in another. */
function neighbours() {
  const first = randomUUID();
  const others = Array.from({ length: 4000 }, () => randomUUID());
  const same = others.find((id) => bucketOf(id) === bucketOf(first)) ?? '';
  const other = others.find((id) => bucketOf(id) !== bucketOf(first)) ?? '';
  return { first, same, other };
}

describe('createSecretBox', () => {
  it('calls KMS once for a bucket, when its key pair is created, and never to encrypt after that', async () => {
    await box.seal('secret', CONTEXT);
    await box.seal('another', { ...CONTEXT, subject: 'endpoint-2' });
    await start().seal('a third', CONTEXT);

    expect(cipher.calls).toEqual({ encrypt: 1, decrypt: 0 });
  });

  it('names the version of the envelope and of the key pair', async () => {
    expect(await box.seal('secret', CONTEXT)).toMatch(/^hpke1\.1\.[\w-]+$/u);
    expect(await start({ version: 2 }).seal('secret', CONTEXT)).toMatch(/^hpke1\.2\.[\w-]+$/u);
  });

  it('opens secrets of an earlier version of the key pair after a new one', async () => {
    const sealed = await box.seal('secret', CONTEXT);
    const later = start({ version: 2 });
    await later.seal('new', CONTEXT);

    expect(await later.open(sealed, CONTEXT)).toBe('secret');
  });

  it('asks KMS once an hour for all secrets of the workspaces of a bucket', async () => {
    const { first, same } = neighbours();
    const contexts = [first, same].map((workspace) => ({ ...CONTEXT, workspace }));
    const sealed = await Promise.all(contexts.map(async (context) => box.seal('secret', context)));
    const opener = start();
    for (let minutes = 0; minutes < 60; minutes += 10) {
      for (const [at, context] of contexts.entries()) await opener.open(sealed[at] ?? '', context);
      clock.advance(600);
    }
    expect(cipher.calls.decrypt).toBe(1);

    await opener.open(sealed[0] ?? '', { ...CONTEXT, workspace: first });
    expect(cipher.calls.decrypt).toBe(2);
  });

  it('asks up to six minutes earlier, so that instances that started together do not ask together', async () => {
    const sealed = await box.seal('secret', CONTEXT);
    const openers = [0, 0.999].map((random) => start({ random }));
    for (const opener of openers) await opener.open(sealed, CONTEXT);
    clock.advance(HOUR * 0.95);
    for (const opener of openers) await opener.open(sealed, CONTEXT);

    expect(cipher.calls.decrypt).toBe(3);
  });

  it('asks once for a hundred secrets of a bucket that are opened at the same time, and again if that failed', async () => {
    const contexts = Array.from({ length: 100 }, (_, at) => ({ ...CONTEXT, subject: `endpoint-${at}` }));
    const sealed = await Promise.all(contexts.map(async (context) => box.seal(context.subject, context)));
    const opener = start();
    const openAll = () =>
      Promise.allSettled(contexts.map(async (context, at) => opener.open(sealed[at] ?? '', context)));

    cipher.failWith(keyServiceDown());
    const failed = await openAll();
    expect(new Set(failed.map(({ status }) => status))).toEqual(new Set(['rejected']));
    expect(cipher.calls.decrypt).toBe(1);

    cipher.failWith(undefined);
    const opened = await openAll();
    expect(opened).toEqual(contexts.map(({ subject: value }) => ({ status: 'fulfilled', value })));
    expect(cipher.calls.decrypt).toBe(2);
  });

  it('reads the key pair of an opened secret not again within five minutes', async () => {
    const sealed = await box.seal('secret', CONTEXT);
    const opener = start();
    await opener.open(sealed, CONTEXT);
    const reads = store.reads();
    clock.advance(FIVE_MINUTES - 1);
    await opener.open(sealed, CONTEXT);

    expect(store.reads()).toBe(reads);
  });

  it.each<Partial<SealContext>>([
    { purpose: 'replay' },
    { workspace: 'workspace-2' },
    { subject: 'endpoint-2' },
  ])('does not open a secret for %j, also after it was opened for its owner', async (other) => {
    const sealed = await box.seal('secret', CONTEXT);
    await start().seal('elsewhere', { ...CONTEXT, ...other });
    await box.open(sealed, CONTEXT);

    await expect(box.open(sealed, { ...CONTEXT, ...other })).rejects.toThrow(SecretInvalidError);
    expect(await box.open(sealed, CONTEXT)).toBe('secret');
  });

  it('does not open a secret for a neighbour in the same bucket, or for a workspace of another bucket', async () => {
    const { first, same, other } = neighbours();
    const sealed = await box.seal('secret', { ...CONTEXT, workspace: first });
    for (const workspace of [same, other]) await box.seal('x', { ...CONTEXT, workspace });

    for (const workspace of [same, other])
      await expect(box.open(sealed, { ...CONTEXT, workspace })).rejects.toThrow(SecretInvalidError);
  });

  it('does not open a secret with another key pair of the same bucket', async () => {
    const sealed = await box.seal('secret', CONTEXT);
    await start({ version: 2 }).seal('new', CONTEXT);

    await expect(box.open(sealed.replace('hpke1.1.', 'hpke1.2.'), CONTEXT)).rejects.toThrow(
      SecretInvalidError,
    );
  });

  it.each([
    'hpke1.1.',
    'hpke1.1.AAAA',
    'hpke1..AAAA',
    'hpke1.0.AAAA',
    'hpke1.1.!',
    'hpke2.1.AAAA',
    '.',
    `hpke1.1.${'A'.repeat(200)}`,
    `hpke1.1.${'A'.repeat(200)}=`,
    `hpke1.9.${'A'.repeat(200)}`,
  ])('rejects %j for good, and asks KMS for no key that is not there', async (text) => {
    await box.seal('secret', CONTEXT);

    await expect(box.open(text, CONTEXT)).rejects.toThrow(SecretInvalidError);
  });

  it('opens secrets that KMS itself encrypted, and caches them for five minutes', async () => {
    const sealed = await legacy('older');

    expect(await box.open(sealed, CONTEXT)).toBe('older');
    expect(await box.open(sealed, CONTEXT)).toBe('older');
    expect(cipher.calls.decrypt).toBe(1);
    clock.advance(FIVE_MINUTES);
    await box.open(sealed, CONTEXT);
    expect(cipher.calls.decrypt).toBe(2);
    await expect(box.open(sealed, { ...CONTEXT, subject: 'endpoint-2' })).rejects.toThrow();
  });

  it('never opens the key pair itself as a secret', async () => {
    await box.seal('secret', CONTEXT);
    const place = { purpose: 'signing', bucket: bucketOf('workspace-1'), version: 1 } as const;
    const wrapped = (await store.find(place))?.wrappedKey ?? '';

    await expect(box.open(wrapped, CONTEXT)).rejects.toMatchObject({ name: 'InvalidCiphertextException' });
  });

  it('keeps at most 10,000 opened secrets, and drops those that were not used for the longest time', async () => {
    const sealed = await legacy('popular');
    await box.open(sealed, CONTEXT);
    for (let at = 0; at < 10_000; at += 1) {
      const context = { ...CONTEXT, subject: String(at) };
      await box.open(await legacy('x', context), context);
      if (at % 1000 === 0) await box.open(sealed, CONTEXT);
    }
    const asked = cipher.calls.decrypt;
    await box.open(sealed, CONTEXT);
    expect(cipher.calls.decrypt).toBe(asked);

    await box.open(await legacy('x', { ...CONTEXT, subject: '0' }), { ...CONTEXT, subject: '0' });
    expect(cipher.calls.decrypt).toBe(asked + 1);
  });

  it('rejects a key pair whose private key is another one', async () => {
    const sealed = await box.seal('secret', CONTEXT);
    await box.seal('other', { ...CONTEXT, purpose: 'replay' });
    const bucket = bucketOf('workspace-1');
    const place = { purpose: 'signing', bucket, version: 1 } as const;
    const [own, other] = await Promise.all([store.find(place), store.find({ ...place, purpose: 'replay' })]);
    if (!own || !other) throw new Error('The pairs were not created');
    store.set(place, { ...own, publicKey: other.publicKey });

    await expect(start().open(sealed, CONTEXT)).rejects.toThrow(SecretInvalidError);
  });

  it('uses the pair of the faster of two functions that create it at the same time', async () => {
    const [first, second] = [start(), start()];
    const sealed = await Promise.all([first.seal('a', CONTEXT), second.seal('b', CONTEXT)]);

    expect(cipher.calls.encrypt).toBe(2);
    const opener = start();
    expect(await Promise.all(sealed.map(async (text) => opener.open(text, CONTEXT)))).toEqual(['a', 'b']);
    expect(cipher.calls.decrypt).toBe(1);
  });

  it('reports a secret as unavailable while KMS does not answer, and opens it after that', async () => {
    const sealed = await box.seal('secret', CONTEXT);
    const opener = start();
    cipher.failWith(keyServiceDown());
    await expect(opener.open(sealed, CONTEXT)).rejects.toThrow(SecretUnavailableError);
    await expect(opener.seal('new', { ...CONTEXT, workspace: 'workspace-9' })).rejects.toThrow(
      SecretUnavailableError,
    );
    expect(await opener.seal('no KMS', CONTEXT)).toMatch(/^hpke1/u);

    cipher.failWith(undefined);
    expect(await opener.open(sealed, CONTEXT)).toBe('secret');
  });

  it('reports a secret as unavailable while the table does not answer', async () => {
    const sealed = await box.seal('secret', CONTEXT);
    const broken = {
      ...store,
      async find() {
        throw new Error('ThrottlingException');
      },
    };
    const keys = createBucketKeys({ store: broken, cipher, clock, random: () => 0, recoveryKey: undefined });
    const opener = createSecretBox({ keys, cipher, clock });

    await expect(opener.open(sealed, CONTEXT)).rejects.toThrow(SecretUnavailableError);
    await expect(opener.seal('x', CONTEXT)).rejects.toThrow(SecretUnavailableError);
  });
});

describe('a forged key pair', () => {
  it.each([
    ['a public key of small order', Buffer.alloc(32)],
    ['a public key that is too short', Buffer.alloc(31)],
  ])('with %s is named when a secret is encrypted or decrypted', async (_, publicRaw) => {
    const sealed = await box.seal('secret', CONTEXT);
    const place = { purpose: CONTEXT.purpose, bucket: bucketOf(CONTEXT.workspace), version: 1 };
    const stored = await store.find(place);
    if (!stored) throw new Error('There is no key pair');
    store.set(place, { ...stored, publicKey: publicRaw.toString('base64url') });

    const sealing = start().seal('another', CONTEXT);
    await expect(sealing).rejects.toThrow(SecretInvalidError);
    await expect(sealing).rejects.toThrow(`The key pair of signing/${place.bucket}/1 cannot be used`);
    await expect(start().open(sealed, CONTEXT)).rejects.toThrow(SecretInvalidError);
  });
});

describe('bucketOf', () => {
  it('spreads workspaces over 256 buckets', () => {
    const buckets = new Set(Array.from({ length: 5000 }, () => bucketOf(randomUUID())));

    expect([Math.min(...buckets), Math.max(...buckets), buckets.size]).toEqual([0, 255, 256]);
    expect(bucketOf('workspace-1')).toBe(bucketOf('workspace-1'));
  });
});

describe('readRecoveryKey', () => {
  it.each(['', 'x', 'A'.repeat(42), 'A'.repeat(44), `${'A'.repeat(42)}=`, `${'A'.repeat(42)}B`])(
    'rejects %j',
    (text) => {
      expect(() => readRecoveryKey(text)).toThrow('is not a public key of X25519');
    },
  );

  it('does not repeat the text, which can be the private key', () => {
    const text = '{"privateKey":"topsecret"}';

    expect(() => readRecoveryKey(text)).toThrow('The text of 26 characters is not a public key');
    expect(() => readRecoveryKey(text)).not.toThrow('topsecret');
  });
});
