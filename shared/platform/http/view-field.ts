import * as v from 'valibot';
import { described } from './described.ts';

/** An instant in an answer: UTC with milliseconds. */
export const timestamp = v.pipe(v.string(), v.isoTimestamp());

/** An id in an answer. What made it is trusted, so it is only said here. */
export const uuid = v.pipe(v.string(), v.metadata({ format: 'uuid' }));

/** The id of a resource that has one only. */
export const id = described(uuid, 'What paths and other resources name it by');

/** The id that paths name a resource of publishing by. */
export const pathId = described(uuid, 'What paths and events name it by; posts name its `id`');

/** The id that posts name a resource by (C5). */
export const numericId = described(
  v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
  'What posts name it by; unique in the workspace',
);

/** Instants that every record has. */
export const created = described(timestamp, 'When it was created');
export const updated = described(timestamp, 'When it was last changed; when it was created, if never');

/** A number of things in an answer. */
export const count = v.pipe(v.number(), v.metadata({ type: 'integer', minimum: 0 }));

/** A colour in an answer. */
export const color = v.pipe(v.string(), v.metadata({ pattern: '^#[0-9a-fA-F]{6}$' }));

/** A revision in an answer: opaque, and without the quotes that `ETag` and `If-Match` have (G57). */
export const revisionText = described(v.string(), 'What `ETag` says, without its quotes');
