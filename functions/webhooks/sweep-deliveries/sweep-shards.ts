import { MINUTE_MS } from '#shared/platform/core/time-units.ts';
import { SHARDS } from '#shared/platform/runtime/ids.ts';
import type { DeliveryJob } from '#shared/webhooks/domain/delivery-message.ts';
import type { Bucket } from '#shared/webhooks/ports/sweep-store.ts';

/** Claims made concurrently and sent in one batch. */
const CLAIMS_AT_ONCE = 50;

/** Claims one lost delivery. Returns the message to queue if this run got the claim. */
export type Claim = () => Promise<DeliveryJob | undefined>;

export type Scan = {
  /** The first bucket, and the first minute that is too recent. */
  readonly from: Bucket;
  readonly until: Date;
  /** Deliveries of a bucket that seem lost, in pages. */
  readonly find: (bucket: Bucket) => AsyncIterable<readonly Claim[]>;
  readonly send: (jobs: readonly DeliveryJob[]) => Promise<void>;
  /** Saves the cursor, after each minute and when the scan stops. */
  readonly advance: (next: Bucket) => Promise<void>;
  /** Maximum number of messages to queue. */
  readonly maxMessages: number;
  readonly hasTime: () => boolean;
};

/** The result of a scan; `stopped` means that more remains to be done now. */
export type ScanResult = { readonly queued: number; readonly next: Bucket; readonly stopped: boolean };

/**
 * Scans buckets in order and queues the deliveries that it claims. The cursor moves past a bucket only after the whole bucket
 * was handled. After an error, the next run continues at the saved cursor. A delivery claimed before the error is found again
 * when its next check is due.
 */
export async function sweepShards(scan: Scan): Promise<ScanResult> {
  let bucket = scan.from;
  let queued = 0;
  while (bucket.minute < scan.until) {
    if (!(await handleBucket())) {
      if (bucket !== scan.from) await scan.advance(bucket);
      return { queued, next: bucket, stopped: true };
    }
    bucket = nextBucket(bucket);
    if (bucket.shard === 0) await scan.advance(bucket);
  }
  return { queued, next: bucket, stopped: false };

  /** True if the whole bucket was handled. */
  async function handleBucket(): Promise<boolean> {
    if (!canContinue()) return false;
    for await (const claims of scan.find(bucket)) {
      for (let at = 0; at < claims.length;) {
        if (!canContinue()) return false;
        const some = claims.slice(at, at + Math.min(CLAIMS_AT_ONCE, scan.maxMessages - queued));
        const jobs = (await Promise.all(some.map((claim) => claim()))).filter((job) => job !== undefined);
        await scan.send(jobs);
        queued += jobs.length;
        at += some.length;
      }
      if (!scan.hasTime()) return false;
    }
    return true;
  }

  function canContinue(): boolean {
    return queued < scan.maxMessages && scan.hasTime();
  }
}

function nextBucket({ minute, shard }: Bucket): Bucket {
  if (shard + 1 < SHARDS) return { minute, shard: shard + 1 };
  return { minute: new Date(minute.getTime() + MINUTE_MS), shard: 0 };
}
