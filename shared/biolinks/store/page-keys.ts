import type { Key } from '#shared/platform/store/keys.ts';

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
