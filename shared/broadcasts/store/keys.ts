import type { Key } from '#shared/platform/store/keys.ts';

/**
 * Partitions of the recipients of a broadcast, each with a counter: a partition serves 1,000 write units a second, and a counter that
 * every transaction changes would be a bottleneck.
 */
export const RECIPIENT_BUCKETS = 16;

/** The progress of a broadcast that the platform sends. */
export function broadcastRunKey(broadcastId: string): Key {
  return { pk: `BC#${broadcastId}`, sk: 'RUN' };
}

/** The control of a broadcast that the platform sends: its pause, its end and its budget. */
export function broadcastControlKey(broadcastId: string): Key {
  return { pk: `BC#${broadcastId}`, sk: 'CONTROL' };
}

/** The estimate of a broadcast: the number of recipients and the price. */
export function broadcastEstimateKey(broadcastId: string): Key {
  return { pk: `BC#${broadcastId}`, sk: 'ESTIMATE' };
}

/** A recipient of a broadcast, under one of 16 buckets. */
export function recipientKey(broadcastId: string, bucket: number, contactId: string): Key {
  return { pk: `BR#${broadcastId}#${bucket}`, sk: contactId };
}

/** The number of recipients of a bucket by status. */
export function recipientCountsKey(broadcastId: string, bucket: number): Key {
  return { pk: `BR#${broadcastId}#${bucket}`, sk: 'COUNTS' };
}

/** The recipients of a broadcast with a status in the index by owner, sorted by the time at which they are due or got the status. */
export function recipientPartition(broadcastId: string, status: string): string {
  return `BR#${broadcastId}#${status}`;
}

/** The next free moment of an origination number, or of a broadcast with its own limit. */
export function sendRateKey(workspaceId: string, subject: string): Key {
  return { pk: `SR#${workspaceId}#${subject}`, sk: 'SR' };
}

/** A workspace's broadcasts of a state in the index by owner, sorted by the time of their ids. */
export function broadcastPartition(workspaceId: string, state: string): string {
  return `BC#${workspaceId}#${state}`;
}
