import { expect, it } from 'vitest';
import type { ApiKey } from '#shared/platform/identity/workspace.ts';
import { aContext, secondsAfterNow, NOW } from '#test/support/builders/platform/command-builders.ts';
import { aNewWorkspace, anApiKey } from '#test/support/builders/workspaces/workspace-builders.ts';
import { describeStores } from '#test/support/fixtures/platform/platform-fixture.ts';

const HOUR = 3600;

describeStores('ApiKeyStore', (fixture) => {
  async function storedKey(overrides: Partial<ApiKey> = {}): Promise<ApiKey> {
    const newWorkspace = aNewWorkspace();
    const key = { ...newWorkspace.key, ...overrides };
    await fixture.workspaces.create({ ...newWorkspace, keys: [key] }, aContext().change);
    return key;
  }

  async function lastUse({ hash }: ApiKey): Promise<Date | null | undefined> {
    return (await fixture.apiKeys.findByHash(hash))?.lastUsedAt;
  }

  it('finds a key by its hash, with all of its fields', async () => {
    const key = await storedKey({
      expiresAt: secondsAfterNow(HOUR),
      revokedAt: secondsAfterNow(60),
      lastUsedAt: NOW,
    });

    expect(await fixture.apiKeys.findByHash(key.hash)).toEqual(key);
  });

  it('finds nothing under another hash', async () => {
    await storedKey();

    expect(await fixture.apiKeys.findByHash(anApiKey().hash)).toBeUndefined();
  });

  it('records the first use', async () => {
    const key = await storedKey();
    await fixture.apiKeys.recordKeyUse(key, secondsAfterNow(5));

    expect(await lastUse(key)).toEqual(secondsAfterNow(5));
  });

  it('records no second use within the hour, whether or not the caller knows of the first', async () => {
    const key = await storedKey();
    await fixture.apiKeys.recordKeyUse(key, NOW);
    await fixture.apiKeys.recordKeyUse(key, secondsAfterNow(HOUR - 1));
    await fixture.apiKeys.recordKeyUse({ ...key, lastUsedAt: NOW }, secondsAfterNow(HOUR - 1));

    expect(await lastUse(key)).toEqual(NOW);
  });

  it('records a use again once the hour is over', async () => {
    const key = await storedKey({ lastUsedAt: NOW });
    await fixture.apiKeys.recordKeyUse(key, secondsAfterNow(HOUR));

    expect(await lastUse(key)).toEqual(secondsAfterNow(HOUR));
  });

  it('does not recreate a deleted key', async () => {
    const gone = anApiKey();
    await fixture.apiKeys.recordKeyUse(gone, NOW);

    expect(await fixture.apiKeys.findByHash(gone.hash)).toBeUndefined();
  });

  it('changes no other field of a used key, and no other key', async () => {
    const [key, other] = [await storedKey(), await storedKey()];
    await fixture.apiKeys.recordKeyUse(key, NOW);

    expect(await fixture.apiKeys.findByHash(key.hash)).toEqual({ ...key, lastUsedAt: NOW });
    expect(await fixture.apiKeys.findByHash(other.hash)).toEqual(other);
  });
});
