import type { ListMember } from '#shared/messaging/domain/list-member.ts';
import type { ListMembers, ListMemberStore } from '#shared/messaging/ports/list-members.ts';
import { listMemberPlace, type MemoryCore } from '#test/support/fakes/platform/memory-core.ts';

/** Members of lists over a memory core, in the order of the IDs of their contacts. */
export function createMemoryListMembers({
  listMembers,
}: Pick<MemoryCore, 'listMembers'>): ListMembers & ListMemberStore {
  return {
    async readPage(importId, cursor = '', limit) {
      const contactIds = [...listMembers.values()]
        .filter((member) => member.importId === importId && member.contactId > cursor)
        .map(({ contactId }) => contactId)
        .toSorted()
        .slice(0, limit);
      return { contactIds, readTo: contactIds.length === limit ? contactIds.at(-1) : undefined };
    },

    async find(importId, contactId) {
      return listMembers.get(listMemberPlace({ importId, contactId }));
    },

    async add(member: ListMember) {
      const stored = listMembers.get(listMemberPlace(member));
      if (!stored) listMembers.set(listMemberPlace(member), member);
      return stored ?? member;
    },
  };
}
