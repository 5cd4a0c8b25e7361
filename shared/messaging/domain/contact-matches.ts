import { isSameText } from '#shared/platform/core/text.ts';
import type { Contact } from './contact.ts';

type Wanted = {
  readonly stage?: string | undefined;
  readonly tag?: string | undefined;
  readonly platform?: string | undefined;
  readonly changedSince?: Date | undefined;
};

/** Whether a list with these filters contains the contact. */
export function contactMatches(contact: Contact, { stage, tag, platform, changedSince }: Wanted): boolean {
  return (
    (stage === undefined || isSameText(contact.stage, stage)) &&
    (tag === undefined || contact.tags.some((each) => isSameText(each, tag))) &&
    (platform === undefined || contact.platform === platform) &&
    (changedSince === undefined || contact.updatedAt >= changedSince)
  );
}
