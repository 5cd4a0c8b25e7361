import { PlatformError } from '#shared/platform/core/errors.ts';

/** The strong entity tag of a revision (RFC 9110, 8.8.3). */
export function entityTag(revision: string): string {
  return `"${revision}"`;
}

/** The precondition of a request. An empty `If-Match` counts as absent. */
export type IfMatch =
  | { readonly kind: 'absent' }
  /** `If-Match: *` */
  | { readonly kind: 'any' }
  /** The revisions of the strong entity tags. Weak and unquoted tags match no revision, so the list may be empty. */
  | {
      readonly kind: 'revisions';
      readonly revisions: readonly string[];
      readonly form: keyof typeof MISMATCH_DETAILS;
    };

/** What to send after 412, by the form of the entity tags. */
const MISMATCH_DETAILS = {
  strong:
    'The resource has changed. Read it again, apply your change, and send its new revision in double quotes as If-Match.',
  weak: 'Weak entity tags (W/"…") never match If-Match. Send the revision of the resource in double quotes, without W/.',
  unquoted: 'Send the revision in double quotes: If-Match: "<revision>".',
} as const;

/** Parses `If-Match` (RFC 9110, 13.1.1; docs/specification.md#if-match). */
export function parseIfMatch(header: string | undefined): IfMatch {
  if (header === undefined || header.trim() === '') return { kind: 'absent' };
  if (isAny(header)) return { kind: 'any' };
  const revisions = header.split(',').flatMap((tag) => /^"(.*)"$/u.exec(tag.trim())?.[1] ?? []);
  return { kind: 'revisions', revisions, form: formOf(header, revisions) };
}

function formOf(header: string, revisions: readonly string[]): keyof typeof MISMATCH_DETAILS {
  if (revisions.length > 0) return 'strong';
  if (/(?:^|,)\s*W\/"/u.test(header)) return 'weak';
  return header.includes('"') ? 'strong' : 'unquoted';
}

/**
 * Compares the precondition with the current revision. Both errors carry the current `ETag`; `current_revision` is in the
 * body only if the caller may read the resource.
 * @throws PlatformError `precondition_required` · `revision_mismatch`
 */
export function requireMatch(
  ifMatch: IfMatch,
  revision: string,
  { required, mayRead = true }: { readonly required: boolean; readonly mayRead?: boolean },
): void {
  if (ifMatch.kind === 'any' || (ifMatch.kind === 'absent' && !required)) return;
  if (ifMatch.kind === 'revisions' && ifMatch.revisions.includes(revision)) return;
  const current = {
    ...(mayRead ? { current_revision: revision } : {}),
    headers: { ETag: entityTag(revision) },
  };
  if (ifMatch.kind === 'absent') {
    const detail = 'Send the current revision, in double quotes, as If-Match: "<revision>".';
    throw new PlatformError('precondition_required', detail, current);
  }
  const detail = MISMATCH_DETAILS[ifMatch.kind === 'revisions' ? ifMatch.form : 'strong'];
  throw new PlatformError('revision_mismatch', detail, current);
}

/** The revisions that a conditional write may replace; undefined if it may replace any. */
export function acceptedRevisions(ifMatch: IfMatch): readonly string[] | undefined {
  return ifMatch.kind === 'revisions' ? ifMatch.revisions : undefined;
}

/** Whether `If-None-Match` contains the tag, by weak comparison (RFC 9110, 13.1.2). */
export function noneMatchHits(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  const tags = ifNoneMatch.split(',').map((text) => text.trim().replace(/^W\//u, ''));
  return isAny(ifNoneMatch) || tags.includes(tag);
}

/** `*` counts only as the whole value. A list that contains `*` and a tag is compared by its tags. */
function isAny(value: string): boolean {
  return value.trim() === '*';
}
