import type { QuotaKind } from '#shared/platform/core/workspace-quotas.ts';
import type { BucketPlace } from '#shared/platform/runtime/secrets/bucket-key.ts';

/** Primary key of an item. */
export type Key = { readonly pk: string; readonly sk: string };

const DIRECTORY = 'EPS';
/**
 * Copies of the endpoint directory of a workspace. Each event reads one of them, chosen at random. A partition serves 3,000 read
 * units a second, and a read of the largest directory costs two: eight copies serve 12,000 events a second.
 */
export const DIRECTORY_COPIES = 8;

const MIGRATIONS = 'MIGRATIONS';
const MINUTE_LENGTH = 'yyyy-mm-ddThh:mm'.length;

/** The workspace itself: name, time zone. */
export function workspaceKey(workspaceId: string): Key {
  return { pk: `W#${workspaceId}`, sk: 'W' };
}

/** A member of a workspace; the sort keys are in the order of creation. */
export function memberKey(workspaceId: string, memberId: string): Key {
  return { pk: `M#${workspaceId}`, sk: `M#${memberId}` };
}

/** The uniqueness item of an e-mail address within a workspace, by the hash of the address, because keys appear in logs. */
export function emailKey(workspaceId: string, hash: string): Key {
  return { pk: `MAIL#${workspaceId}#${hash}`, sk: 'MAIL' };
}

/** The pointer from the id of an API key to the item of the key. */
export function keyPointerKey(workspaceId: string, keyId: string): Key {
  return { pk: `KP#${workspaceId}`, sk: `K#${keyId}` };
}

/** An API key by its SHA-256. */
export function apiKeyKey(hash: string): Key {
  return { pk: `K#${hash}`, sk: 'K' };
}

/** A copy of the directory of a workspace's endpoints: events are matched against it, and its size enforces the endpoint limit. */
export function directoryKey(workspaceId: string, copy: number): Key {
  return { pk: `DIR#${workspaceId}#${copy}`, sk: DIRECTORY };
}

/** The keys of all copies of a workspace's endpoint directory. */
export function directoryKeys(workspaceId: string): Key[] {
  return Array.from({ length: DIRECTORY_COPIES }, (_, copy) => directoryKey(workspaceId, copy));
}

/** The minute of a timestamp as used in keys; the strings sort in order of time. */
export function minuteOf(at: Date): string {
  return at.toISOString().slice(0, MINUTE_LENGTH);
}

/** The calendar of a workspace, which starts work at the beginning of each local day. */
export function calendarKey(workspaceId: string): Key {
  return { pk: `CAL#${workspaceId}`, sk: 'CAL' };
}

/** One of the eight partitions of scheduled jobs in the index by time. */
export function scheduledJobPartition(shard: number): string {
  return `DUE#${shard}`;
}

/** The audit log of a workspace in a month; the entries sort by time. */
export function auditKey(workspaceId: string, at: Date, entryId: string): Key {
  return { pk: `AU#${workspaceId}#${at.toISOString().slice(0, 'yyyy-mm'.length)}`, sk: entryId };
}

/** The counter of a workspace's resources of one kind, which enforces its quota. */
export function quotaKey(workspaceId: string, kind: QuotaKind): Key {
  return { pk: `Q#${workspaceId}`, sk: kind };
}

/** The counter of the requests of a key or a workspace in one minute. */
export function rateCounterKey(subject: string, minute: Date): Key {
  return { pk: `RL#${subject}`, sk: minuteOf(minute) };
}

/** The idempotency record of a POST. */
export function idempotencyKey(id: string): Key {
  return { pk: `ID#${id}`, sk: 'ID' };
}

/** A key pair that encrypts the secrets of one purpose of 1/256 of the workspaces. */
export function bucketKeyKey({ purpose, bucket, version }: BucketPlace): Key {
  return { pk: `BUCKET#${purpose}#${bucket}`, sk: `V#${version}` };
}

/** The progress of a run of migrations, by their names: the position of each part of the scan, and what was counted. */
export function migrationRunKey(migrations: readonly string[]): Key {
  return { pk: MIGRATIONS, sk: `RUN#${migrations.join(',')}` };
}

/** The last complete run of a migration. */
export function migrationDoneKey(migration: string): Key {
  return { pk: MIGRATIONS, sk: `DONE#${migration}` };
}
