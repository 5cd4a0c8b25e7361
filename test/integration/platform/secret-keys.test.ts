import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { CAPABILITIES } from '#functions/capabilities.ts';
import { CONSUMERS, OPERATIONS } from '#functions/registry.ts';
import { type SealContext, SecretInvalidError } from '#shared/platform/core/secret-box.ts';
import { bucketOf } from '#shared/platform/runtime/secrets/bucket-keys.ts';
import { createKmsCipher } from '#shared/platform/runtime/secrets/kms-cipher.ts';
import { bucketKeyKey } from '#shared/platform/store/keys.ts';
import { lostResponse } from '#test/support/fixtures/platform/faults/faults.ts';
import { forAllTests } from '#test/support/fixtures/platform/for-tests.ts';
import { asFunction } from '#test/support/fixtures/platform/records/recorded-calls.ts';
import { SECRET_KEY, startLocalCloud } from '#test/support/fixtures/platform/stacks/local-cloud.ts';

const cloud = forAllTests(startLocalCloud, 'stop');
beforeEach(() => cloud.tidy());

type Purpose = SealContext['purpose'];

/** Buckets of each purpose that a test has used. */
const used = new Set<string>();

/** An owner whose bucket has no key pair of this purpose yet. */
function aNewOwner(purpose: Purpose): SealContext {
  for (;;) {
    const workspace = randomUUID();
    const bucket = `${purpose} ${bucketOf(workspace)}`;
    if (used.has(bucket)) continue;
    used.add(bucket);
    return { purpose, workspace, subject: 'subject' };
  }
}

/** The functions that create key pairs, with each purpose. */
const CREATORS = [...OPERATIONS, ...CONSUMERS].flatMap((declared) =>
  CAPABILITIES.grantsOf(declared).flatMap(({ actions, leadingKeys = [] }) => {
    const [, purpose] = leadingKeys[0]?.split('#') ?? [];
    const creates = leadingKeys[0]?.startsWith('BUCKET#') && actions.includes('dynamodb:PutItem');
    return creates ? [[declared.name, purpose as Purpose] as const] : [];
  }),
);

describe('key pairs of secrets', () => {
  // The bucket of an older workspace has no key pair before its next secret, whichever function stores this secret.
  it.each(CREATORS)('are created by %s for the first secret of a bucket: %s', async (name, purpose) => {
    const owner = aNewOwner(purpose);
    const sealed = await asFunction(name, async () => cloud.secrets().seal('secret', owner));

    expect(await cloud.secrets().open(sealed, owner)).toBe('secret');
  });

  it('are one item for each bucket, with nothing readable but the public key', async () => {
    const owner = aNewOwner('signing');
    const first = await cloud.secrets().seal('secret', owner);
    const second = await cloud.secrets().seal('secret', owner);
    const bucket = bucketOf(owner.workspace);
    const item = await cloud.core.get(bucketKeyKey({ purpose: 'signing', bucket, version: 1 }));

    expect(item).toEqual({
      pk: `BUCKET#signing#${bucket}`,
      sk: 'V#1',
      publicKey: expect.stringMatching(/^[\w-]{43}$/u),
      wrappedKey: expect.stringMatching(/^[A-Za-z0-9+/]+=*$/u),
      recoveryCopies: {},
      createdAt: cloud.clock().getTime(),
    });
    expect(first).not.toBe(second);
  });

  it('are created once although the response of the write is lost', async () => {
    const owner = aNewOwner('signing');
    cloud.faults.dynamo.script(lostResponse('PutItem'));
    const [first, second] = await Promise.all([
      cloud.secrets().seal('a', owner),
      cloud.secrets().seal('b', owner),
    ]);
    const box = cloud.secrets();

    expect([await box.open(first, owner), await box.open(second, owner)]).toEqual(['a', 'b']);
  });

  it('open no secret whose key pair is lost, and say which one', async () => {
    const owner = aNewOwner('signing');
    const sealed = (await cloud.secrets().seal('secret', owner)).replace('hpke1.1.', 'hpke1.7.');

    const opening = cloud.secrets().open(sealed, owner);
    await expect(opening).rejects.toThrow(SecretInvalidError);
    await expect(opening).rejects.toThrow(`signing/${bucketOf(owner.workspace)}/7`);
  });

  it('are not needed for secrets that KMS itself encrypted before there were key pairs', async () => {
    const owner = aNewOwner('account');
    const older = await createKmsCipher(cloud.clients.kms, SECRET_KEY).encrypt(Buffer.from('older'), owner);

    expect(await cloud.secrets().open(older.toString('base64'), owner)).toBe('older');
  });
});
