import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ApiKey } from '#shared/platform/identity/workspace.ts';
import {
  aContext,
  aNewWorkspace,
  anApiKey,
  secondsAfterNow,
  NOW,
} from '#test/support/builders/platform/builders.ts';
import { PLATFORM_BENCHES, type PlatformFixture } from '#test/support/fixtures/platform/platform-fixture.ts';

const HOUR = 3600;

describe.each(PLATFORM_BENCHES)('ApiKeyStore $name', ({ start }) => {
  let bench: PlatformFixture;
  beforeAll(async () => {
    bench = await start();
  });
  afterAll(() => bench?.stop());

  async function storedKey(overrides: Partial<ApiKey> = {}): Promise<ApiKey> {
    const newWorkspace = aNewWorkspace();
    const key = { ...newWorkspace.key, ...overrides };
    await bench.workspaces.create({ ...newWorkspace, keys: [key] }, aContext().change);
    return key;
  }

  async function lastUse({ hash }: ApiKey): Promise<Date | null | undefined> {
    return (await bench.apiKeys.findByHash(hash))?.lastUsedAt;
  }

  it('finds a key by its hash, with all of its fields', async () => {
    const key = await storedKey({
      expiresAt: secondsAfterNow(HOUR),
      revokedAt: secondsAfterNow(60),
      lastUsedAt: NOW,
    });

    expect(await bench.apiKeys.findByHash(key.hash)).toEqual(key);
  });

  it('finds nothing under another hash', async () => {
    await storedKey();

    expect(await bench.apiKeys.findByHash(anApiKey().hash)).toBeUndefined();
  });

  it('records the first use', async () => {
    const key = await storedKey();
    await bench.apiKeys.recordKeyUse(key, secondsAfterNow(5));

    expect(await lastUse(key)).toEqual(secondsAfterNow(5));
  });

  it('records no second use within the hour, whether or not the caller knows of the first', async () => {
    const key = await storedKey();
    await bench.apiKeys.recordKeyUse(key, NOW);
    await bench.apiKeys.recordKeyUse(key, secondsAfterNow(HOUR - 1));
    await bench.apiKeys.recordKeyUse({ ...key, lastUsedAt: NOW }, secondsAfterNow(HOUR - 1));

    expect(await lastUse(key)).toEqual(NOW);
  });

  it('records a use again once the hour is over', async () => {
    const key = await storedKey({ lastUsedAt: NOW });
    await bench.apiKeys.recordKeyUse(key, secondsAfterNow(HOUR));

    expect(await lastUse(key)).toEqual(secondsAfterNow(HOUR));
  });

  it('does not recreate a deleted key', async () => {
    const gone = anApiKey();
    await bench.apiKeys.recordKeyUse(gone, NOW);

    expect(await bench.apiKeys.findByHash(gone.hash)).toBeUndefined();
  });

  it('changes no other field of a used key, and no other key', async () => {
    const [key, other] = [await storedKey(), await storedKey()];
    await bench.apiKeys.recordKeyUse(key, NOW);

    expect(await bench.apiKeys.findByHash(key.hash)).toEqual({ ...key, lastUsedAt: NOW });
    expect(await bench.apiKeys.findByHash(other.hash)).toEqual(other);
  });
});
