import { PlatformError } from '#shared/platform/core/errors.ts';

/** The strong entity tag of a revision (RFC 9110, 8.8.3). */
export function entityTag(revision: string): string {
  return `"${revision}"`;
}

/**
 * Evaluates `If-Match` by strong comparison (RFC 9110, 13.1.1; G51–G54): a list matches by any member, `*` alone
 * matches what exists, weak and unquoted tags never match. Both refusals carry the current `ETag`; the revision is a member
 * of them unless the caller may not read the resource (G50).
 * @throws PlatformError `precondition_required` · `revision_mismatch`
 */
export function requireMatch(
  ifMatch: string | undefined,
  revision: string,
  required: boolean,
  mayRead = true,
): void {
  const current = {
    ...(mayRead ? { current_revision: revision } : {}),
    headers: { ETag: entityTag(revision) },
  };
  if (ifMatch === undefined || ifMatch.trim() === '') {
    if (!required) return;
    const detail = 'Send the current revision, in double quotes, as If-Match: "<revision>".';
    throw new PlatformError('precondition_required', detail, current);
  }
  const tags = ifMatch.split(',').map((tag) => tag.trim());
  if (isAny(ifMatch) || tags.includes(entityTag(revision))) return;
  const hint = ifMatch.includes('"') ? '' : ' Entity tags must be in double quotes.';
  throw new PlatformError(
    'revision_mismatch',
    `The current revision differs from the one in If-Match.${hint}`,
    current,
  );
}

/** The revisions that `If-Match` names, for a write that compares them itself; undefined where any will do. */
export function namedRevisions(ifMatch: string | undefined): string[] | undefined {
  if (ifMatch === undefined || !namesRevision(ifMatch)) return undefined;
  return ifMatch.split(',').flatMap((tag) => /^"(.*)"$/u.exec(tag.trim())?.[1] ?? []);
}

/** Whether `If-Match` names a revision: without it, or with `*`, any revision will do (G21, G51). */
export function namesRevision(ifMatch: string | undefined): boolean {
  return ifMatch !== undefined && ifMatch.trim() !== '' && !isAny(ifMatch);
}

/** Whether `If-None-Match` names this tag, by weak comparison (RFC 9110, 13.1.2). */
export function noneMatchHits(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  const tags = ifNoneMatch.split(',').map((text) => text.trim().replace(/^W\//u, ''));
  return isAny(ifNoneMatch) || tags.includes(tag);
}

/** `*` is the whole value or nothing: who also names a revision does not mean to overwrite any (RFC 9110, 13.1.1). */
function isAny(value: string): boolean {
  return value.trim() === '*';
}
