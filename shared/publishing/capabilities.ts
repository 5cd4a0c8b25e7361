import {
  bucketKeys,
  type CapabilityRows,
  opening,
  sealing,
} from '#shared/platform/runtime/capability-rows.ts';

/** The items, the queues and the other capabilities of this product. */
export const PUBLISHING_CAPABILITIES = {
  shapes: {
    posts: { table: 'core', partitions: 'P#*', keys: ['postKey', 'publicationKey'] },
    'post-times': { table: 'core', partitions: 'TIME#*', keys: ['slotKey', 'postTimeKey'] },
    'posting-queues': { table: 'core', partitions: 'SLOTS#*', keys: ['postingQueueKey'] },
    accounts: {
      table: 'core',
      partitions: 'A#*',
      keys: ['sequentialKey', 'sequentialPointerKey', 'sequenceKey', 'accountIdentityKey'],
    },
    'account-removals': { table: 'core', partitions: 'GONE#*', keys: ['accountRemovalKey'] },
    'post-removals': { table: 'core', partitions: 'PR#*', keys: ['postRemovalKey'] },
    'oauth-apps': { table: 'core', partitions: 'OA#*', keys: ['oauthAppKey'] },
    'connect-claims': { table: 'core', partitions: 'OC#*', keys: ['connectClaimKey'] },
    'token-leases': { table: 'core', partitions: 'OL#*', keys: ['tokenLeaseKey'] },
    tags: {
      table: 'core',
      partitions: 'T#*',
      keys: ['sequentialKey', 'sequentialPointerKey', 'sequenceKey'],
    },
    'listed-posts': { table: 'core', index: 'by-owner', partitions: 'P#*', keys: ['postPartition'] },
    'account-keys': bucketKeys('account'),
    'oauth-app-keys': bucketKeys('oauth-app'),
  },
  queues: ['publish', 'recompute', 'removal', 'download'],
  services: {
    'seal-account-credentials': {
      provides: ['accountKey'],
      grants: sealing('account'),
    },
    'open-account-credentials': {
      provides: ['accountKey'],
      grants: opening('account'),
    },
    'seal-oauth-secret': {
      provides: ['oauthAppKey'],
      grants: sealing('oauth-app'),
    },
    /** Also the secrets of the apps of the stage. */
    'open-oauth-secret': {
      provides: ['oauthAppKey'],
      grants: opening('oauth-app'),
    },
    'seal-connect-state': {
      provides: ['connectTransitKey'],
      grants: [{ actions: ['kms:Encrypt'], on: 'secret-key', purpose: 'connect-state' }],
    },
    'open-connect-state': {
      provides: ['connectTransitKey'],
      grants: [{ actions: ['kms:Decrypt'], on: 'secret-key', purpose: 'connect-state' }],
    },
    'seal-connect-code': {
      provides: ['connectTransitKey'],
      grants: [{ actions: ['kms:Encrypt'], on: 'secret-key', purpose: 'connect-code' }],
    },
    'open-connect-code': {
      provides: ['connectTransitKey'],
      grants: [{ actions: ['kms:Decrypt'], on: 'secret-key', purpose: 'connect-code' }],
    },
    /** The apps of the stage at networks. */
    'stage-apps': { provides: ['oauthApps'], grants: [] },
    /** The origins to which the callback of an authorisation may redirect, besides the console. */
    'connect-redirects': { provides: ['connectRedirectOrigins'], grants: [] },
    /** Requests to the social networks, and to their authorisation servers. */
    'call-networks': { provides: ['networkOrigins', 'apiOrigins'], grants: [] },
  },
} as const satisfies CapabilityRows;

declare module '#shared/platform/runtime/capabilities.ts' {
  interface ProductCapabilities {
    readonly publishing: typeof PUBLISHING_CAPABILITIES;
  }
}

declare module '#shared/platform/core/secret-box.ts' {
  interface DeclaredPurposes {
    readonly publishing: 'account' | 'oauth-app' | 'connect-state' | 'connect-code';
  }
}
