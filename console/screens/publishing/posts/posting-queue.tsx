import { ApiCalls } from '#console/parts/api-call.tsx';
import { BackLink } from '#console/parts/back-link.tsx';
import { EditForm } from '#console/parts/edit-form.tsx';
import { FieldErrors } from '#console/parts/fields/field.tsx';
import { Failure, ReadState } from '#console/parts/notices.tsx';
import { When } from '#console/parts/when.tsx';
import { useSigned } from '#console/session/context.ts';
import { may } from '#console/session/may.ts';
import { revisionOf } from '#console/session/problem.ts';
import { titleOf } from './post-title.ts';
import {
  COMPARED_DAYS,
  queueChangesOf,
  type QueueBody,
  type QueueDraft,
  queueDraftOf,
} from './queue-draft.ts';
import {
  type PostingQueue,
  QUEUE,
  QUEUE_KEY,
  queuePath,
  readQueue,
  type RevisedQueue,
  usePostingQueue,
  useQueuedPosts,
} from './queue-reads.ts';
import { SlotFields, SlotTable } from './slot-days.tsx';

/** The weekday of a day, which has no time zone. */
const WEEKDAY = new Intl.DateTimeFormat('en', { weekday: 'short', timeZone: 'UTC' });

/** The weekly slots of the posting queue, and what is scheduled for the next ones. */
export function PostingQueueScreen() {
  const { session } = useSigned();
  const { data, error } = usePostingQueue();
  return (
    <>
      <BackLink href="/console/posts" to="Posts" />
      <h1>Posting queue</h1>
      <p class="soft">
        A post that is added to the queue is published in the next free slot. A slot is free if no post is
        scheduled for its time.
      </p>
      <ReadState data={data} error={error} />
      {data && (
        <>
          <section aria-labelledby="slots">
            <h2 id="slots">Slots of a week</h2>
            <p>Slots are in the time zone of the workspace, {data.queue.timezone}.</p>
            {may(session, 'publishing:posts:publish') ? (
              <QueueEdit found={data} />
            ) : (
              <>
                <SlotTable draft={queueDraftOf(data.queue)} />
                <p class="soft">Your key may not change the slots.</p>
              </>
            )}
          </section>
          <Upcoming queue={data.queue} />
        </>
      )}
      <ApiCalls calls={[{ path: queuePath(session.me.workspace.id) }]} />
    </>
  );
}

function QueueEdit({ found }: { readonly found: RevisedQueue }) {
  const { session } = useSigned();
  const { id: workspace } = session.me.workspace;
  return (
    <EditForm<RevisedQueue, QueueDraft, Partial<QueueBody>>
      thing="the slots"
      method="PUT"
      path={queuePath(workspace)}
      found={found}
      editing={{
        draftOf: ({ queue }) => queueDraftOf(queue),
        changesOf: queueChangesOf,
        queryKey: QUEUE_KEY,
        read: () => readQueue(session),
        async save(etag, { slots }) {
          // A form without changes cannot be sent.
          if (slots === undefined) return found;
          const params = { path: { workspace }, header: { 'If-Match': etag } };
          const saved = await revisionOf(session.api.PUT(QUEUE, { params, body: { slots } }));
          return { queue: saved.data, etag: saved.etag };
        },
      }}
      compared={COMPARED_DAYS}
      errorFields={['#/slots']}
    >
      {({ draft, error, onChange }) => (
        <>
          <SlotFields draft={draft} onChange={onChange} />
          <FieldErrors pointer="#/slots" error={error} isPlaced />
          <p class="soft">Posts that are already scheduled keep their time when the slots change.</p>
        </>
      )}
    </EditForm>
  );
}

function Upcoming({ queue }: { readonly queue: PostingQueue }) {
  const { data: posts, error } = useQueuedPosts(queue);
  const titleFor = (id: string): string => {
    const post = posts?.find((each) => each.id === id);
    return post ? titleOf(post) : 'A post';
  };
  return (
    <section aria-labelledby="upcoming">
      <h2 id="upcoming">Next slots</h2>
      <Failure error={error} />
      {queue.upcoming.length === 0 ? (
        <p>There is no slot, so no post can be added to the queue.</p>
      ) : (
        <ol class="rows" aria-labelledby="upcoming">
          {queue.upcoming.map(({ scheduled_at: at, date, post_id: post }) => (
            <li key={at}>
              <span>
                {WEEKDAY.format(new Date(date))}, <When at={at} />
              </span>
              {post === null ? (
                <span class="soft">free</span>
              ) : (
                <a href={`/console/posts/${post}`}>
                  <bdi>{titleFor(post)}</bdi>
                </a>
              )}
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}
