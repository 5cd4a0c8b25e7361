import { beforeEach, describe, expect, it } from 'vitest';
import { sealedSecrets } from '#scripts/lib/migrations/declared/sealed-secrets.ts';
import { createMigrationSecrets, NO_SECRETS } from '#scripts/lib/migrations/migration-secrets.ts';
import { type MigrationRun, runMigrations } from '#scripts/lib/migrations/run-migrations.ts';
import { ACCESS_TOKEN_KEY_CONTEXT } from '#shared/biolinks/adapters/access-token-key.ts';
import { accessTokenKeyKey } from '#shared/biolinks/store/keys.ts';
import type { SealContext } from '#shared/platform/core/secret-box.ts';
import { bucketOf } from '#shared/platform/runtime/secrets/bucket-keys.ts';
import { createKmsCipher } from '#shared/platform/runtime/secrets/kms-cipher.ts';
import { bucketKeyKey, type Key } from '#shared/platform/store/keys.ts';
import { tryWrite } from '#shared/platform/store/try-write.ts';
import { putItem } from '#shared/platform/store/write.ts';
import { credentialsContext } from '#shared/publishing/domain/account-credentials.ts';
import { appContext } from '#shared/publishing/domain/oauth/oauth-app.ts';
import { notificationSealContext } from '#shared/webhooks/sending/notification-request.ts';
import { openHeaders } from '#shared/webhooks/sending/seal-headers.ts';
import { privateKeyContext } from '#shared/webhooks/sending/signing-key.ts';
import { endpointKey, notificationTargetKey, targetKey } from '#shared/webhooks/store/keys.ts';
import { anEvent } from '#test/support/builders/events/event-builders.ts';
import { aContext, NOW, secondsAfterNow } from '#test/support/builders/platform/command-builders.ts';
import { anAccount } from '#test/support/builders/publishing/account-builders.ts';
import { anEndpoint } from '#test/support/builders/webhooks/endpoint-builders.ts';
import { createWorkspaceIn } from '#test/support/builders/workspaces/workspace-builders.ts';
import { lostRequest } from '#test/support/fixtures/platform/faults/faults.ts';
import { forEachTest } from '#test/support/fixtures/platform/for-tests.ts';
import { SECRET_KEY, startLocalCloud } from '#test/support/fixtures/platform/stacks/local-cloud.ts';

const cloud = forEachTest(startLocalCloud, 'stop');
beforeEach(() => cloud.tidy());

/** A ciphertext as it was stored before there were key pairs. */
async function older(text: string, context: SealContext): Promise<string> {
  const cipher = createKmsCipher(cloud.clients.kms, SECRET_KEY);
  return (await cipher.encrypt(Buffer.from(text), context)).toString('base64');
}

async function run(overrides: Partial<MigrationRun> = {}) {
  const lines: string[] = [];
  const result = await runMigrations({
    core: cloud.core,
    table: cloud.core,
    migrations: [sealedSecrets],
    apply: true,
    restart: false,
    segments: 1,
    pageItems: 100,
    readPace: async () => {},
    writePace: async () => {},
    secrets: createMigrationSecrets(cloud.secrets()),
    clock: cloud.clock,
    print: (line) => lines.push(line),
    ...overrides,
  });
  return { ...result, lines };
}

/** An endpoint with everything that can be encrypted. */
async function anOldEndpoint() {
  const { owned } = await createWorkspaceIn(cloud.stores.workspaces);
  const blank = anEndpoint(owned);
  const { id, workspaceId } = blank;
  const context = { purpose: 'signing', workspace: workspaceId, subject: id } as const;
  const key = { id: 'key', publicKey: 'public', sealed: '' };
  const endpoint = {
    ...blank,
    secrets: {
      current: await older('current', context),
      hint: 'rent',
      previous: { sealed: await older('previous', context), expiresAt: secondsAfterNow(3600) },
    },
    signingKeys: {
      current: { ...key, sealed: await older('private', privateKeyContext(workspaceId, id)) },
      previous: null,
    },
    headers: {
      names: ['x-key'],
      sealed: await older('[["x-key","1"]]', { ...context, subject: `${id}#headers` }),
    },
  };
  await cloud.stores.endpoints.create(endpoint, aContext());
  return { id, workspaceId, context };
}

