import type { ListMember } from '#shared/messaging/domain/list-member.ts';

/** A page of the members of a list. */
export type ListMemberPage = {
  readonly contactIds: readonly string[];
  /** The position to continue from; undefined at the end. A page can be short or empty before the end. */
  readonly readTo: string | undefined;
};

/** Reads all members of uploaded lists. */
export type ListMembers = {
  /**
   * Members of the list of an import, in an order that never changes; each is in one page. Strongly consistent.
   * @param cursor `readTo` of the page before; undefined for the first page
   */
  readPage(importId: string, cursor: string | undefined, limit: number): Promise<ListMemberPage>;
};

/** Members of uploaded lists, for the function that adds them. A member that is added with its contact is in `ContactImportJobs.apply`. */
export type ListMemberStore = {
  /** The member of a list; strongly consistent. */
  find(importId: string, contactId: string): Promise<ListMember | undefined>;
  /** Adds a member, unless the contact is already a member. Returns the member as it is stored. */
  add(member: ListMember): Promise<ListMember>;
};
