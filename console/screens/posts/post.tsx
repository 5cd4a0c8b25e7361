import { useRoute } from 'preact-iso';
import { useState } from 'preact/hooks';
import { ApiCalls } from '#console/parts/api-call.tsx';
import { EditForm } from '#console/parts/edit-form.tsx';
import { Failure, Loading, State } from '#console/parts/notices.tsx';
import { Reported } from '#console/parts/reported.tsx';
import { When } from '#console/parts/when.tsx';
import { useSigned } from '#console/session/context.ts';
import { may } from '#console/session/may.ts';
import { ApiProblemError, bodyOf } from '#console/session/problem.ts';
import { PostControls } from './post-controls.tsx';
import { changesOf, comparedFields, draftOf, type PostDraft, requestOf } from './post-draft.ts';
import { POST_FIELDS, PostFields } from './post-fields.tsx';
import { PostOutcome } from './post-outcome.tsx';
import { PreviewOfPost } from './post-preview.tsx';
import {
  type PostBody,
  postKey,
  postPath,
  readPost,
  type RevisedPost,
  useAccounts,
  usePost,
  useTags,
} from './post-reads.ts';
import { RemovedPost } from './removed-post.tsx';

const REFRESH_MS = 10_000;
const PUBLISHING_MS = 1000;
const WHILE_WRITING =
  'While you were editing, the post was published or moved to the trash, so your changes cannot be saved. Copy your text to a new post.';

/** A post: its content, what each account gets, and what happened on each account. */
export function PostScreen() {
  const { post = '' } = useRoute().params;
  const { data, error } = usePost(post, (found) => (isMoving(found) ? PUBLISHING_MS : REFRESH_MS));
  const isMissing = error instanceof ApiProblemError && error.status === 404;
  return (
    <>
      <p>
        <a href="/console/posts">Posts</a>
      </p>
      <div class="title">
        <h1>Post</h1>
        {data && !isMissing && <State name={stateOf(data)} />}
      </div>
      {isMissing ? (
        <RemovedPost post={post} />
      ) : (
        <>
          <Failure error={error} />
          {!data && !error && <Loading />}
          {data && <Shown found={data} />}
        </>
      )}
    </>
  );
}

function Shown({ found }: { readonly found: RevisedPost }) {
  const { session } = useSigned();
  const { post } = found;
  const [draft, setDraft] = useState<PostDraft>();
  const saved = JSON.stringify(requestOf(draftOf(post)));
  const isChanged = draft !== undefined && JSON.stringify(requestOf(draft)) !== saved;
  const mayEdit =
    may(session, 'publishing:posts:write') &&
    (post.status_name !== 'scheduled' || may(session, 'publishing:posts:publish'));
  const isOpen = mayEdit && !post.publishing && !post.trashed && post.status_name !== 'published';
  return (
    <>
      {post.scheduled_at !== null && post.status_name !== 'published' && (
        <p>
          {post.status_name === 'scheduled' ? 'Scheduled for' : 'Planned for'} <When at={post.scheduled_at} />
        </p>
      )}
      {post.published_at !== null && (
        <p>
          Published <When at={post.published_at} />
        </p>
      )}
      <PostControls post={post} isChanged={isChanged} />
      <PostOutcome post={post} />
      <div class="editor">
        {isOpen || isChanged ? (
          <div>
            {!isOpen && <p class="notice">{WHILE_WRITING}</p>}
            <PostEdit found={found} onDraft={setDraft} />
          </div>
        ) : (
          <ReadOnly found={found} />
        )}
        <PreviewOfPost body={requestOf(draft ?? draftOf(post))} />
      </div>
      <ApiCalls calls={[{ path: postPath(session.me.workspace.id, post.id) }]} />
    </>
  );
}

function PostEdit({
  found,
  onDraft,
}: {
  readonly found: RevisedPost;
  readonly onDraft: (draft: PostDraft) => void;
}) {
  const { session } = useSigned();
  const accounts = useAccounts();
  const tags = useTags();
  const { id } = found.post;
  const workspace = session.me.workspace.id;
  const nameIn =
    (list: readonly { readonly id: number; readonly name: string }[] | undefined) => (each: number) =>
      list?.find((item) => item.id === each)?.name ?? String(each);
  return (
    <section aria-labelledby="settings">
      <h2 id="settings">Edit</h2>
      <EditForm<RevisedPost, PostDraft, Partial<PostBody>>
        thing="the post"
        method="PUT"
        path={postPath(workspace, id)}
        found={found}
        editing={{
          draftOf: ({ post }) => draftOf(post),
          changesOf,
          queryKey: postKey(id),
          read: () => readPost(session, id),
          async save(etag, changes) {
            const params = { path: { workspace, post: id }, header: { 'If-Match': etag } };
            // A form without changes cannot be sent.
            const { versions, ...rest } = changes;
            if (versions === undefined) return found;
            const body = { ...rest, versions };
            await bodyOf(session.api.PUT('/os/api/{workspace}/posts/{post}', { params, body }));
            return readPost(session, id);
          },
        }}
        compared={comparedFields({ account: nameIn(accounts.data), tag: nameIn(tags.data) })}
        errorFields={POST_FIELDS}
      >
        {({ draft, error, onChange }) => (
          <>
            <Reported value={draft} report={onDraft} />
            <PostFields draft={draft} error={error} onChange={onChange} />
          </>
        )}
      </EditForm>
    </section>
  );
}

/** The content of a post that cannot be changed. */
function ReadOnly({ found: { post } }: { readonly found: RevisedPost }) {
  return (
    <section aria-labelledby="content">
      <h2 id="content">Content</h2>
      {post.status_name === 'published' && (
        <p class="soft">
          A published post does not change on the networks. Duplicate it to write another one.
        </p>
      )}
      {post.versions[0]?.content.map(({ body, url }, index) => (
        // The position identifies a post of the thread.
        <div key={index} class="item">
          <p class="said" dir="auto">
            {body ?? ''}
          </p>
          {url !== null && <bdi>{url}</bdi>}
        </div>
      ))}
    </section>
  );
}

function stateOf({ post }: RevisedPost): string {
  if (post.trashed) return 'in_the_trash';
  return post.publishing ? 'publishing' : post.status_name;
}

/** Whether something may happen to the post without a person, and soon. */
function isMoving(found: RevisedPost | undefined): boolean {
  if (!found) return false;
  const { publishing, publications, status_name: status, scheduled_at: at } = found.post;
  if (publications.some(({ removal }) => removal?.state === 'pending')) return true;
  return publishing || (status === 'scheduled' && at !== null && Date.parse(at) < Date.now() + 60_000);
}
