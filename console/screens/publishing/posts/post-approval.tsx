import { AskedForm } from '#console/parts/asked-form.tsx';
import { countOf } from '#console/parts/counted.ts';
import { fieldsOf } from '#console/parts/fields/draft-fields.ts';
import { Radios } from '#console/parts/fields/radios.tsx';
import { TextAreaField } from '#console/parts/fields/text-area-field.tsx';
import { When } from '#console/parts/when.tsx';
import { type Post, postKey, useAccounts } from '#console/screens/publishing/post-reads.ts';
import { MemberName } from '#console/screens/workspaces/members/member-name.tsx';
import { useSigned } from '#console/session/context.ts';
import { may } from '#console/session/may.ts';
import { asError } from '#console/session/problem.ts';
import type { Once } from '#console/session/use-command.ts';
import { accountNames } from './calendar.tsx';
import { approve, returnToAuthor } from './post-commands.ts';
import { type ApprovalDraft, isOutdated } from './post-plan.ts';
import { NextFreeSlot } from './queue-sentence.tsx';
import { TIME_FIELDS, ZonedTimeFields } from './zoned-time-fields.tsx';

const MAX_NOTE_CHARACTERS = 1000;
const AT = {
  proposed: 'At the proposed time',
  other: 'At another time',
  queue: 'In the next free slot of the posting queue',
  now: 'Now',
} as const;

type Draft = ApprovalDraft & {
  /** The post that the dialog shows. */
  readonly seen: Post;
};

/** Who submitted a post, what was decided, and the commands that decide it. */
export function PostApproval({ post, isChanged }: { readonly post: Post; readonly isChanged: boolean }) {
  const { session } = useSigned();
  const { approval, status_name: status } = post;
  if (approval === null) return null;
  const isWaiting = status === 'needs_approval' && !post.trashed;
  const mayDecide = isWaiting && may(session, 'publishing:posts:publish');
  return (
    <section aria-labelledby="approval">
      <h2 id="approval">Approval</h2>
      <p>
        Submitted by <MemberName id={approval.requested_by} /> <When at={approval.requested_at} />.
        {isWaiting && post.scheduled_at === null && ' No time is proposed.'}
      </p>
      {approval.decided_by !== null && (
        <p>
          {approval.state === 'returned' ? 'Returned' : 'Approved'} by <MemberName id={approval.decided_by} />{' '}
          <When at={approval.decided_at} />.
        </p>
      )}
      {approval.note !== null && (
        <blockquote class="said" dir="auto">
          {approval.note}
        </blockquote>
      )}
      {isWaiting && !mayDecide && <p>The post waits for a member who may publish.</p>}
      {mayDecide && isChanged && <p>Save or discard your changes before you decide about the post.</p>}
      {mayDecide && !isChanged && (
        <div class="actions">
          <Approve post={post} />
          <Return post={post} />
        </div>
      )}
    </section>
  );
}

function Approve({ post }: { readonly post: Post }) {
  const { session, queries } = useSigned();
  const { timezone } = session.me.workspace;
  const isProposed = post.scheduled_at !== null;
  const choices = (
    isProposed ? (['proposed', 'other', 'queue', 'now'] as const) : (['other', 'queue', 'now'] as const)
  ).map((at) => [at, AT[at]] as const);
  const initial = {
    // The dialog approves the post that it shows, also if the screen has read a later revision.
    seen: post,
    at: isProposed ? 'proposed' : 'queue',
    date: post.date ?? '',
    time: post.time ?? '',
    zone: timezone,
  } satisfies Draft;

  async function send(draft: Draft, once: Once): Promise<void> {
    try {
      await approve(session, draft.seen, draft, once);
    } catch (error) {
      // So that the screen has the current content when the dialog closes.
      if (isOutdated(asError(error))) void queries.invalidateQueries({ queryKey: postKey(post.id) });
      throw error;
    }
  }

  return (
    <AskedForm<Draft>
      label="Approve"
      quiet={false}
      title="Approve the post?"
      submit={({ at }) => (at === 'now' ? 'Approve and publish now' : 'Approve the post')}
      initial={initial}
      send={send}
      errorFields={TIME_FIELDS}
      explain={(error) =>
        isOutdated(error)
          ? 'The post has changed since you opened this dialog, so it was not approved. Close the dialog, read the post again, and approve it then.'
          : undefined
      }
    >
      {({ draft, error, onChange }) => (
        <>
          <Shown post={draft.seen} />
          <fieldset>
            <legend>When is it published?</legend>
            <Radios value={draft.at} choices={choices} onValue={(at) => onChange({ ...draft, at })} />
            {draft.at === 'proposed' && (
              <p>
                <When at={draft.seen.scheduled_at} />
              </p>
            )}
            {draft.at === 'other' && (
              <ZonedTimeFields
                day="New day"
                time="New time"
                draft={draft}
                error={error}
                isRequired
                onChange={(value) => onChange({ ...draft, ...value })}
              />
            )}
            {draft.at === 'queue' && <NextFreeSlot />}
          </fieldset>
        </>
      )}
    </AskedForm>
  );
}

/** What is approved: the original text, how many files and own contents there are, and where it goes. */
function Shown({ post }: { readonly post: Post }) {
  const accounts = useAccounts();
  const [original, ...own] = post.versions;
  return (
    <>
      <p>
        For <bdi>{accountNames(post, accounts.data ?? [])}</bdi>
      </p>
      {original?.content.map(({ body, url, media }, index) => (
        // The position identifies a post of the thread.
        <div key={index} class="item">
          <p class="said" dir="auto">
            {body ?? ''}
          </p>
          {url !== null && <bdi>{url}</bdi>}
          {media.length > 0 && <p class="soft">{countOf(media.length, 'file')}</p>}
        </div>
      ))}
      {own.length > 0 && (
        <p>{countOf(own.length, 'account')} with own content, which the preview of the screen shows.</p>
      )}
    </>
  );
}

function Return({ post }: { readonly post: Post }) {
  const { session } = useSigned();
  return (
    <AskedForm
      label="Return to the author"
      title="Return the post to its author?"
      submit="Return the post"
      initial={{ note: '' }}
      send={({ note }, once) => returnToAuthor(session, post.id, note, once)}
      errorFields={['#/note']}
    >
      {(fields) => (
        <>
          <p>The post becomes a draft. The author sees the note with the post, and can submit it again.</p>
          <TextAreaField
            {...fieldsOf(fields)('note')}
            label="Note to the author"
            rows={4}
            maxLength={MAX_NOTE_CHARACTERS}
          />
        </>
      )}
    </AskedForm>
  );
}
