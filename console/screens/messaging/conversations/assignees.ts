import type { Member } from '#console/screens/workspaces/members/member-reads.ts';
import { useMembers } from '#console/screens/workspaces/members/member-reads.ts';
import { useSigned } from '#console/session/context.ts';
import { may } from '#console/session/may.ts';
import type { Loaded } from '#console/session/use-query.ts';

/** The members that a conversation can be assigned to: the member of the key alone if the key cannot read the others. */
export function useAssignees(): Loaded<readonly Pick<Member, 'id' | 'name'>[]> {
  const { session } = useSigned();
  const members = useMembers();
  if (!may(session, 'workspace:members:read')) return { ...members, data: [session.me.member] };
  return { ...members, data: members.data?.filter(({ products }) => products.includes('salesbot')) };
}
