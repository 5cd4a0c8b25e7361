import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { KMSClient } from '@aws-sdk/client-kms';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { LOCAL_AWS } from '#local/aws/aws-identity.ts';
import { startKmsServer } from '#local/kms/kms-server.ts';
import { addRecoveryCopies, checkRecoveryCopies } from '#scripts/lib/keys/recovery-copies.ts';
import { readRecoveryKeyFile, writeRecoveryKey } from '#scripts/lib/keys/recovery-key-file.ts';
import type { Rewrap } from '#scripts/lib/restore/restore-bucket-keys.ts';
import { restoreTable } from '#scripts/lib/restore/restore-table.ts';
import type { SealContext, SecretBox } from '#shared/platform/core/secret-box.ts';
import { createSecrets } from '#shared/platform/entry/secrets.ts';
import { NONE } from '#shared/platform/runtime/provision-variables.ts';
import { bucketOf } from '#shared/platform/runtime/secrets/bucket-keys.ts';
import { createKmsCipher } from '#shared/platform/runtime/secrets/kms-cipher.ts';
import { readRecoveryKey } from '#shared/platform/runtime/secrets/recovery-key.ts';
import { bucketKeyKey } from '#shared/platform/store/keys.ts';
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
    writeFileSync(at('other.json'), '{"privateKey":"topsecret"}');

    const reading = () => readRecoveryKeyFile(at('other.json'));
    expect(reading).toThrow('is not a file that');
    expect(reading).not.toThrow('topsecret');
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
    expect(await addRecoveryCopies(lost.core, lostKms.cipher, recoveryKey, true)).toBe(planned);
    expect(await addRecoveryCopies(lost.core, lostKms.cipher, recoveryKey, true)).toBe(0);
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
