import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { KMSClient } from '@aws-sdk/client-kms';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { LOCAL_AWS } from '#local/aws/aws-identity.ts';
import { startKmsServer } from '#local/kms/kms-server.ts';
import { countVersions } from '#scripts/lib/keys/bucket-key-items.ts';
import { addRecoveryCopies, checkRecoveryCopies } from '#scripts/lib/keys/recovery-copies.ts';
import { readRecoveryKeyFile, writeRecoveryKey } from '#scripts/lib/keys/recovery-key-file.ts';
import type { Rewrap } from '#scripts/lib/restore/restore-bucket-keys.ts';
import { restoreTable } from '#scripts/lib/restore/restore-table.ts';
import type { SealContext, SecretBox } from '#shared/platform/core/secret-box.ts';
import { createSecrets } from '#shared/platform/entry/secrets.ts';
import { NONE } from '#shared/platform/runtime/provision-variables.ts';
import type { BucketPlace } from '#shared/platform/runtime/secrets/bucket-key.ts';
import { bucketOf, wrapContext } from '#shared/platform/runtime/secrets/bucket-keys.ts';
import { newKeyPair } from '#shared/platform/runtime/secrets/hpke.ts';
import { createKmsCipher } from '#shared/platform/runtime/secrets/kms-cipher.ts';
import { readRecoveryKey } from '#shared/platform/runtime/secrets/recovery-key.ts';
import { commitWrites } from '#shared/platform/store/commit.ts';
import { bucketKeyKey } from '#shared/platform/store/keys.ts';
import { tryWrite } from '#shared/platform/store/try-write.ts';
import { always, deleteItem, putItem } from '#shared/platform/store/write.ts';
import { anEndpoint } from '#test/support/builders/webhooks/endpoint-builders.ts';
import { createWorkspaceIn } from '#test/support/builders/workspaces/workspace-builders.ts';
import { seen } from '#test/support/fixtures/platform/faults/faults.ts';
import { forAllTests } from '#test/support/fixtures/platform/for-tests.ts';
import { createDynamoFixture, emulatedStores } from '#test/support/fixtures/platform/platform-fixture.ts';
import { type Emulator, startEmulator } from '#test/support/fixtures/platform/stacks/emulator.ts';
import { createTestClock } from '#test/support/fixtures/platform/test-clock.ts';

