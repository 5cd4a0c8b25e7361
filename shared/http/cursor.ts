import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { PlatformError } from '#shared/domain/errors.ts';

/** What a list's cursor belongs to: workspace, list and filters. Another list's cursor is refused. */
export type CursorScope = { readonly [part: string]: unknown };

const cursorSchema = v.strictTuple([v.pipe(v.string(), v.nonEmpty()), v.string()]);

/**
 * An opaque cursor after the item with this id, bound to its list by a digest. The digest guards against mistakes, not
 * against forgery: a forged cursor can only name a place in a list the caller may read anyway.
 */
export function encodeCursor(lastId: string, scope: CursorScope): string {
  return Buffer.from(JSON.stringify([lastId, digest(lastId, scope)])).toString('base64url');
}

/** The id a cursor of this list names. @throws PlatformError `cursor_invalid` */
export function decodeCursor(text: string, scope: CursorScope): string {
  const parsed = v.safeParse(
    v.pipe(v.string(), v.parseJson(), cursorSchema),
    Buffer.from(text, 'base64url').toString(),
  );
  // Encoding it again must give the very text: base64 decoders pass over what is none.
  if (parsed.success && encodeCursor(parsed.output[0], scope) === text) return parsed.output[0];
  throw new PlatformError('cursor_invalid', 'Use the next_cursor of this very list, with the same filters.');
}

function digest(lastId: string, scope: CursorScope): string {
  return createHash('sha256')
    .update(JSON.stringify([lastId, scope]))
    .digest('base64url')
    .slice(0, 22);
}
