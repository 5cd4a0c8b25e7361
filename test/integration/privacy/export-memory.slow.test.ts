import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { expect, it } from 'vitest';

/** The function has 512 MB for the heap, the bytes of files, and about 100 MB of code. */
const HEAP_MEGABYTES = 96;
const BYTES_MEGABYTES = 128;

it('an export of 1,000 posts of 240 KB, 240 MB in all, needs less than 96 MB of heap and 128 MB of bytes', async () => {
  const shared = new SharedArrayBuffer(8);
  const worker = new Worker(
    new URL('../../support/fixtures/privacy/export-large-posts.ts', import.meta.url),
    { workerData: shared, resourceLimits: { maxOldGenerationSizeMb: HEAP_MEGABYTES } },
  );

  expect(await once(worker, 'exit')).toEqual([0]);
  const [peak = 0] = new Float64Array(shared);
  expect(peak).toBeGreaterThan(0);
  expect(peak / 1_000_000).toBeLessThan(BYTES_MEGABYTES);
});
