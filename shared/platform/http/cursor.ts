import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { PlatformError } from '#shared/platform/core/errors.ts';

/** The workspace, list and filters of a cursor. A cursor of another list is rejected. */
export type CursorScope = { readonly [part: string]: unknown };

const cursorSchema = v.strictTuple([v.string(), v.string()]);

/** Ids in the form in which the platform writes them. */
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/u;
const NUMBER = /^\d{1,16}$/u;
const TIMED = /^\d{4}(?:-\d\d){2}T\d\d(?::\d\d){2}\.\d{3}Z#[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/u;

/**
 * An opaque cursor after the item with this id, bound to its list by a digest. The digest protects against mistakes, not
 * against forgery: a forged cursor only selects a position in a list that the caller may read.
 */
export function encodeCursor(lastId: string, scope: CursorScope): string {
  return Buffer.from(JSON.stringify([lastId, digest(lastId, scope)])).toString('base64url');
}

/** The UUID in a cursor of this list; undefined without a cursor. @throws PlatformError `cursor_invalid` */
export function decodeCursor(text: string | undefined, scope: CursorScope): string | undefined {
  return idOf(text, scope, UUID);
}

/** The integer id in a cursor of this list; undefined without a cursor. @throws PlatformError `cursor_invalid` */
export function decodeNumberCursor(text: string | undefined, scope: CursorScope): number | undefined {
  const id = idOf(text, scope, NUMBER);
  if (id === undefined) return undefined;
  // The next position must be a number that the next request accepts.
  if (Number.isSafeInteger(Number(id))) return Number(id);
  throw invalid();
}

/**
 * The time and the UUID in a cursor of this list, as `2026-08-01T10:00:00.000Z#…`; undefined without a cursor.
 * @throws PlatformError `cursor_invalid`
 */
export function decodeTimedCursor(text: string | undefined, scope: CursorScope): string | undefined {
  return idOf(text, scope, TIMED);
}

/** The id need not exist, but it must be well-formed, because stores use it in keys and ranges. */
function idOf(text: string | undefined, scope: CursorScope, form: RegExp): string | undefined {
  if (text === undefined) return undefined;
  const parsed = v.safeParse(
    v.pipe(v.string(), v.parseJson(), cursorSchema),
    Buffer.from(text, 'base64url').toString(),
  );
  const [id = ''] = parsed.success ? parsed.output : [];
  // Base64 decoders ignore invalid characters, so only the canonical encoding of a cursor is accepted.
  if (form.test(id) && encodeCursor(id, scope) === text) return id;
  throw invalid();
}

function invalid(): PlatformError {
  return new PlatformError('cursor_invalid', 'Use the next_cursor of the same list, with the same filters.');
}

function digest(lastId: string, scope: CursorScope): string {
  return createHash('sha256')
    .update(JSON.stringify([lastId, scope]))
    .digest('base64url')
    .slice(0, 22);
}
