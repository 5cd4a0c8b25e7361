import * as v from 'valibot';
import { CONTACT_LIMITS, CONTACT_PLATFORMS, type Contact } from '#shared/messaging/domain/contact.ts';
import type { OwnPlatform } from '#shared/messaging/domain/message-platform.ts';
import { hasOptedOut } from '#shared/messaging/domain/require-sendable.ts';
import type { ContactFilter } from '#shared/messaging/ports/contact-store.ts';
import { isSameText } from '#shared/platform/core/text.ts';

const tagName = v.pipe(v.string(), v.minLength(1), v.maxLength(CONTACT_LIMITS.tag));
const tagNames = v.pipe(v.array(tagName), v.minLength(1), v.maxLength(CONTACT_LIMITS.tags));

const conditions = v.strictObject({
  stage: v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(CONTACT_LIMITS.stage))),
  tags: v.optional(v.strictObject({ any: v.optional(tagNames), all: v.optional(tagNames) })),
  /** Where a contact came from. */
  platform: v.optional(v.picklist(CONTACT_PLATFORMS)),
  /** The import whose list contains the contact. */
  list: v.optional(v.pipe(v.string(), v.uuid(), v.toLowerCase())),
});

/** The recipients of another broadcast with the status `failed`, and those with the status `unknown` only if they are asked for. */
const failures = v.strictObject({
  failed_of: v.pipe(v.string(), v.uuid(), v.toLowerCase()),
  include_unknown: v.optional(v.boolean()),
});

/** The format of the audience of a broadcast that the platform sends (docs/specification/broadcasts.md#audience-of-a-platform-broadcast). */
const audienceSchema = v.union([conditions, failures]);

const storedAudience = v.pipe(v.string(), v.parseJson(), audienceSchema);

/** All conditions must hold; without any, the audience is every contact. */
export type AudienceConditions = v.InferOutput<typeof conditions>;

export type Failures = v.InferOutput<typeof failures>;

export type Audience = AudienceConditions | Failures;

/** Whether a text is an audience. */
export function isAudience(text: string | null): boolean {
  return v.is(storedAudience, text ?? '{}');
}

/** The audience of a stored text. @throws ValiError if the text is none: it must not become an audience of all contacts */
export function readStoredAudience(text: string | null): Audience {
  return v.parse(storedAudience, text ?? '{}');
}

/** The ID of the broadcast whose failed recipients are the audience; undefined for an audience of conditions. */
export function failedOf(audience: Audience): string | undefined {
  return 'failed_of' in audience ? audience.failed_of : undefined;
}

/** The ID of the import whose list an audience is restricted to; undefined for an audience without a list. */
export function listOf(audience: Audience): string | undefined {
  return 'failed_of' in audience ? undefined : audience.list;
}

/** The conditions that the query for contacts checks. `isInAudience` checks all conditions except `list`. */
export function filterOf({ stage, tags, platform }: AudienceConditions): ContactFilter {
  return { stage, platform, tag: tags?.all?.[0] };
}

/** Whether a contact that was read by `filterOf`, or from the list of the audience, fulfils the conditions. */
export function isInAudience({ stage, tags, platform }: AudienceConditions, contact: Contact): boolean {
  const has = (tag: string) => contact.tags.some((each) => isSameText(each, tag));
  return (
    (stage === undefined || isSameText(contact.stage, stage)) &&
    (platform === undefined || contact.platform === platform) &&
    (tags?.all ?? []).every(has) &&
    (tags?.any === undefined || tags.any.some(has))
  );
}

/** Why a contact of the audience gets no message; undefined if it gets one. */
export function skipReason(contact: Contact, platform: OwnPlatform): SkipReason | undefined {
  if (hasOptedOut(contact, platform)) return 'opted_out';
  return contact.phone === null ? 'contact_unreachable' : undefined;
}

/** Why a recipient gets no message. */
export const SKIP_REASONS = [
  'opted_out',
  'contact_unreachable',
  'contact_erased',
  'same_number',
  'broadcast_cancelled',
  'broadcast_failed',
] as const;

export type SkipReason = (typeof SKIP_REASONS)[number];
