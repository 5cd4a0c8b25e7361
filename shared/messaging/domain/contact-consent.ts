/** That a contact agreed to a text on a bio-link page (docs/specification/messaging.md#consents-of-contacts). */
export type ContactConsent = {
  readonly pageId: string;
  /** The URL of the page at the time of the last sign-up. */
  readonly pageUrl: string;
  readonly blockId: string;
  /** The text as the visitor saw it. */
  readonly text: string;
  /** The digest of the text. */
  readonly version: string;
  readonly firstAt: Date;
  /** The time of the last sign-up with this text on this page. */
  readonly lastAt: Date;
};

/** A sign-up as the visitor sent it. */
export type GivenConsent = Omit<ContactConsent, 'firstAt' | 'lastAt'> & { readonly at: Date };

/** Maximum number of consents that a contact keeps. A page of 100 contacts must fit into the response of a Lambda function. */
export const CONSENT_LIMIT = 10;

/**
 * The consents with another one, oldest first by their last sign-up. The same text on the same page keeps the time of its first sign-up,
 * so repeating a sign-up never removes the consent to another text.
 */
export function withConsent(
  before: readonly ContactConsent[],
  { at, ...given }: GivenConsent,
): readonly ContactConsent[] {
  const same = before.find((each) => isSame(each, given));
  const added = {
    ...given,
    firstAt: same && same.firstAt < at ? same.firstAt : at,
    lastAt: same && same.lastAt > at ? same.lastAt : at,
  };
  return [...before.filter((each) => !isSame(each, given)), added]
    .toSorted((a, b) => a.lastAt.getTime() - b.lastAt.getTime())
    .slice(-CONSENT_LIMIT);
}

/** Whether a consent to the same text on the same page was stored less than `ms` before, or later. */
export function isRecent(
  consents: readonly ContactConsent[],
  { at, ...given }: GivenConsent,
  ms: number,
): boolean {
  return consents.some((each) => isSame(each, given) && each.lastAt.getTime() > at.getTime() - ms);
}

type Place = Pick<ContactConsent, 'pageId' | 'version'>;

function isSame(one: Place, other: Place): boolean {
  return one.pageId === other.pageId && one.version === other.version;
}
