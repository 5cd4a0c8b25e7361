import { Plus } from 'lucide';
import { ApiCalls } from '#console/parts/api-call.tsx';
import { ButtonLink } from '#console/parts/button.tsx';
import { Cards } from '#console/parts/lists/cards.tsx';
import { ReadState } from '#console/parts/notices.tsx';
import { PageHead } from '#console/parts/page-head.tsx';
import { useSigned } from '#console/session/context.ts';
import { may } from '#console/session/may.ts';
import { MemberCard } from './members/member-card.tsx';
import { MEMBERS, MAX_MEMBERS, useMembers } from './members/member-reads.ts';

/** The members of the workspace and what each of them may do. */
export function Members() {
  const { session } = useSigned();
  const { data, error } = useMembers();
  const { member } = session.me;
  // Only an admin may change members, whatever the permissions of the key.
  const mayWrite = may(session, 'workspace:members:write') && member.role === 'admin';
  return (
    <>
      <PageHead
        title="Team"
        facts={
          <p class="soft">
            Each API key belongs to a member, and never has more permissions than this member.
          </p>
        }
      >
        {mayWrite && (
          <div class="actions">
            <ButtonLink href="/console/members/new" label="New member" icon={Plus} />
          </div>
        )}
      </PageHead>
      <ReadState data={data} error={error} />
      <Cards
        label="Members"
        items={data}
        card={(each) => <MemberCard member={each} isOwn={each.id === member.id} mayWrite={mayWrite} />}
      />
      {data?.length === MAX_MEMBERS && (
        <p>
          This screen shows the first {MAX_MEMBERS} members. To read all members, use the API operation
          listMembers.
        </p>
      )}
      <ApiCalls calls={[{ path: MEMBERS }]} />
    </>
  );
}
