import {
  bucketKeys,
  type CapabilityRows,
  opening,
  sealing,
} from '#shared/platform/runtime/capability-rows.ts';

/** The items, the queues and the other capabilities of this product. */
export const BIOLINKS_CAPABILITIES = {
  shapes: {
    domains: { table: 'core', partitions: 'DOM#*', keys: ['domainKey', 'ownHostKey'] },
    hosts: { table: 'core', partitions: 'H#*', keys: ['hostKey'] },
    pages: { table: 'core', partitions: 'PG#*', keys: ['pageKey', 'blockKey', 'blockOrderKey'] },
    slugs: { table: 'core', partitions: 'S#*', keys: ['slugKey'] },
    pixels: { table: 'core', partitions: 'PX#*', keys: ['pixelKey'] },
    'unlock-attempts': { table: 'core', partitions: 'VISIT#*', keys: ['unlockAttemptsKey'] },
    'page-days': { table: 'core', partitions: 'VI#*', keys: ['pageDayKey', 'countedMessagesKey'] },
    previews: { table: 'core', partitions: 'PV#*', keys: ['previewKey'] },
    'preview-lists': { table: 'core', partitions: 'PVL#*', keys: ['previewListKey'] },
    'visitor-salts': { table: 'core', partitions: 'SALT', keys: ['visitorSaltKey'] },
    'token-keys': { table: 'core', partitions: 'TOKENKEY', keys: ['accessTokenKeyKey'] },
    'listed-pages': { table: 'core', index: 'by-owner', partitions: 'PG#*', keys: ['pageOwner'] },
    'listed-slugs': { table: 'core', index: 'by-owner', partitions: 'S#*', keys: ['slugOwner'] },
    'page-access-token-keys': bucketKeys('page-access-token'),
    'visitor-salt-keys': bucketKeys('visitor-salt'),
  },
  queues: ['visit'],
  services: {
    'seal-page-access-token': {
      provides: ['pageTokenKey'],
      grants: sealing('page-access-token'),
    },
    'open-page-access-token': {
      provides: ['pageTokenKey'],
      grants: opening('page-access-token'),
    },
    'seal-visitor-salt': {
      provides: ['visitorKey'],
      grants: sealing('visitor-salt'),
    },
    'open-visitor-salt': {
      provides: ['visitorKey'],
      grants: opening('visitor-salt'),
    },
  },
} as const satisfies CapabilityRows;

declare module '#shared/platform/runtime/capabilities.ts' {
  interface ProductCapabilities {
    readonly biolinks: typeof BIOLINKS_CAPABILITIES;
  }
}

declare module '#shared/platform/core/secret-box.ts' {
  interface DeclaredPurposes {
    readonly biolinks: 'page-access-token' | 'visitor-salt';
  }
}
