import { ALL_BUCKET_KEYS, type CapabilityRows } from '#shared/platform/runtime/capability-rows.ts';

/** The items, the queues and the other capabilities of this product. */
export const PRIVACY_CAPABILITIES = {
  shapes: {
    exports: { table: 'core', partitions: 'EX#*', keys: ['exportKey', 'runningExportKey'] },
    'redacted-events': { table: 'core', index: 'by-owner', partitions: 'C#*', keys: ['redactedPartition'] },
    'pending-exports': {
      table: 'core',
      index: 'by-owner',
      partitions: 'EXPORTS',
      keys: ['pendingExportsPartition'],
    },
    'erasure-scans': {
      table: 'deliveries',
      partitions: 'ERASURES',
      keys: ['erasureScanKey', 'logRedactionKey'],
    },
  },
  queues: [],
  services: {
    /** Signing URLs that read exports. */
    'read-exports': {
      provides: ['exportsBucket'],
      grants: [{ actions: ['s3:GetObject'], on: 'exports' }],
    },
    /** Signing URLs that read exports of contacts only. */
    'read-contact-exports': {
      provides: ['contactExportsBucket'],
      grants: [{ actions: ['s3:GetObject'], on: 'contact-exports' }],
    },
    'write-export-files': {
      provides: ['exportFilesBucket'],
      grants: [
        { actions: ['s3:PutObject'], on: ['exports', 'contact-exports'] },
        // Without it S3 returns 403 instead of 404 for a file that was deleted meanwhile.
        { actions: ['s3:ListBucket'], on: 'media-bucket' },
      ],
    },
    /** Replacing the files of exports, and deleting the versions that were replaced. */
    'redact-exports': {
      provides: ['redactExportsBucket'],
      grants: [
        {
          actions: ['s3:GetObject', 's3:PutObject', 's3:DeleteObjectVersion'],
          on: ['exports', 'contact-exports'],
        },
        // Without the permission to list, S3 returns 403 instead of 404 for a file that has expired meanwhile.
        { actions: ['s3:ListBucket', 's3:ListBucketVersions'], on: 'media-bucket' },
      ],
    },
    /** Deleting every version of the files of a workspace. */
    'erase-files': {
      provides: ['eraseFilesBucket'],
      grants: [
        { actions: ['s3:ListBucketVersions'], on: 'media-bucket' },
        {
          actions: ['s3:DeleteObjectVersion'],
          on: ['uploads', 'checked-files', 'exports', 'contact-exports', 'imports'],
        },
      ],
    },
    /** Finding and deleting everything that a workspace owns. A scan has no partition keys, and it finds items of every kind. */
    'erase-items': {
      provides: ['core', 'deliveries'],
      grants: [
        { actions: ['dynamodb:Scan'], on: ['core-table', 'delivery-table'] },
        {
          actions: ['dynamodb:DeleteItem'],
          on: ['core-table', 'delivery-table'],
          // The key pairs of secrets belong to many workspaces, and nothing deletes them.
          exceptKeys: [ALL_BUCKET_KEYS],
        },
      ],
    },
  },
} as const satisfies CapabilityRows;

declare module '#shared/platform/runtime/capabilities.ts' {
  interface ProductCapabilities {
    readonly privacy: typeof PRIVACY_CAPABILITIES;
  }
}
