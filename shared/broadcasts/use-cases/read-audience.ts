import {
  type AudienceConditions,
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

export function createAudienceReader({
  contacts,
  recipients,
  listMembers,
}: AudienceDependencies): ReadAudience {
  return async ({ workspaceId, audience: text }, range) => {
    const audience = readStoredAudience(text);
    if ('failed_of' in audience) return readFailed(workspaceId, audience.failed_of, range);
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

  /** The contacts of the failed recipients of a broadcast, except those that were deleted since. */
  async function readFailed(
    workspaceId: string,
    broadcastId: string,
    { after, limit }: AudienceRange,
  ): Promise<AudiencePage> {
    const page = { status: 'failed', limit, after } as const;
    const { recipients: failed, readTo } = await recipients.list(broadcastId, page);
    const ids = failed.map(({ contactId }) => contactId);
    return { contacts: await findContacts(workspaceId, ids), erased: [], readTo };
  }

  async function findContacts(workspaceId: string, ids: readonly string[]): Promise<Contact[]> {
    const found = await Promise.all(ids.map((id) => contacts.find(workspaceId, id)));
    return found.flatMap((contact) => contact ?? []);
  }
}
