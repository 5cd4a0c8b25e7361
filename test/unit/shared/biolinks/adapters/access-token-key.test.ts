import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createAccessTokenKey } from '#shared/biolinks/adapters/access-token-key.ts';
import { createMemoryAccessTokenKeyStore } from '#test/support/fakes/biolinks/memory-unlock-stores.ts';
import { createMemorySecretBox } from '#test/support/fakes/platform/memory-secret-box.ts';
import { createTestClock } from '#test/support/fixtures/platform/test-clock.ts';

function parts() {
  const store = createMemoryAccessTokenKeyStore();
  const secrets = createMemorySecretBox();
  const clock = createTestClock();
  return {
    store,
    secrets,
    clock,
    container: () => createAccessTokenKey({ store, secrets, clock, randomBytes }),
  };
}

describe('createAccessTokenKey', () => {
  it('creates no key until one is needed', async () => {
    const { container } = parts();

    expect(await container().find()).toBeUndefined();
  });

  it('gives every container the same key of 32 bytes, which is stored encrypted', async () => {
    const { container, store } = parts();
    const [one, other] = await Promise.all([container().ensure(), container().ensure()]);
    const key = await container().find();

    expect(one?.length).toBe(32);
    expect(other?.equals(one)).toBe(true);
    expect(key?.equals(one)).toBe(true);
    expect(await store.find()).not.toContain(one.toString('base64'));
  });

  it('decrypts it once in five minutes', async () => {
    const { container, secrets, clock } = parts();
    const accessTokenKey = container();
    const key = await accessTokenKey.ensure();
    secrets.breakDown();
    clock.advance(299);
    expect((await accessTokenKey.find())?.equals(key)).toBe(true);
    clock.advance(1);

    await expect(accessTokenKey.find()).rejects.toThrow('down');
  });
});
