import { SHARDS } from '#shared/platform/runtime/ids.ts';
import type { DeliveryJob } from '#shared/webhooks/domain/delivery-message.ts';
import type { Bucket } from '#shared/webhooks/ports/sweep-store.ts';

const MINUTE_MS = 60_000;

/** Claims made at once, and sent together. */
const CLAIMS_AT_ONCE = 50;

/** Claims one lost delivery; gives the message to queue if this run got it. */
export type Claim = () => Promise<DeliveryJob | undefined>;

export type Walk = {
  /** Where to begin, and the minute that is too young. */
  readonly from: Bucket;
  readonly until: Date;
  /** What seems lost in a bucket, page by page. */
  readonly find: (bucket: Bucket) => AsyncIterable<readonly Claim[]>;
  readonly send: (jobs: readonly DeliveryJob[]) => Promise<void>;
  /** Keeps the place; called when a minute is done, and with the place reached at a stop. */
  readonly advance: (next: Bucket) => Promise<void>;
  /** Most messages to queue. */
  readonly most: number;
  readonly hasTime: () => boolean;
};

/** What a walk did; it stopped if there is more to do now. */
export type WalkResult = { readonly queued: number; readonly next: Bucket; readonly stopped: boolean };

/**
 * Walks buckets in order and queues what it claims. A bucket is left behind only when all of it was handled; whatever is
 * thrown leaves the cursor before it, and what was claimed until then is looked at again by its own time.
 */
export async function sweepShards(walk: Walk): Promise<WalkResult> {
  let bucket = walk.from;
  let queued = 0;
  while (bucket.minute < walk.until) {
    if (!(await handleBucket())) {
      if (bucket !== walk.from) await walk.advance(bucket);
      return { queued, next: bucket, stopped: true };
    }
    bucket = after(bucket);
    if (bucket.shard === 0) await walk.advance(bucket);
  }
  return { queued, next: bucket, stopped: false };

  /** Whether the whole bucket was handled. */
  async function handleBucket(): Promise<boolean> {
    if (!mayGoOn()) return false;
    for await (const claims of walk.find(bucket)) {
      for (let at = 0; at < claims.length;) {
        if (!mayGoOn()) return false;
        const some = claims.slice(at, at + Math.min(CLAIMS_AT_ONCE, walk.most - queued));
        const jobs = (await Promise.all(some.map((claim) => claim()))).filter((job) => job !== undefined);
        await walk.send(jobs);
        queued += jobs.length;
        at += some.length;
      }
      if (!walk.hasTime()) return false;
    }
    return true;
  }

  function mayGoOn(): boolean {
    return queued < walk.most && walk.hasTime();
  }
}

function after({ minute, shard }: Bucket): Bucket {
  if (shard + 1 < SHARDS) return { minute, shard: shard + 1 };
  return { minute: new Date(minute.getTime() + MINUTE_MS), shard: 0 };
}
