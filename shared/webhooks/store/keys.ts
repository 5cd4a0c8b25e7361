import { type Key, minuteOf } from '#shared/platform/store/keys.ts';

/** The places of a workspace for requests that wait for events. */
export function feedWaitsKey(workspaceId: string): Key {
  return { pk: `FW#${workspaceId}`, sk: 'WAITS' };
}

/** The limit of the confirmations that an address or a workspace (`subject`) can be asked for, in `period`. */
export function confirmationLimitKey(subject: string, period: string): Key {
  return { pk: `CL#${subject}`, sk: period };
}

/** An endpoint as managed through the API. */
export function endpointKey(endpointId: string): Key {
  return { pk: `E#${endpointId}`, sk: 'E' };
}

/** The delivery target of an endpoint, which is read before each webhook request. */
export function targetKey(endpointId: string): Key {
  return { pk: `X#${endpointId}`, sk: 'X' };
}

/** A pending delivery in the index of its endpoint and shard, sorted by state, with a separate value for deferred ones. */
export function openIndexKey(endpointId: string, shard: number, waitsAs: string, deliveryId: string): Key {
  return { pk: `E#${endpointId}#${shard}`, sk: `${waitsAs}#${deliveryId}` };
}

/** The partition of one minute and shard in the index of deliveries by next attempt time. */
export function dueDeliveryPartition(at: Date, shard: number): string {
  return `D#${minuteOf(at)}#${shard}`;
}

/** A cursor of the sweep; in the delivery table. */
export function sweepKey(scan: string): Key {
  return { pk: 'SWEEP', sk: scan };
}

/** A request for a delivery by a caller or a recovery; the stream consumer turns it into a message. */
export function deliveryRequestKey(deliveryId: string): Key {
  return { pk: `RQ#${deliveryId}`, sk: 'RQ' };
}

/** The progress of a recovery of an endpoint's deliveries. */
export function recoveryKey(endpointId: string, recoveryId: string): Key {
  return { pk: `R#${endpointId}`, sk: `R#${recoveryId}` };
}

/** The recovery of an endpoint's deliveries that is running. */
export function runningRecoveryKey(endpointId: string): Key {
  return { pk: `R#${endpointId}`, sk: 'RR' };
}

/** A delivery in the delivery table, under its endpoint and one of at most 16 shards, sorted by event time. */
export function deliveryKey(endpointId: string, shard: number, deliveryId: string): Key {
  return { pk: `E#${endpointId}#${shard}`, sk: deliveryId };
}

/** A target of the notifications of a workspace, which has at most five. */
export function notificationTargetKey(workspaceId: string, targetId: string): Key {
  return { pk: `NT#${workspaceId}`, sk: targetId };
}

/** A requested test of a notification target; the stream consumer turns it into a message. */
export function notificationRequestKey(notificationId: string): Key {
  return { pk: `NR#${notificationId}`, sk: 'NR' };
}

/** A notification in the log of its workspace, sorted by time; in the delivery table. */
export function notificationKey(workspaceId: string, notificationId: string): Key {
  return { pk: `N#${workspaceId}`, sk: notificationId };
}

/** The limit of the notifications of a target about a condition of an endpoint: `place` names the three. In the delivery table. */
export function notificationLimitKey(workspaceId: string, place: readonly string[]): Key {
  return { pk: `NL#${workspaceId}`, sk: place.join('#') };
}

/** The planned notice that the rotation of an endpoint's secret ends, one per endpoint; in the delivery table. */
export function rotationNoticeKey(workspaceId: string, endpointId: string): Key {
  return { pk: `RN#${workspaceId}`, sk: endpointId };
}

/** Planned notices in the index by due time. */
export function dueRotationNoticesPartition(): string {
  return 'ROTATIONS';
}

/** Pending notifications in the index by due time. */
export function dueNotificationsPartition(): string {
  return 'NOTIFICATIONS';
}

/** A counter of the attempts of an endpoint that started in five minutes; in the delivery table. */
export function attemptCounterKey(
  workspaceId: string,
  endpointId: string,
  shard: number,
  bucket: Date,
  counter: string,
): Key {
  return { pk: `MT#${workspaceId}#${endpointId}#${shard}`, sk: `5m#${minuteOf(bucket)}#${counter}` };
}

/** The sums of an endpoint's counters for an hour or a day, as `span` says; in the delivery table. */
export function attemptSumsKey(
  workspaceId: string,
  endpointId: string,
  shard: number,
  span: '1h' | '1d',
  start: Date,
): Key {
  return { pk: `MT#${workspaceId}#${endpointId}#${shard}`, sk: `${span}#${minuteOf(start)}` };
}

/** An hour of an endpoint's counters to roll up, listed under an hour and the shard of the endpoint's id; in the delivery table. */
export function announcedHourKey(
  listedIn: Date,
  idShard: number,
  endpointId: string,
  shard: number,
  hour: Date,
): Key {
  return { pk: `MH#${minuteOf(listedIn)}#${idShard}`, sk: `${endpointId}#${shard}#${minuteOf(hour)}` };
}

/** The endpoint and the shard of a delivery's partition; undefined for another partition. */
export function deliveryPlaceOf(pk: string): { endpointId: string; shard: number } | undefined {
  const [, endpointId, shard] = /^E#([^#]+)#(\d+)$/u.exec(pk) ?? [];
  return endpointId === undefined ? undefined : { endpointId, shard: Number(shard) };
}
