import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { PlatformError } from '#shared/platform/core/errors.ts';

/** What a list's cursor belongs to: workspace, list and filters. Another list's cursor is refused. */
export type CursorScope = { readonly [part: string]: unknown };

const cursorSchema = v.strictTuple([v.string(), v.string()]);

/** Ids as the platform writes them. */
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/u;
const NUMBER = /^\d{1,16}$/u;

/**
 * An opaque cursor after the item with this id, bound to its list by a digest. The digest guards against mistakes, not
 * against forgery: a forged cursor can only name a place in a list the caller may read anyway.
 */
export function encodeCursor(lastId: string, scope: CursorScope): string {
  return Buffer.from(JSON.stringify([lastId, digest(lastId, scope)])).toString('base64url');
}

/** The UUID a cursor of this list names. @throws PlatformError `cursor_invalid` */
export function decodeCursor(text: string, scope: CursorScope): string {
  return idOf(text, scope, UUID);
}

/** The integer id a cursor of this list names. @throws PlatformError `cursor_invalid` */
export function decodeNumberCursor(text: string, scope: CursorScope): number {
  return Number(idOf(text, scope, NUMBER));
}

/** A made-up cursor may name a place where nothing is, but it must be a place: stores put it into keys and ranges. */
function idOf(text: string, scope: CursorScope, form: RegExp): string {
  const parsed = v.safeParse(
    v.pipe(v.string(), v.parseJson(), cursorSchema),
    Buffer.from(text, 'base64url').toString(),
  );
  const [id = ''] = parsed.success ? parsed.output : [];
  // Encoding it again must give the very text: base64 decoders pass over what is none.
  if (form.test(id) && encodeCursor(id, scope) === text) return id;
  throw new PlatformError('cursor_invalid', 'Use the next_cursor of the same list, with the same filters.');
}

function digest(lastId: string, scope: CursorScope): string {
  return createHash('sha256')
    .update(JSON.stringify([lastId, scope]))
    .digest('base64url')
    .slice(0, 22);
}
