import { useState } from 'preact/hooks';
import { EditForm } from '#console/parts/edit-form.tsx';
import { Notice } from '#console/parts/feedback/notice.tsx';
import { Reported } from '#console/parts/reported.tsx';
import { When } from '#console/parts/when.tsx';
import {
  POST,
  type PostBody,
  postKey,
  postPath,
  readPost,
  type RevisedPost,
  useAccounts,
  useTags,
} from '#console/screens/publishing/post-reads.ts';
import { useSigned } from '#console/session/context.ts';
import { may } from '#console/session/may.ts';
import { bodyOf } from '#console/session/problem.ts';
import { submit } from './post-commands.ts';
import { changesOf, comparedFields, type PostDraft, savableDraft, voidsApproval } from './post-draft.ts';
import { PlannedTimeFields, POST_FIELDS, PostFields } from './post-fields.tsx';

/** The form of a post that is not published. */
export function PostEdit({
  found,
  onChanged,
}: {
  readonly found: RevisedPost;
  /** Called with a draft that is not saved, and with undefined when nothing differs any more. */
  readonly onChanged: (draft: PostDraft | undefined) => void;
}) {
  const { session } = useSigned();
  const accounts = useAccounts();
  const tags = useTags();
  const { id } = found.post;
  /** Whether an edit was saved, and the time that the post had was not proposed again. */
  const [isTimeLost, setTimeLost] = useState(false);
  const workspace = session.me.workspace.id;
  const mayPublish = may(session, 'publishing:posts:publish');
  const editedOf = ({ post }: RevisedPost) => savableDraft(post, mayPublish);
  const nameIn =
    (list: readonly { readonly id: number; readonly name: string }[] | undefined) => (each: number) =>
      list?.find((item) => item.id === each)?.name ?? String(each);

  async function save(etag: string, { versions, ...rest }: Partial<PostBody>): Promise<RevisedPost> {
    // A form without changes cannot be sent.
    if (versions === undefined) return found;
    const params = { path: { workspace, post: id }, header: { 'If-Match': etag } };
    await bodyOf(session.api.PUT(POST, { params, body: { ...rest, versions } }));
    const { date, time, timezone: zone, status_name: status } = found.post;
    // A key that may not publish saves no time. It proposes the time again, which a waiting post would lose otherwise.
    if (!mayPublish && status === 'needs_approval' && date !== null && time !== null) {
      setTimeLost(true);
      await submit(session, id, { date, time, zone });
    }
    setTimeLost(false);
    return readPost(session, id);
  }

  return (
    <section aria-labelledby="settings">
      <h2 id="settings">Edit</h2>
      {isTimeLost && found.post.status_name === 'needs_approval' && !found.post.schedule_complete && (
        <Notice tone="bad" isNew>
          Your changes are saved, but the post has no proposed time any more. Submit it again to propose one.
        </Notice>
      )}
      <EditForm<RevisedPost, PostDraft, Partial<PostBody>>
        thing="the post"
        method="PUT"
        path={postPath(workspace, id)}
        found={found}
        editing={{
          draftOf: editedOf,
          changesOf,
          queryKey: postKey(id),
          read: () => readPost(session, id),
          save,
        }}
        compared={comparedFields({ account: nameIn(accounts.data), tag: nameIn(tags.data) })}
        errorFields={POST_FIELDS}
        consequences={(base, draft) =>
          voidsApproval(base.post, editedOf(base), draft) ? (
            <p>
              The post was approved. If you save these changes, the approval no longer applies: the post waits
              for approval again, and it is not published at its time.
            </p>
          ) : null
        }
      >
        {({ draft, error, onChange, changes }) => (
          <>
            <Reported value={Object.keys(changes).length > 0 ? draft : undefined} report={onChanged} />
            <PostFields
              draft={draft}
              error={error}
              onChange={onChange}
              when={
                mayPublish || !found.post.schedule_complete ? (
                  <PlannedTimeFields draft={draft} error={error} onChange={onChange} />
                ) : (
                  <FixedTime found={found} />
                )
              }
            />
          </>
        )}
      </EditForm>
    </section>
  );
}

/** The time of a post for a key that may not publish. */
function FixedTime({ found: { post } }: { readonly found: RevisedPost }) {
  return (
    <>
      <p>
        <When at={post.scheduled_at} />
      </p>
      <p class="soft">
        {post.status_name === 'needs_approval'
          ? 'Saving submits the post again, with the same proposed time.'
          : 'Your key may not give a post a time, so saving removes it. Propose the time when you submit the post.'}
      </p>
    </>
  );
}
