import type { CapabilityRows } from '#shared/platform/runtime/capability-rows.ts';

/** The items, the queues and the other capabilities of this product. */
export const FILES_CAPABILITIES = {
  shapes: {
    'media-records': {
      table: 'core',
      partitions: 'MD#*',
      keys: ['sequentialKey', 'sequentialPointerKey', 'sequenceKey'],
    },
  },
  queues: [],
  services: {
    /** Signing uploads. An upload can never overwrite a checked file. */
    'put-media': {
      provides: ['putMediaBucket'],
      grants: [{ actions: ['s3:PutObject'], on: 'uploads' }],
    },
    /** Reading an upload and copying it to the checked files. */
    'keep-media': {
      provides: ['keepMediaBucket'],
      grants: [
        { actions: ['s3:GetObject'], on: 'uploads' },
        { actions: ['s3:PutObject'], on: 'checked-files' },
        // Without it S3 returns 403 for a missing object, the same as for a missing permission.
        { actions: ['s3:ListBucket'], on: 'media-bucket' },
      ],
    },
    /** Storing a file that the operation itself has checked. */
    'store-media': {
      provides: ['storeMediaBucket'],
      grants: [{ actions: ['s3:PutObject', 's3:DeleteObject'], on: 'checked-files' }],
    },
    /** Reading checked files, directly or through URLs that the function signs. */
    'read-media': {
      provides: ['readMediaBucket'],
      grants: [{ actions: ['s3:GetObject'], on: 'checked-files' }],
    },
    'delete-media': {
      provides: ['deleteMediaBucket'],
      grants: [
        { actions: ['s3:DeleteObject'], on: 'uploads' },
        { actions: ['s3:DeleteObject'], on: 'checked-files' },
      ],
    },
    /** Ending an upload in parts that failed. */
    'abort-uploads': {
      provides: ['putMediaBucket'],
      grants: [{ actions: ['s3:AbortMultipartUpload'], on: 'uploads' }],
    },
    /** The origin to which browsers send uploads. */
    'upload-origin': { provides: ['uploadBucket'], grants: [] },
  },
} as const satisfies CapabilityRows;

declare module '#shared/platform/runtime/capabilities.ts' {
  interface ProductCapabilities {
    readonly files: typeof FILES_CAPABILITIES;
  }
}
