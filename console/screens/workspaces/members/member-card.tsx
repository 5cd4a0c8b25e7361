import { AskedCommand } from '#console/parts/command.tsx';
import { DraftForm } from '#console/parts/draft-form.tsx';
import { When } from '#console/parts/when.tsx';
import { useSigned } from '#console/session/context.ts';
import { may } from '#console/session/may.ts';
import { bodyOf, deletion } from '#console/session/problem.ts';
import { AccessFields } from './access-fields.tsx';
import { type AccessDraft, changesOf, MEMBER_FIELDS, productNames } from './member-draft.ts';
import { type Member, memberPath } from './member-reads.ts';

/** A member: what the member may do, and how an admin changes it. */
export function MemberCard({
  member,
  isOwn,
  mayWrite,
}: {
  readonly member: Member;
  readonly isOwn: boolean;
  readonly mayWrite: boolean;
}) {
  const { session } = useSigned();
  const { id, name, email, role, products } = member;
  return (
    <article>
      <h2>
        <bdi>{name}</bdi> {isOwn && <span class="soft">you</span>}
      </h2>
      <p class="url">
        <bdi>{email}</bdi>
      </p>
      <p>
        {role} of {productNames(products)}
      </p>
      <p>
        Added <When at={member.created_at} />
        {may(session, 'workspace:audit:read') && (
          <>
            {' '}
            · <a href={`/console/audit?member=${id}`}>What the member has changed</a>
          </>
        )}
      </p>
      {mayWrite && (
        <>
          {/* Another access of the member replaces the draft. */}
          <AccessForm key={`${role} ${products.join()}`} member={member} />
          <Removal member={member} isOwn={isOwn} />
        </>
      )}
    </article>
  );
}

function AccessForm({ member }: { readonly member: Member }) {
  const { api } = useSigned().session;
  const { id, name } = member;
  const params = { path: { member: id } };
  return (
    <details class="folded">
      <summary>
        Change the access of <bdi>{name}</bdi>
      </summary>
      <DraftForm<AccessDraft>
        initial={member}
        submit="Save"
        send={(draft) =>
          bodyOf(api.PATCH('/api/v1/members/{member}', { params, body: changesOf(member, draft) }))
        }
        errorFields={MEMBER_FIELDS}
        isReady={(draft) => Object.keys(changesOf(member, draft)).length > 0}
        callsOf={(draft) => [{ method: 'PATCH', path: memberPath(id), body: changesOf(member, draft) }]}
      >
        {(fields) => (
          <>
            <AccessFields {...fields} />
            <p class="soft">
              The keys of the member lose the permissions that the member loses. Endpoints for which the
              member is responsible are suspended if the member can no longer be responsible for them.
            </p>
          </>
        )}
      </DraftForm>
    </details>
  );
}

function Removal({ member, isOwn }: { readonly member: Member; readonly isOwn: boolean }) {
  const { api } = useSigned().session;
  const { id, name } = member;
  return (
    <div class="actions">
      <AskedCommand
        label="Remove"
        isFinal
        title={`Remove ${name}?`}
        send={() => deletion(api.DELETE('/api/v1/members/{member}', { params: { path: { member: id } } }))}
      >
        <p>
          All keys of the member are revoked, and the endpoints that the member is responsible for are
          suspended until another member takes them over.
          {isOwn && ' You are this member: the console asks for another key afterwards.'}
        </p>
      </AskedCommand>
    </div>
  );
}