const directory = mkdtempSync(join(tmpdir(), 'recovery-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));
const at = (name: string) => join(directory, name);

/** The KMS of an account, with a key of its own. */
async function startKms() {
  const server = await startKmsServer({ keyFile: at(`${randomUUID()}.key`) });
  const client = new KMSClient({
    endpoint: server.address,
    region: LOCAL_AWS.region,
    credentials: LOCAL_AWS.credentials,
  });
  return {
    client,
    cipher: createKmsCipher(client, 'key'),
    async stop() {
      client.destroy();
      await server.stop();
    },
  };
}

const clock = createTestClock();
/** The stage that is lost, a copy of its table, and the stage of another account. */
const lost = forAllTests(startEmulator, 'stop');
const lostStores = forAllTests(() => createDynamoFixture(lost.core, lost.deliveries));
const [lostKms, newKms] = [forAllTests(startKms, 'stop'), forAllTests(startKms, 'stop')];
const { emulator: live, fixture, faults } = emulatedStores();

const publicKey = writeRecoveryKey(at('recovery.json'));
const privateKey = readRecoveryKeyFile(at('recovery.json'));

function boxOf({ core }: Pick<Emulator, 'core'>, kms: KMSClient, recoveryPublicKey = NONE): SecretBox {
  const aws = { environment: {}, dynamo: core.client, kms };
  return createSecrets({ id: 'key', aws, table: core.name, recoveryPublicKey }, clock);
}

/** A workspace with an endpoint, whose secret the lost stage has encrypted. */
async function anEndpointWithSecret(recoveryPublicKey?: string) {
  const { owned } = await createWorkspaceIn(fixture.workspaces);
  const blank = anEndpoint(owned);
  const owner = { purpose: 'signing', workspace: blank.workspaceId, subject: blank.id } as const;
  const sealed = await boxOf(lost, lostKms.client, recoveryPublicKey).seal('whsec_x', owner);
  return { owner, sealed, place: placeOf(owner) };
}

function placeOf({ purpose, workspace }: SealContext) {
  return { purpose, bucket: bucketOf(workspace), version: 1 };
}

async function restore(workspaceId: string, rewrap?: Rewrap, apply = true): Promise<readonly string[]> {
  const lines: string[] = [];
  const counts = await restoreTable({
    live: live.core,
    restored: lost.core,
    overwrite: false,
    apply,
    workspaceId,
    rewrap,
    now: clock(),
    print: (line) => lines.push(line),
  });
  return [...lines, ...[...counts].map(([label, count]) => `${count} ${label}`)];
}

beforeEach(() => faults.clear());

describe('a recovery key', () => {
  it('is in a file that only its owner can read, and never replaces another', () => {
    expect(statSync(at('recovery.json')).mode & 0o777).toBe(0o600);
    expect(readRecoveryKey(publicKey).publicKey.raw).toEqual(privateKey.publicRaw);
    const before = readFileSync(at('recovery.json'), 'utf8');

    expect(() => writeRecoveryKey(at('recovery.json'))).toThrow('EEXIST');
    expect(readFileSync(at('recovery.json'), 'utf8')).toBe(before);
  });

  it('is rejected without its content if the file is another one', () => {
    const file = JSON.parse(readFileSync(at('recovery.json'), 'utf8'));
    for (const other of [{ privateKey: 'topsecret' }, { ...file, privateKey: 'topsecret' }]) {
      writeFileSync(at('other.json'), JSON.stringify(other));

      const reading = () => readRecoveryKeyFile(at('other.json'));
      expect(reading).toThrow('is not a file that');
      expect(reading).not.toThrow('topsecret');
    }
  });

  it('opens the key pairs in another account, whose KMS key then protects them', async () => {
    const { owner, sealed, place } = await anEndpointWithSecret(publicKey);
    const rewrap = { recoveryKey: privateKey, cipher: newKms.cipher };
    expect(await restore(owner.workspace, rewrap, false)).toContain('1 bucket-key: written');
    expect(await live.core.get(bucketKeyKey(place))).toBeUndefined();

    expect(await restore(owner.workspace, rewrap)).toContain('1 bucket-key: written');
    expect(await boxOf(live, newKms.client).open(sealed, owner)).toBe('whsec_x');
    await expect(boxOf(live, lostKms.client).open(sealed, owner)).rejects.toThrow();
    // A second run changes nothing.
    expect(await restore(owner.workspace, rewrap)).toContain('1 bucket-key: same, unchanged');
  });

  it('of somebody else restores no key, and says so', async () => {
    const { owner, place } = await anEndpointWithSecret(publicKey);
    writeRecoveryKey(at('stranger.json'));
    const rewrap = { recoveryKey: readRecoveryKeyFile(at('stranger.json')), cipher: newKms.cipher };

    const lines = await restore(owner.workspace, rewrap);
    expect(lines.join('\n')).toContain('is not encrypted for this recovery key');
    expect(await live.core.get(bucketKeyKey(place))).toBeUndefined();
  });

  it('can be added later, without a change of the keys, and is checked by decrypting each copy', async () => {
    const { owner, sealed, place } = await anEndpointWithSecret();
    const recoveryKey = readRecoveryKey(publicKey);
    const before = await lost.core.get(bucketKeyKey(place));
    const name = `signing/${place.bucket}/1`;
    expect((await checkRecoveryCopies(lost.core, recoveryKey)).missing).toContain(name);
    expect((await checkRecoveryCopies(lost.core, privateKey)).missing).toContain(name);

    const planned = await addRecoveryCopies(lost.core, lostKms.cipher, recoveryKey, false);
    expect(await lost.core.get(bucketKeyKey(place))).toEqual(before);
    expect(await addRecoveryCopies(lost.core, lostKms.cipher, recoveryKey, true)).toEqual(planned);
    expect(await addRecoveryCopies(lost.core, lostKms.cipher, recoveryKey, true)).toEqual({
      added: 0,
      bad: [],
    });
    expect((await checkRecoveryCopies(lost.core, privateKey)).missing).toEqual([]);
    expect(await lost.core.get(bucketKeyKey(place))).toEqual({
      ...before,
      recoveryCopies: { [recoveryKey.fingerprint]: expect.stringMatching(/^[\w-]+$/u) },
    });

    await restore(owner.workspace, { recoveryKey: privateKey, cipher: newKms.cipher });
    expect(await boxOf(live, newKms.client).open(sealed, owner)).toBe('whsec_x');
  });
});

describe('a restore', () => {
  it('writes the key pairs of secrets before all other items', async () => {
    const { owned } = await createWorkspaceIn(lostStores.workspaces);
    const { workspaceId } = owned;
    const owner = { purpose: 'signing', workspace: workspaceId, subject: 'new' } as const;
    await boxOf(lost, lostKms.client).seal('whsec_x', owner);
    const puts: string[] = [];
    const note = seen('PutItem', (input) => {
      if ('Item' in input) puts.push(JSON.stringify(input.Item));
    });
    faults.script(...Array.from({ length: 5 }, () => note));

    const lines = await restore(workspaceId);
    expect(lines).toContain('1 bucket-key: written');
    expect(lines.join('\n')).toContain('open only with the KMS key that encrypted the private keys');
    expect(puts).toHaveLength(5);
    expect(puts.map((put) => put.includes('BUCKET#signing#'))).toEqual([true, false, false, false, false]);
  });

  it('stops before it writes anything if the stage has another key pair in the same place', async () => {
    const { owner } = await anEndpointWithSecret();
    await boxOf(live, newKms.client).seal('another', owner);
    const before = await live.core.get(bucketKeyKey(placeOf(owner)));
    let writes = 0;
    faults.script(seen('PutItem', () => (writes += 1)));

    await expect(restore(owner.workspace)).rejects.toThrow(
      `The live table has another key pair with the purpose, bucket and version signing/${bucketOf(owner.workspace)}/1`,
    );
    expect(await live.core.get(bucketKeyKey(placeOf(owner)))).toEqual(before);
    expect(writes).toBe(0);
  });
});

describe('damaged items of key pairs', () => {
  const recoveryKey = readRecoveryKey(publicKey);

  /** A good pair of version 1, and in its partition a damaged item of each kind. */
  async function damagedPairs() {
    const { owner, sealed, place } = await anEndpointWithSecret(publicKey);
    const pair = await lost.core.get(bucketKeyKey(place));
    const put = (sk: string, item: object) =>
      tryWrite(lost.core, putItem({ ...pair, ...item, ...bucketKeyKey(place), sk }));
    const copy = (text: string) => ({ recoveryCopies: { [recoveryKey.fingerprint]: text } });
    const { fingerprint } = recoveryKey;
    await put('V#2', copy('garbage'));
    // The copy of version 1.
    await put('V#3', {});
    await put('V#4', { publicKey: 1 });
    await put('V#x', {});
    await put('V#01', {});
    const bucket = `signing/${place.bucket}`;
    const partition = `BUCKET#signing#${place.bucket}`;
    return { owner, sealed, place, bucket, partition, fingerprint };
  }

  const UNREADABLE = 'has a copy that the recovery key does not decrypt';
  const NO_VERSION = 'has no version of key pairs as sort key';

  async function remove(place: BucketPlace): Promise<void> {
    const { pk } = bucketKeyKey(place);
    const deletions = ['V#2', 'V#3', 'V#4', 'V#x', 'V#01'].map((sk) => deleteItem({ pk, sk }, always));
    await commitWrites(lost.core, deletions, randomUUID());
  }

  it('are named as conflicts by a restore into another account, which restores the others', async () => {
    const { owner, sealed, place, bucket, partition } = await damagedPairs();
    const rewrap = { recoveryKey: privateKey, cipher: newKms.cipher };

    for (const apply of [false, true]) {
      const lines = await restore(owner.workspace, rewrap, apply);
      expect(lines).toEqual(
        expect.arrayContaining([
          `conflict: bucket-key ${bucket}/2: ${UNREADABLE}`,
          `conflict: bucket-key ${bucket}/3: ${UNREADABLE}`,
          `conflict: bucket-key ${bucket}/4: Stored item ${partition}/V#4 (publicKey) is malformed`,
          `conflict: bucket-key ${partition} "V#x": ${NO_VERSION}`,
          `conflict: bucket-key ${partition} "V#01": ${NO_VERSION}`,
          '5 bucket-key: conflict, cannot be restored',
          '1 bucket-key: written',
        ]),
      );
    }
    expect(await boxOf(live, newKms.client).open(sealed, owner)).toBe('whsec_x');
    for (const sk of ['V#2', 'V#3', 'V#4', 'V#x', 'V#01', 'V#NaN'])
      expect(await live.core.get({ ...bucketKeyKey(place), sk })).toBeUndefined();
    await remove(place);
  });

  it('are named by a check and by versions, which go on with the others', async () => {
    const { place, bucket, partition } = await damagedPairs();
    const bad = [
      { name: `${bucket}/2`, problem: UNREADABLE },
      { name: `${bucket}/4`, problem: expect.stringContaining('(publicKey) is malformed'), version: 4 },
      { name: `${partition} "V#x"`, problem: NO_VERSION },
      { name: `${partition} "V#01"`, problem: NO_VERSION },
    ];

    const byPublicKey = await checkRecoveryCopies(lost.core, recoveryKey);
    expect(byPublicKey.bad).toHaveLength(4);
    expect(byPublicKey.bad).toEqual(expect.arrayContaining(bad));
    const byPrivateKey = await checkRecoveryCopies(lost.core, privateKey);
    expect(byPrivateKey.bad).toHaveLength(5);
    expect(byPrivateKey.bad).toEqual(
      expect.arrayContaining([...bad, { name: `${bucket}/3`, problem: UNREADABLE }]),
    );
    // Only the private key shows that the copy of version 3 is one of another pair.
    expect(byPrivateKey.recoverable).toBe(byPublicKey.recoverable - 1);
    const { pairs, bad: items } = await countVersions(lost.core);
    expect([...pairs.keys()]).toEqual([1, 2, 3, 4]);
    expect(items).toHaveLength(3);
    await remove(place);
  });

  it('get a new copy if KMS decrypts the pair, and are named if not', async () => {
    // Those of earlier tests, so that the numbers are those of this one.
    await addRecoveryCopies(lost.core, lostKms.cipher, recoveryKey, true);
    const { place, bucket } = await damagedPairs();
    const of = (version: number) => ({ ...place, version });
    // Pairs of their own: KMS encrypted them for their places.
    for (const version of [2, 3]) {
      const { privateRaw, publicRaw } = newKeyPair();
      const wrappedKey = await lostKms.cipher.encrypt(privateRaw, wrapContext(of(version)));
      const item = await lost.core.get(bucketKeyKey(of(version)));
      await tryWrite(
        lost.core,
        putItem({
          ...item,
          ...bucketKeyKey(of(version)),
          publicKey: publicRaw.toString('base64url'),
          wrappedKey: wrappedKey.toString('base64'),
        }),
      );
    }
    // The private key of version 1, which KMS does not decrypt for version 5, and none at all.
    const first = await lost.core.get(bucketKeyKey(place));
    const forged = { ...first, recoveryCopies: {} };
    await tryWrite(lost.core, putItem({ ...forged, ...bucketKeyKey(of(5)) }));
    await tryWrite(lost.core, putItem({ ...forged, ...bucketKeyKey(of(6)), wrappedKey: '' }));

    const { added, bad } = await addRecoveryCopies(lost.core, lostKms.cipher, recoveryKey, true);
    expect(added).toBe(1);
    expect(bad).toHaveLength(5);
    expect(bad).toEqual(
      expect.arrayContaining([
        { name: `${bucket}/5`, problem: 'cannot be decrypted by KMS: InvalidCiphertextException' },
        { name: `${bucket}/6`, problem: 'cannot be decrypted by KMS: ValidationException' },
      ]),
    );
    // The copy of another pair: only the private key shows it.
    expect((await addRecoveryCopies(lost.core, lostKms.cipher, privateKey, true)).added).toBe(1);
    const names = (await checkRecoveryCopies(lost.core, privateKey)).bad.map(({ name }) => name);
    expect(names).toHaveLength(3);
    expect(names).not.toContain(`${bucket}/2`);
    expect(names).not.toContain(`${bucket}/3`);
  });

  it('do not hide an error of KMS that concerns every pair', async () => {
    await anEndpointWithSecret();
    const decrypt = async () => {
      throw Object.assign(new Error('no grant'), { name: 'AccessDeniedException' });
    };

    await expect(addRecoveryCopies(lost.core, { decrypt }, recoveryKey, true)).rejects.toThrow('no grant');
  });
});
