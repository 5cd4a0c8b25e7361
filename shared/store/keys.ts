import { shardOfId, timeOfId } from '#shared/runtime/ids.ts';

/** Primary key of an item. */
export type Key = { readonly pk: string; readonly sk: string };

const DIRECTORY = 'EPS';
const MINUTE_LENGTH = 'yyyy-mm-ddThh:mm'.length;

/** The workspace itself: name, zone. */
export function workspaceKey(workspaceId: string): Key {
  return { pk: `W#${workspaceId}`, sk: 'W' };
}

/** A member of a workspace. */
export function memberKey(workspaceId: string, memberId: string): Key {
  return { pk: `W#${workspaceId}`, sk: `M#${memberId}` };
}

/** The claim of an e-mail address within a workspace, by the hash of the address: keys of items appear in logs. */
export function emailKey(workspaceId: string, hash: string): Key {
  return { pk: `W#${workspaceId}`, sk: `MAIL#${hash}` };
}

/** The pointer from a key's id to the key's own item. */
export function keyPointerKey(workspaceId: string, keyId: string): Key {
  return { pk: `W#${workspaceId}`, sk: `K#${keyId}` };
}

/** An API key by the SHA-256 of its text. */
export function apiKeyKey(hash: string): Key {
  return { pk: `K#${hash}`, sk: 'K' };
}

/** The directory of a workspace's endpoints: what events are matched against, and the counter of the limit. */
export function directoryKey(workspaceId: string): Key {
  return { pk: `W#${workspaceId}`, sk: DIRECTORY };
}

/** An endpoint as managed. */
export function endpointKey(endpointId: string): Key {
  return { pk: `E#${endpointId}`, sk: 'E' };
}

/** An endpoint as a send needs it. */
export function targetKey(endpointId: string): Key {
  return { pk: `E#${endpointId}`, sk: 'X' };
}

/** The minute of an instant as keys spell it; texts sort as the minutes do. */
export function minuteOf(at: Date): string {
  return at.toISOString().slice(0, MINUTE_LENGTH);
}

/** An event, under its minute and one of 16 shards: no workspace heats a partition, a sweep reads by minute. */
export function eventKey(eventId: string): Key {
  return { pk: eventPartition(timeOfId(eventId), shardOfId(eventId)), sk: eventId };
}

/** The partition of the events of one minute and shard. */
export function eventPartition(at: Date, shard: number): string {
  return `EV#${minuteOf(at)}#${shard}`;
}

/** A delivery's place in the index of open ones: by endpoint, then by what it waits for. */
export function openKey(endpointId: string, waitsAs: string, deliveryId: string): Key {
  return { pk: `E#${endpointId}`, sk: `${waitsAs}#${deliveryId}` };
}

/** The partition, in the index of due deliveries, of one minute and shard. */
export function duePartition(at: Date, shard: number): string {
  return `D#${minuteOf(at)}#${shard}`;
}

/** A domain that a workspace connects; its texts sort by the time of the id. */
export function domainKey(workspaceId: string, domainId: string): Key {
  return { pk: `W#${workspaceId}`, sk: `DOM#${domainId}` };
}

/** Marks a host as one of a workspace's domains, so that none is there twice. */
export function ownHostKey(workspaceId: string, host: string): Key {
  return { pk: `W#${workspaceId}`, sk: `HOST#${host}` };
}

/** The claim of a verified host, unique over the platform. */
export function hostKey(host: string): Key {
  return { pk: `H#${host}`, sk: 'H' };
}

/** A bio-link page; its blocks and their order are in the same partition. */
export function pageKey(pageId: string): Key {
  return { pk: `PG#${pageId}`, sk: 'PG' };
}

/** A block of a page. */
export function blockKey(pageId: string, blockId: string): Key {
  return { pk: pageKey(pageId).pk, sk: `B#${blockId}` };
}

/** The order of a page's blocks, with their revision. */
export function blockOrderKey(pageId: string): Key {
  return { pk: pageKey(pageId).pk, sk: 'BO' };
}

/** A workspace's pages in the index by owner; they sort by the time of their ids. */
export function pageOwner(workspaceId: string): string {
  return `W#${workspaceId}#PG`;
}

/** The claim of a slug on a domain (G62). */
export function slugKey(domainId: string, slug: string): Key {
  return { pk: `S#${domainId}#${slug}`, sk: 'S' };
}

