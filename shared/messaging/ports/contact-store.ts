import type { ErasurePlan } from '#shared/events/recording/erasure.ts';
import type { RecordedEvent } from '#shared/events/recording/recorded-event.ts';
import type { Contact, ContactAddress, ContactPlatform } from '#shared/messaging/domain/contact.ts';
import type { CommandContext } from '#shared/platform/core/change.ts';

/** Which contacts a list contains. */
export type ContactFilter = {
  readonly stage?: string | undefined;
  readonly tag?: string | undefined;
  readonly platform?: ContactPlatform | undefined;
};

/** A page of contacts, ordered by their last change. */
export type ContactRange = ContactFilter & {
  /** Only contacts that changed at this time or later. */
  readonly changedSince?: Date | undefined;
  readonly order: 'asc' | 'desc';
  readonly limit: number;
  /** The position where the previous page ended. */
  readonly after?: string | undefined;
};

export type ContactPage = {
  readonly contacts: readonly Contact[];
  /** The position to continue from; undefined at the end. A page can be short before the end. */
  readonly readTo: string | undefined;
};

/** An entry of the index of dates: a contact, and the earliest day on which one of its dates is reached. */
export type DatedContact = { readonly day: string; readonly id: string };

/**
 * What else a workspace knows about the phone number of a contact. An earlier version stored the two spellings of a number as two numbers,
 * so another contact can have the number, and the other spelling can keep opt-outs of a contact that was deleted.
 */
export type SameNumber = {
  readonly keptOptOuts: Contact['optOuts'];
  readonly contacts: readonly Contact[];
};

/** The reads of `ContactStore`, for operations that may not write. */
export type ContactReader = {
  /** The contact, if it belongs to this workspace; strongly consistent. */
  find(workspaceId: string, contactId: string): Promise<Contact | undefined>;

  /** The contact with this address, in any spelling of a phone number; strongly consistent. */
  findByAddress(workspaceId: string, address: ContactAddress): Promise<Contact | undefined>;

  /**
   * The opt-outs of a phone number that belongs to no contact, because its contact was deleted or got another number, in any spelling. Empty
   * while a contact has the number, except for those of its other spelling. Strongly consistent.
   */
  findKeptOptOuts(workspaceId: string, phone: string): Promise<Contact['optOuts']>;

  /** What else is known about the phone number of a contact. Reads nothing if it has no second spelling. Strongly consistent. */
  findSameNumber(contact: Contact): Promise<SameNumber>;

  /**
   * Contacts in the order of their last change, eventually consistent. A contact that changes while the pages are read moves to the end:
   * from oldest to newest, no contact is missing, but one can be listed twice.
   */
  list(workspaceId: string, range: ContactRange): Promise<ContactPage>;

  /**
   * Ids of contacts with a date that is reached on or before a day, with the earliest day first; eventually consistent.
   * @param after continues after this entry
   */
  listDated(workspaceId: string, until: string, limit: number, after?: DatedContact): Promise<DatedContact[]>;
};

/**
 * Contacts of workspaces. A phone number keeps its opt-outs when its contact is deleted or gets another number. A write that gives the
 * number to a contact without these opt-outs fails with ConcurrentUpdateError.
 */
export type ContactStore = ContactReader & {
  /**
   * Creates a contact with its events. @throws PlatformError `contact_exists` if another contact has one of its addresses ·
   * `quota_exceeded` · DuplicateRequestError · ConcurrentUpdateError
   */
  create(contact: Contact, events: readonly RecordedEvent[], context: CommandContext): Promise<void>;

  /**
   * Creates the contact of a sign-up on a page, with its events, also above the quota: otherwise the response would tell whether the
   * address is known. @throws PlatformError `contact_exists` · ConcurrentUpdateError
   */
  createBySignup(contact: Contact, events: readonly RecordedEvent[], context: CommandContext): Promise<void>;

  /**
   * Writes a contact if its revision is unchanged, with its events. @throws PlatformError `contact_exists` · DuplicateRequestError ·
   * ConcurrentUpdateError
   */
  save(
    before: Contact,
    after: Contact,
    events: readonly RecordedEvent[],
    context: CommandContext,
  ): Promise<void>;

  /**
   * Deletes the contact if its revision is unchanged, and requests the erasure of its stored events in the same transaction.
   * @throws PlatformError `quota_exceeded` · ConcurrentUpdateError
   */
  remove(contact: Contact, erasure: ErasurePlan, context: CommandContext): Promise<void>;
};
