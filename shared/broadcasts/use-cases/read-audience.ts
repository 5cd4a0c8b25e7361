import {
  type AudienceConditions,
  type Failures,
  filterOf,
  isInAudience,
  readStoredAudience,
} from '#shared/broadcasts/domain/audience.ts';
import type { Broadcast } from '#shared/broadcasts/domain/broadcast.ts';
import type { RecipientReader } from '#shared/broadcasts/ports/recipient-store.ts';
import type { Contact } from '#shared/messaging/domain/contact.ts';
import type { ContactPage, ContactReader } from '#shared/messaging/ports/contact-store.ts';
import type { ListMembers } from '#shared/messaging/ports/list-members.ts';

export type AudienceDependencies = {
  readonly contacts: Pick<ContactReader, 'find' | 'list'>;
  readonly recipients: Pick<RecipientReader, 'list'>;
  readonly listMembers: ListMembers;
};

/** A page of an audience, with the members of its list whose contacts were deleted. */
export type AudiencePage = ContactPage & { readonly erased: readonly string[] };

/**
 * Reads a page of the contacts of an audience. A contact that changes while the pages are read can be in two pages, and no contact is missing.
 * A page before the end can be short, and even empty; at the end, `readTo` is undefined. Contacts and erased members together are at most
 * `limit`.
 */
export type ReadAudience = (
  broadcast: Pick<Broadcast, 'id' | 'workspaceId' | 'audience'>,
  range: AudienceRange,
) => Promise<AudiencePage>;

type AudienceRange = {
  readonly after: string | undefined;
  readonly limit: number;
  /** Omits contacts that changed after this time and therefore moved to a later page, so that no contact is in two pages. */
  readonly movedAfter?: Date | undefined;
};

/** Begins a position among the recipients with the status `unknown`; a position among the failed ones begins with a time. */
const UNKNOWN = 'unknown ';
/** The position before the first failed recipient. */
const START = 'failed';

function afterUnknown(readTo: string | undefined): string {
  return readTo === undefined ? START : `${UNKNOWN}${readTo}`;
}

export function createAudienceReader({
  contacts,
  recipients,
  listMembers,
}: AudienceDependencies): ReadAudience {
  return async ({ workspaceId, audience: text }, range) => {
    const audience = readStoredAudience(text);
    if ('failed_of' in audience) return readFailed(workspaceId, audience, range);
    return audience.list === undefined
      ? readMatching(workspaceId, audience, range)
      : readMembers(workspaceId, audience.list, audience, range);
  };

  /** Contacts that fulfil the conditions, sorted by their last change. A contact that changes meanwhile moves to the end. */
  async function readMatching(
    workspaceId: string,
    audience: AudienceConditions,
    { after, limit, movedAfter }: AudienceRange,
  ): Promise<AudiencePage> {
    const page = { ...filterOf(audience), order: 'asc', limit, after } as const;
    const { contacts: found, readTo } = await contacts.list(workspaceId, page);
    const wanted = found.filter(
      (contact) =>
        isInAudience(audience, contact) && (movedAfter === undefined || contact.updatedAt <= movedAfter),
    );
    return { contacts: wanted, erased: [], readTo };
  }

  /**
   * The members of a list that fulfil the other conditions, in an order that never changes. Whether a deleted contact fulfilled the conditions
   * is unknown, so `erased` contains every deleted member.
   */
  async function readMembers(
    workspaceId: string,
    importId: string,
    audience: AudienceConditions,
    { after, limit }: AudienceRange,
  ): Promise<AudiencePage> {
    const { contactIds, readTo } = await listMembers.readPage(importId, after, limit);
    const read = await findContacts(workspaceId, contactIds);
    const ids = new Set(read.map(({ id }) => id));
    return {
      contacts: read.filter((contact) => isInAudience(audience, contact)),
      erased: contactIds.filter((id) => !ids.has(id)),
      readTo,
    };
  }

  /**
   * The contacts of the failed recipients of a broadcast, except those that were deleted since. Those with the status `unknown` come first: a receipt can
   * make one of them failed, never the other way round, so none is missing.
   */
  async function readFailed(
    workspaceId: string,
    { failed_of: broadcastId, include_unknown: includesUnknown = false }: Failures,
    { after, limit }: AudienceRange,
  ): Promise<AudiencePage> {
    const isUnknown = includesUnknown && (after === undefined || after.startsWith(UNKNOWN));
    const status = isUnknown ? ('unknown' as const) : ('failed' as const);
    const position = isUnknown ? after?.slice(UNKNOWN.length) : after;
    const page = { status, limit, after: position === START ? undefined : position };
    const { recipients: found, readTo } = await recipients.list(broadcastId, page);
    const contactsFound = await findContacts(
      workspaceId,
      found.map(({ contactId }) => contactId),
    );
    return { contacts: contactsFound, erased: [], readTo: isUnknown ? afterUnknown(readTo) : readTo };
  }

  async function findContacts(workspaceId: string, ids: readonly string[]): Promise<Contact[]> {
    const found = await Promise.all(ids.map((id) => contacts.find(workspaceId, id)));
    return found.flatMap((contact) => contact ?? []);
  }
}
