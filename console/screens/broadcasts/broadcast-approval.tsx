import { AskedCommand, Command } from '#console/parts/command.tsx';
import { When } from '#console/parts/when.tsx';
import { MemberName } from '#console/screens/workspaces/members/member-name.tsx';
import { useSigned } from '#console/session/context.ts';
import { may } from '#console/session/may.ts';
import { bodyOf } from '#console/session/problem.ts';
import type { Broadcast } from './broadcast-reads.ts';
import { approvalState, isEditable } from './broadcast-states.ts';

/** Whether the broadcast may start, and who decides that. */
export function BroadcastApproval({ broadcast }: { readonly broadcast: Broadcast }) {
  const { session } = useSigned();
  const { requires_approval: isRequired, approval_waived_by: waivedBy } = broadcast;
  if (!isRequired && waivedBy === null) return null;
  const mayApprove = may(session, 'salesbot:broadcasts:approve') && isRequired && isEditable(broadcast);
  return (
    <section aria-label="Approval">
      <h2>Approval</h2>
      <p>
        <Sentence broadcast={broadcast} />
      </p>
      {mayApprove && <Controls broadcast={broadcast} />}
    </section>
  );
}

function Sentence({ broadcast }: { readonly broadcast: Broadcast }) {
  const { approval, approval_waived_by: waivedBy } = broadcast;
  const by = approval && (
    <>
      <MemberName id={approval.by} /> <When at={approval.at} />
    </>
  );
  const state = approvalState(broadcast);
  if (state === 'missing')
    return 'Nobody has approved the broadcast yet. It cannot start before a member who may approve does so.';
  if (state === 'given') return <>Approved by {by}.</>;
  return state === 'outdated' ? (
    <>
      Approved by {by}, and edited after that. Only a person who may approve can schedule it or send it now. A
      broadcast that was scheduled before the edit starts at its time.
    </>
  ) : (
    <>
      The broadcast starts without an approval. <MemberName id={waivedBy ?? ''} /> has waived the approval.
    </>
  );
}

function Controls({ broadcast }: { readonly broadcast: Broadcast }) {
  const { api } = useSigned().session;
  const { id, revision, approval, changed_since_approval: isOutdated } = broadcast;
  // The content that the person has read: an edit after that makes the approval fail.
  const params = { path: { broadcast: id }, header: { 'If-Match': `"${revision}"` } };
  return (
    <div class="actions">
      {(approval === null || isOutdated) && (
        <Command
          label="Approve"
          send={(headers) => bodyOf(api.POST('/api/v1/broadcasts/{broadcast}/approve', { params, headers }))}
        />
      )}
      {approval !== null && (
        <AskedCommand
          label="Revoke the approval"
          title="Revoke the approval?"
          send={() => bodyOf(api.DELETE('/api/v1/broadcasts/{broadcast}/approval', { params }))}
        >
          <p>The broadcast does not start without a new approval. If it is scheduled, it stays scheduled.</p>
        </AskedCommand>
      )}
    </div>
  );
}
