import { randomInt } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { BucketKey, BucketKeyStore, BucketPlace } from '#shared/platform/runtime/secrets/bucket-key.ts';
import { createDynamoBucketKeyStore } from '#shared/platform/store/dynamo-bucket-key-store.ts';
import { createMemoryBucketKeyStore } from '#test/support/fakes/platform/memory-bucket-keys.ts';
import { forAllTests } from '#test/support/fixtures/platform/for-tests.ts';
import { startEmulator } from '#test/support/fixtures/platform/stacks/emulator.ts';
import { createTestClock } from '#test/support/fixtures/platform/test-clock.ts';

const emulator = forAllTests(startEmulator, 'stop');

const KEY: BucketKey = {
  publicKey: 'public',
  wrappedKey: 'wrapped',
  recoveryCopies: { fingerprint: 'copy' },
};

/** A place that no other test uses. */
function aPlace(): BucketPlace {
  return { purpose: 'signing', bucket: 7, version: randomInt(1, 1_000_000) };
}

describe.each<{ name: string; create: () => BucketKeyStore }>([
  { name: 'in memory', create: createMemoryBucketKeyStore },
  { name: 'on DynamoDB', create: () => createDynamoBucketKeyStore(emulator.core, createTestClock()) },
])('BucketKeyStore $name', ({ create }) => {
  it('finds what was created, and nothing in another place', async () => {
    const store = create();
    const place = aPlace();
    expect(await store.find(place)).toBeUndefined();

    expect(await store.create(place, KEY)).toBe(true);
    expect(await store.find(place)).toEqual(KEY);
    expect(await store.find({ ...place, bucket: 8 })).toBeUndefined();
    expect(await store.find({ ...place, purpose: 'replay' })).toBeUndefined();
    expect(await store.find({ ...place, version: place.version + 1 })).toBeUndefined();
  });

  it('keeps the pair that was created first', async () => {
    const store = create();
    const place = aPlace();
    await store.create(place, KEY);

    expect(await store.create(place, { ...KEY, publicKey: 'later' })).toBe(false);
    expect(await store.find(place)).toEqual(KEY);
  });

  it('lets one of twenty concurrent creators win, whose pair all find', async () => {
    const store = create();
    const place = aPlace();
    const pairs = Array.from({ length: 20 }, (_, at) => ({ ...KEY, publicKey: `public ${at}` }));
    const created = await Promise.all(pairs.map(async (pair) => store.create(place, pair)));

    expect(created.filter(Boolean)).toHaveLength(1);
    expect(await store.find(place)).toEqual(pairs[created.indexOf(true)]);
  });
});
