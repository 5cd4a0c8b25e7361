import { useMembers } from './member-reads.ts';

/** The name of a member; the ID if the key cannot see members, or if the member was removed. */
export function MemberName({ id }: { readonly id: string }) {
  const member = useMembers().data?.find((each) => each.id === id);
  return member ? <bdi>{member.name}</bdi> : <code>{id}</code>;
}
