import { describe, expect, it } from 'vitest';
import { publishingLines } from '#bench/cost/bills/publishing-bill.ts';
import type { PublishingRun, PublishingWork } from '#bench/cost/publishing-run.ts';

/** Ten requests, each with a write of four units, a run of a consumer and ten records of the stream. */
function counted(work: PublishingWork, consumer: string): PublishingRun {
  const calls = Array.from({ length: 10 }, () => ({
    service: 'dynamodb',
    action: 'PutItem',
    reads: 0,
    writes: 4,
    by: consumer,
  }));
  const runs = [
    ...Array.from({ length: 10 }, () => ({ operation: consumer, records: 1 })),
    { operation: 'project-changes', records: 100 },
  ];
  return { work, requests: 10, counted: { calls, runs } } as unknown as PublishingRun;
}

describe('the bill of posts and files', () => {
  // 1 + 0.2 + 25 ms of 512 MB, 4 write units, and 10 of 100 records of 150 ms.
  const request = 1 + 0.2 + 0.1667 + 2.5 + 0.1 * (0.2 + 1);

  it('charges a publication for its request, its writes, its stream and its consumer', () => {
    const [only] = publishingLines([counted('a post published to one account', 'publish-post')]);

    // 0.2 + 1 s of 512 MB, and two requests to a fair queue.
    expect(only?.dollarsPerMillion).toBeCloseTo(request + 0.2 + 6.6667 + 1, 3);
    expect(only?.what).toBe('1 AWS calls, 1 invocations of the consumer');
  });

  it('charges a file for its three requests to S3', () => {
    const [only] = publishingLines([counted('a file from a URL', 'download-media')]);

    expect(only?.dollarsPerMillion).toBeCloseTo(request + 0.2 + 6.6667 + 1 + 15, 3);
  });

  it('charges no consumer for a post that waits for its slot', () => {
    const [only] = publishingLines([counted('a post in the next free slot', 'publish-post')]);

    expect(only?.dollarsPerMillion).toBeCloseTo(request, 3);
  });
});
