import * as v from 'valibot';
import { minuteOf } from '#shared/platform/store/keys.ts';
import type { Bucket } from '#shared/webhooks/ports/sweep-store.ts';

/** Minute and shard as one string; the strings sort in the order of the buckets. */
export const bucketText = v.pipe(
  v.string(),
  v.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d#\d\d$/u),
  v.transform((text): Bucket => ({
    minute: new Date(`${text.slice(0, -'#00'.length)}Z`),
    shard: Number(text.slice(-2)),
  })),
);

export function toBucketText({ minute, shard }: Bucket): string {
  return `${minuteOf(minute)}#${String(shard).padStart(2, '0')}`;
}
