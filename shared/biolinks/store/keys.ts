import type { Key } from '#shared/platform/store/keys.ts';

/** A domain that a workspace connects; the sort keys are in the order of creation. */
export function domainKey(workspaceId: string, domainId: string): Key {
  return { pk: `DOM#${workspaceId}`, sk: `DOM#${domainId}` };
}

/** The uniqueness item of a host within a workspace, so that no workspace adds a host twice. */
export function ownHostKey(workspaceId: string, host: string): Key {
  return { pk: `DOM#${workspaceId}`, sk: `HOST#${host}` };
}

/** The uniqueness item of a verified host on the whole platform. */
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

/** The order of a page's blocks, with its revision. */
export function blockOrderKey(pageId: string): Key {
  return { pk: pageKey(pageId).pk, sk: 'BO' };
}

/** A workspace's pages in the index by owner, sorted by the time of their ids. */
export function pageOwner(workspaceId: string): string {
  return `PG#${workspaceId}`;
}

/** The uniqueness item of a slug on its domain. */
export function slugKey(domainId: string, slug: string): Key {
  return { pk: `S#${domainId}#${slug}`, sk: 'S' };
}

/** The slugs of a domain that search engines may index, in the index by owner. */
export function slugOwner(domainId: string): string {
  return `S#${domainId}`;
}

/** A tracking pixel of a workspace. */
export function pixelKey(workspaceId: string, pixelId: string): Key {
  return { pk: `PX#${workspaceId}`, sk: `PX#${pixelId}` };
}

/** A counter of attempts at page passwords, or of sign-ups, within one window. */
export function unlockAttemptsKey(counter: string, window: number): Key {
  return { pk: `VISIT#${counter}`, sk: `U#${window}` };
}

/** The counts of one day of a page. */
export function pageDayKey(pageId: string, day: string): Key {
  return { pk: `VI#${pageId}`, sk: `D#${day}` };
}

/** The digests of the messages about visits that one write counted, in the order of time. */
export function countedMessagesKey(pageId: string, at: Date, nonce: string): Key {
  return { pk: `VI#${pageId}`, sk: `M#${at.toISOString()}#${nonce}` };
}

/** A preview of a page, by the digest of its token. */
export function previewKey(digest: string): Key {
  return { pk: `PV#${digest}`, sk: 'PV' };
}

/** The previews of a workspace that have not expired. */
export function previewListKey(workspaceId: string): Key {
  return { pk: `PVL#${workspaceId}`, sk: 'PVL' };
}

/** The encrypted salt of the hashes of visitors on one day. */
export function visitorSaltKey(day: string): Key {
  return { pk: 'SALT', sk: day };
}

/** The encrypted key of page access tokens. */
export function accessTokenKeyKey(): Key {
  return { pk: 'TOKENKEY', sk: 'KEY' };
}
