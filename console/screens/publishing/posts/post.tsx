import { useRef, useState } from 'preact/hooks';
import { ApiCalls } from '#console/parts/api-call.tsx';
import { BackLink } from '#console/parts/back-link.tsx';
import { Notice } from '#console/parts/feedback/notice.tsx';
import { ReadState } from '#console/parts/notices.tsx';
import { PageHead } from '#console/parts/page-head.tsx';
import { State } from '#console/parts/state.tsx';
import { When } from '#console/parts/when.tsx';
import { type Post, postPath, type RevisedPost, usePost } from '#console/screens/publishing/post-reads.ts';
import { useSigned } from '#console/session/context.ts';
import { may } from '#console/session/may.ts';
import { useParams } from '#console/session/params.ts';
import { ApiProblemError } from '#console/session/problem.ts';
import type { Slot } from './move-post.ts';
import { PicturesOfScreen } from './pictures.tsx';
import { PostApproval } from './post-approval.tsx';
import { PostControls } from './post-controls.tsx';
import { type PostDraft, requestOf, savableDraft } from './post-draft.ts';
import { PostEdit } from './post-edit.tsx';
import { PostOutcome } from './post-outcome.tsx';
import { PreviewOfPost } from './post-preview.tsx';
import { RemovedPost } from './removed-post.tsx';

const REFRESH_MS = 10_000;
const PUBLISHING_MS = 1000;
const WHILE_WRITING =
  'While you were editing, the post was published or moved to the trash, so your changes cannot be saved. Copy your text to a new post.';

/** A post: its content, what each account gets, and what happened on each account. */
export function PostScreen() {
  const { post = '' } = useParams();
  const { data, error } = usePost(post, (found) => (isMoving(found) ? PUBLISHING_MS : REFRESH_MS));
  const isMissing = error instanceof ApiProblemError && error.status === 404;
  return (
    <>
      <BackLink href="/console/posts" to="Posts" />
      <PageHead title="Post" state={data && !isMissing && <State name={stateOf(data)} />} />
      {isMissing ? (
        <RemovedPost post={post} />
      ) : (
        <>
          <ReadState data={data} error={error} />
          {/* The screen of another post has its own edit: “Back” shows it in the same place. */}
          {data && <Shown key={data.post.id} found={data} />}
        </>
      )}
    </>
  );
}

function Shown({ found }: { readonly found: RevisedPost }) {
  const { session } = useSigned();
  const { post } = found;
  const [changed, setChanged] = useState<PostDraft>();
  const lastTime = useLastTime(post);
  const mayPublish = may(session, 'publishing:posts:publish');
  const isChanged = changed !== undefined;
  const mayEdit = may(session, 'publishing:posts:write') && (post.status_name !== 'scheduled' || mayPublish);
  const isOpen = mayEdit && !post.publishing && !post.trashed && post.status_name !== 'published';
  return (
    <>
      {post.scheduled_at !== null && post.status_name !== 'published' && (
        <p>
          {timeWords(post)} <When at={post.scheduled_at} />
          {post.queued && ', a slot of the posting queue'}
        </p>
      )}
      {post.published_at !== null && (
        <p>
          Published <When at={post.published_at} />
        </p>
      )}
      <PostControls post={post} isChanged={isChanged} lastTime={lastTime} />
      <PostApproval post={post} isChanged={isChanged} />
      <PostOutcome post={post} />
      <PicturesOfScreen>
        <div class="editor">
          {isOpen || isChanged ? (
            <div>
              {!isOpen && <Notice tone="warn">{WHILE_WRITING}</Notice>}
              <PostEdit found={found} onChanged={setChanged} />
            </div>
          ) : (
            <ReadOnly found={found} />
          )}
          <PreviewOfPost
            body={requestOf(changed ?? savableDraft(post, mayPublish))}
            checksTime={mayPublish && post.status_name !== 'needs_approval'}
          />
        </div>
      </PicturesOfScreen>
      <ApiCalls calls={[{ path: postPath(session.me.workspace.id, post.id) }]} />
    </>
  );
}

/** The last day and time of the post on this screen that are not over, so that saving without a time does not lose the proposal. */
function useLastTime({ date, time, scheduled_at: at }: Post): Slot {
  const last = useRef<Slot>({ date: '', time: '' });
  if (date !== null && time !== null && at !== null && Date.parse(at) > Date.now())
    last.current = { date, time };
  return last.current;
}

function timeWords({ status_name: status }: Post): string {
  if (status === 'scheduled') return 'Scheduled for';
  return status === 'needs_approval' ? 'Proposed for' : 'Planned for';
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