/** A domain's slugs that search engines may list, in the index by owner. */
export function slugOwner(domainId: string): string {
  return `S#${domainId}`;
}

/** A tracking pixel of a workspace. */
export function pixelKey(workspaceId: string, pixelId: string): Key {
  return { pk: `W#${workspaceId}`, sk: `PX#${pixelId}` };
}

/** Counts a client's tries at a page's password within one window. */
export function unlockTriesKey(pageId: string, client: string, window: number): Key {
  return { pk: `VISIT#${pageId}#${client}`, sk: `U#${window}` };
}

/** The sealed key of visitors' passes. */
export function passKeyKey(): Key {
  return { pk: 'VISIT#KEY', sk: 'KEY' };
}

/** How far a walk of the sweep has come; in the delivery table. */
export function sweepKey(walk: string): Key {
  return { pk: 'SWEEP', sk: walk };
}

/** A broadcast. */
export function broadcastKey(broadcastId: string): Key {
  return { pk: `BC#${broadcastId}`, sk: 'BC' };
}

/** A workspace's broadcasts of a state in the index by owner; they sort by the time of their ids. */
export function broadcastOwner(workspaceId: string): string {
  return `W#${workspaceId}#BC`;
}

/** A post; what became of it on each account lies in the same partition. */
export function postKey(postId: string): Key {
  return { pk: `P#${postId}`, sk: 'P' };
}

/** The publication of a post to an account in a run; runs and accounts sort as numbers do. */
export function publicationKey(postId: string, run: number, accountId: number): Key {
  return { pk: postKey(postId).pk, sk: `PUB#${digits(run)}#${digits(accountId)}` };
}

/** A workspace's posts in the index by owner; they sort by the time of their ids. */
export function postOwner(workspaceId: string): string {
  return `W#${workspaceId}#P`;
}

/** What posts name by integers, by kind: A for accounts, T for tags, MD for media; they sort as numbers do. */
export function numberedKey(workspaceId: string, kind: 'A' | 'T' | 'MD', id: number): Key {
  return { pk: `W#${workspaceId}#${kind}`, sk: digits(id) };
}

/** The way from a UUID, as URLs name it, to the integer. */
export function numberedPointerKey(workspaceId: string, kind: 'A' | 'T' | 'MD', uuid: string): Key {
  return { pk: `W#${workspaceId}#${kind}`, sk: `U#${uuid}` };
}

/** The last integer given to one of a kind. */
export function numberedCounterKey(workspaceId: string, kind: 'A' | 'T' | 'MD'): Key {
  return { pk: `W#${workspaceId}#${kind}`, sk: 'LAST' };
}

/** The partition of things that are due, one of eight, in the index by due time. */
export function duePlanPartition(shard: number): string {
  return `DUE#${shard}`;
}

/** The audit log of a workspace in a month; its entries sort by time. */
export function auditKey(workspaceId: string, at: Date, entryId: string): Key {
  return { pk: `AU#${workspaceId}#${at.toISOString().slice(0, 'yyyy-mm'.length)}`, sk: entryId };
}

/** A request to blank what is stored about a contact (R22). */
export function erasureKey(workspaceId: string, erasureId: string): Key {
  return { pk: `W#${workspaceId}`, sk: `ER#${erasureId}` };
}

/** The claim that a `dedupe_key` makes within a workspace (H21). */
export function dedupeKey(workspaceId: string, hash: string): Key {
  return { pk: `DD#${workspaceId}#${hash}`, sk: 'DD' };
}

/** The remembered answer of a POST. */
export function answerKey(id: string): Key {
  return { pk: `ID#${id}`, sk: 'ID' };
}

/** The request to send a delivery that a person or a recovery asked for; read by the stream's consumer. */
export function requestKey(deliveryId: string): Key {
  return { pk: `RQ#${deliveryId}`, sk: 'RQ' };
}

/** The progress of a recovery of an endpoint's deliveries. */
export function recoveryKey(endpointId: string, recoveryId: string): Key {
  return { pk: `E#${endpointId}`, sk: `R#${recoveryId}` };
}

/** A delivery in the delivery table, under its endpoint, ordered by event time. */
export function deliveryKey(endpointId: string, deliveryId: string): Key {
  return { pk: `E#${endpointId}`, sk: deliveryId };
}

/** As many digits as the largest safe integer has. */
function digits(value: number): string {
  return String(value).padStart(16, '0');
}
