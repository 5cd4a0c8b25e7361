import * as v from 'valibot';
import { withDescription } from './with-description.ts';

/** A timestamp in a response: UTC with milliseconds. */
export const timestamp = v.pipe(v.string(), v.isoTimestamp());

/** An ID in a response. The platform created it, so the schema documents the format and does not check it. */
export const uuid = v.pipe(v.string(), v.metadata({ format: 'uuid' }));

/** The ID of a resource that has only one. */
export const id = withDescription(uuid, 'ID of the resource in paths and in other resources');

/** The ID of a publishing resource in paths. */
export const pathId = withDescription(
  uuid,
  'ID in events, and in paths beside the numeric `id`. Posts use only the numeric `id`',
);

/** The ID of a publishing resource in posts (docs/specification.md#two-ids). */
export const numericId = withDescription(
  v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
  'Numeric ID, used in posts and accepted in paths; unique in the workspace',
);

/** Timestamps of every record. */
export const created = withDescription(timestamp, 'When the resource was created');
export const updated = withDescription(
  timestamp,
  'When the resource was last changed; equal to `created_at` if it never was',
);

/** A count in a response. */
export const count = v.pipe(v.number(), v.metadata({ type: 'integer', minimum: 0 }));

/** A colour in a response. */
export const color = v.pipe(v.string(), v.metadata({ pattern: '^#[0-9a-fA-F]{6}$' }));

/** A revision in a response: an opaque string without the quotes of `ETag` and `If-Match` (docs/specification.md#revisions). */
export const revisionText = withDescription(
  v.string(),
  'The revision from the `ETag` header, without the quotes',
);
