import * as v from 'valibot';

/** An instant in an answer: UTC with milliseconds. */
export const timestamp = v.pipe(v.string(), v.isoTimestamp());

/** An id in an answer. What made it is trusted, so it is only said here. */
export const uuid = v.pipe(v.string(), v.metadata({ format: 'uuid' }));

/** A number of things in an answer. */
export const count = v.pipe(v.number(), v.metadata({ type: 'integer', minimum: 0 }));

/** A colour in an answer. */
export const color = v.pipe(v.string(), v.metadata({ pattern: '^#[0-9a-fA-F]{6}$' }));

/** A revision in an answer: opaque, and without the quotes that `ETag` and `If-Match` have (G57). */
export const revisionText = v.pipe(v.string(), v.description('What `ETag` says, without its quotes'));
