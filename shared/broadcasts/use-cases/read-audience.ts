import {
  type AudienceConditions,
  filterOf,
  isInAudience,
  parseAudience,
} from '#shared/broadcasts/domain/audience.ts';
import type { Broadcast } from '#shared/broadcasts/domain/broadcast.ts';
import type { RecipientReader } from '#shared/broadcasts/ports/recipient-store.ts';
import type { ContactPage, ContactReader } from '#shared/messaging/ports/contact-store.ts';

export type AudienceDependencies = {
  readonly contacts: Pick<ContactReader, 'find' | 'list'>;
  readonly recipients: Pick<RecipientReader, 'list'>;
};

/**
 * Reads a page of the contacts of an audience. A contact that changes while the pages are read can be in two pages, and none is missing. A
 * page can be short, and even empty, before the end; at the end, `readTo` is undefined.
 */
export type ReadAudience = (
  broadcast: Pick<Broadcast, 'id' | 'workspaceId' | 'audience'>,
  range: { readonly after: string | undefined; readonly limit: number },
) => Promise<ContactPage>;

export function createAudienceReader({ contacts, recipients }: AudienceDependencies): ReadAudience {
  return async ({ workspaceId, audience: text }, range) => {
    const audience = parseAudience(text) ?? {};
    return 'failed_of' in audience
      ? readFailed(workspaceId, audience.failed_of, range)
      : readMatching(workspaceId, audience, range);
  };

  /** Contacts that fulfil the conditions, by their last change: one that changes meanwhile moves behind the end. */
  async function readMatching(
    workspaceId: string,
    audience: AudienceConditions,
    { after, limit }: Parameters<ReadAudience>[1],
  ): Promise<ContactPage> {
    const page = { ...filterOf(audience), order: 'asc', limit, after } as const;
    const { contacts: found, readTo } = await contacts.list(workspaceId, page);
    return { contacts: found.filter((contact) => isInAudience(audience, contact)), readTo };
  }

  /** The contacts of the recipients to whom a broadcast failed, except those that were deleted since. */
  async function readFailed(
    workspaceId: string,
    broadcastId: string,
    { after, limit }: Parameters<ReadAudience>[1],
  ): Promise<ContactPage> {
    const page = { status: 'failed', limit, after } as const;
    const { recipients: failed, readTo } = await recipients.list(broadcastId, page);
    const found = await Promise.all(failed.map(({ contactId }) => contacts.find(workspaceId, contactId)));
    return { contacts: found.flatMap((contact) => contact ?? []), readTo };
  }
}