const sealedParts = async (key: Key) => {
  const { secrets, signingKeys, headers } = (await cloud.core.get(key)) ?? {};
  return { secrets, signingKeys, headers };
};

describe('the migration of secrets', () => {
  it('encrypts those of endpoints for key pairs, and keeps an endpoint and its delivery target equal', async () => {
    const { id, workspaceId, context } = await anOldEndpoint();
    const { counts, left } = await run();
    expect(left).toBe(0);
    expect(counts).toEqual({
      'sealed-secrets: endpoint: changed': 1,
      'sealed-secrets: delivery-target: changed': 1,
    });

    expect(await sealedParts(endpointKey(id))).toEqual(await sealedParts(targetKey(id)));
    const found = await cloud.stores.endpoints.find(workspaceId, id);
    if (!found) throw new Error('The endpoint is gone');
    const { secrets, signingKeys } = found;
    const box = cloud.secrets();
    const isNewer = expect.stringMatching(/^hpke1\.1\./u);
    expect([secrets.current, secrets.previous?.sealed, signingKeys?.current.sealed]).toEqual(
      Array.from({ length: 3 }, () => isNewer),
    );
    expect(await box.open(secrets.current, context)).toBe('current');
    expect(await box.open(secrets.previous?.sealed ?? '', context)).toBe('previous');
    const keyText = signingKeys?.current.sealed ?? '';
    expect(await box.open(keyText, privateKeyContext(workspaceId, id))).toBe('private');
    expect(await openHeaders(box, found)).toEqual([['x-key', '1']]);
    expect((await run()).counts).toEqual({});
  });

  it.each([0, 1])(
    'gives the second of both the ciphertexts of the first if it was interrupted between them, write %i lost',
    async (before) => {
      const { id } = await anOldEndpoint();
      // The SDK repeats a lost request, so all attempts are lost.
      const lost = Array.from({ length: 8 }, () => lostRequest('UpdateItem'));
      let writes = 0;
      const writePace = async () => {
        if (writes === before) cloud.faults.dynamo.script(...lost);
        writes += 1;
      };
      await expect(run({ writePace })).rejects.toThrow();
      cloud.faults.dynamo.clear();
      await run();

      expect(await sealedParts(endpointKey(id))).toEqual(await sealedParts(targetKey(id)));
      expect(JSON.stringify(await sealedParts(targetKey(id)))).toContain('hpke1.1.');
      expect((await run()).counts).toEqual({});
    },
  );

  it('encrypts credentials of accounts, secrets of apps, of notification targets and of page access tokens', async () => {
    const { workspaceId } = await createWorkspaceIn(cloud.stores.workspaces);
    const account = anAccount({ workspaceId });
    const sealedCredentials = await older('credentials', credentialsContext(account));
    await cloud.stores.accounts.create(
      { ...account, sealedCredentials },
      anEvent({ workspaceId }),
      aContext(),
    );
    const place = { workspaceId, provider: 'linkedin' } as const;
    const app = { ...place, clientId: 'id', origin: null, createdAt: NOW, updatedAt: NOW };
    await cloud.stores.apps.put(
      { ...app, sealedSecret: await older('secret', appContext(place)) },
      aContext(),
    );
    const target = { id: 'target', workspaceId };
    const link = await older('link', notificationSealContext(target));
    const mail = { kind: 'email', unsubscribe: { sealed: link, hash: 'h' }, confirmation: null };
    const targetPlace = notificationTargetKey(workspaceId, target.id);
    await tryWrite(cloud.core, putItem({ ...targetPlace, ...target, destination: mail }));
    const sealedKey = await older('key', ACCESS_TOKEN_KEY_CONTEXT);
    await tryWrite(cloud.core, putItem({ ...accessTokenKeyKey(), sealedKey }));
    expect((await run()).left).toBe(0);

    const box = cloud.secrets();
    const found = await cloud.stores.accounts.find(workspaceId, account.uuid);
    expect(await box.open(found?.sealedCredentials ?? '', credentialsContext(account))).toBe('credentials');
    const stored = await cloud.stores.apps.find(workspaceId, 'linkedin');
    expect(await box.open(stored?.sealedSecret ?? '', appContext(place))).toBe('secret');
    const tokenKey = await cloud.core.get(accessTokenKeyKey());
    expect(await box.open(String(tokenKey?.['sealedKey']), ACCESS_TOKEN_KEY_CONTEXT)).toBe('key');
    expect(await cloud.core.get(targetPlace)).toMatchObject({
      destination: {
        kind: 'email',
        unsubscribe: { sealed: expect.stringMatching(/^hpke1\.1\./u), hash: 'h' },
      },
    });
    expect((await run()).counts).toEqual({});
  });

  it('writes nothing in a dry run, not even a key pair', async () => {
    const { id, workspaceId } = await anOldEndpoint();
    const before = await sealedParts(endpointKey(id));
    const { counts } = await run({ apply: false, secrets: NO_SECRETS });

    expect(counts).toMatchObject({ 'sealed-secrets: endpoint: changed': 1 });
    expect(await sealedParts(endpointKey(id))).toEqual(before);
    const place = { purpose: 'signing', bucket: bucketOf(workspaceId), version: 1 } as const;
    expect(await cloud.core.get(bucketKeyKey(place))).toBeUndefined();
  });

  it('leaves a secret that another key has encrypted, says which, and asks for the key if it got none', async () => {
    const { id } = await anOldEndpoint();
    await expect(run({ secrets: undefined })).rejects.toThrow('needs --secret-key');
    const foreign = { ...(await cloud.core.get(endpointKey(id))), ...endpointKey(id) };
    await tryWrite(cloud.core, putItem({ ...foreign, secrets: { current: 'AAAA', hint: 'rent' } }));

    const { lines, left } = await run({ restart: true });
    expect(left).toBe(1);
    expect(lines.join('\n')).toContain(
      'secrets.current cannot be encrypted again: InvalidCiphertextException',
    );
    expect(lines.join('\n')).not.toContain('AAAA');
  });

  it.each([
    ['is empty or not base64', '!!'],
    ['is longer than KMS decrypts', 'A'.repeat(9000)],
  ])('names an item whose secret %s, and migrates the others', async (_, current) => {
    const { id } = await anOldEndpoint();
    const item = { ...(await cloud.core.get(endpointKey(id))), ...endpointKey(id) };
    await tryWrite(cloud.core, putItem({ ...item, secrets: { current, hint: 'rent' } }));

    const { lines, left, counts } = await run();
    expect([left, counts['sealed-secrets: delivery-target: changed']]).toEqual([1, 1]);
    const { pk, sk } = endpointKey(id);
    expect(lines.join('\n')).toContain(
      `malformed: Stored item ${pk}/${sk} (secrets.current cannot be encrypted again: ValidationException)`,
    );
  });

  it('names an app of an unknown provider, and migrates the others', async () => {
    await anOldEndpoint();
    const item = { pk: 'OA#workspace', sk: 'OA#myspace', workspaceId: 'workspace', provider: 'myspace' };
    await tryWrite(cloud.core, putItem({ ...item, sealedSecret: 'AAAA' }));

    for (const apply of [false, true]) {
      const { lines, left, counts } = await run({ apply });
      expect([left, counts['sealed-secrets: endpoint: changed']]).toEqual([1, 1]);
      expect(lines.join('\n')).toContain(
        'malformed: Stored item OA#workspace/OA#myspace (provider) is malformed',
      );
    }
  });

  it('names the secret and the key pair if a forged pair cannot be used', async () => {
    const { id, workspaceId } = await anOldEndpoint();
    const place = { purpose: 'signing', bucket: bucketOf(workspaceId), version: 1 } as const;
    const publicKey = Buffer.alloc(32).toString('base64url');
    await tryWrite(
      cloud.core,
      putItem({ ...bucketKeyKey(place), publicKey, wrappedKey: 'AAAA', recoveryCopies: {} }),
    );

    const { lines, left } = await run();
    expect(left).toBe(2);
    expect(lines.join('\n')).toContain(`malformed: Stored item ${endpointKey(id).pk}/`);
    expect(lines.join('\n')).toContain(`The key pair of signing/${place.bucket}/1 cannot be used`);
  });
});
