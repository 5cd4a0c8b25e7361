import { useState } from 'preact/hooks';
import { Button } from '#console/parts/button.tsx';
import { Notice } from '#console/parts/feedback/notice.tsx';
import { localDay } from '#console/parts/local-time.ts';
import { ReadState } from '#console/parts/notices.tsx';
import { State } from '#console/parts/state.tsx';
import {
  type Account,
  type ListedPost,
  type PostQuery,
  POSTS,
} from '#console/screens/publishing/post-reads.ts';
import { useSigned } from '#console/session/context.ts';
import { may } from '#console/session/may.ts';
import { bodyOf } from '#console/session/problem.ts';
import { readAll } from '#console/session/read-all.ts';
import { useQuery } from '#console/session/use-query.ts';
import { accountName } from './account-outcome.tsx';
import { type CalendarView, daysOf } from './calendar-days.ts';
import { MoveDialog, MoveNotices } from './move-dialog.tsx';
import { isApproved, type Slot, whyNotMovable } from './move-post.ts';
import { titleOf } from './post-title.ts';
import { useMoves } from './use-moves.ts';

const REFRESH_MS = 15_000;
/** So many pages of a hundred posts are read for one view. */
const MAX_PAGES = 10;
const DEFAULT_TIME = '09:00';
const NAME = new Intl.DateTimeFormat('en', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  timeZone: 'UTC',
});

/** A week or a month of posts, by days of the time zone of the workspace. Posts are moved by drag, or by a dialog. */
export function Calendar({
  view,
  day,
  filters,
  accounts,
}: {
  readonly view: CalendarView;
  readonly day: string;
  /** Filters of the list of posts, as the URL has them. */
  readonly filters: Readonly<Record<string, string>>;
  readonly accounts: readonly Account[];
}) {
  const { session } = useSigned();
  const { timezone } = session.me.workspace;
  const days = daysOf(view, day);
  const [from = day, to = day] = [days[0], days.at(-1)];
  const { data, error } = useRange({ ...filters, from, to });
  const moves = useMoves();
  const [dragged, setDragged] = useState<ListedPost>();
  const [over, setOver] = useState<string>();
  const [asked, setAsked] = useState<{ readonly post: ListedPost; readonly to: Slot }>();
  const mayWrite = may(session, 'publishing:posts:write');
  // A move sets a day and a time, which needs the permission to publish.
  const mayMove = mayWrite && may(session, 'publishing:posts:publish');
  const today = localDay(Date.now(), timezone);
  const posts = (data?.data ?? []).map(moves.shown);

  function drop(date: string): void {
    setOver(undefined);
    setDragged(undefined);
    if (!dragged || dragged.date === date) return;
    const slot = { date, time: dragged.time ?? DEFAULT_TIME };
    // The dialog says what the move does to the approval.
    if (isApproved(dragged)) setAsked({ post: dragged, to: slot });
    else void moves.move(dragged, slot);
  }

  return (
    <>
      <ReadState data={data} error={error} />
      {!asked && <MoveNotices moves={moves} />}
      {data?.isCut && (
        <Notice tone="warn">
          There are more posts than the calendar shows. Use the filters, or the list.
        </Notice>
      )}
      <ol class={`days ${view}`}>
        {days.map((date) => (
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a dialog moves posts without a mouse
          <li
            key={date}
            class={[date === over ? 'over' : '', date === today ? 'today' : ''].join(' ').trim() || undefined}
            aria-current={date === today ? 'date' : undefined}
            onDragOver={(event) => {
              if (!dragged) return;
              event.preventDefault();
              setOver(date);
            }}
            onDrop={(event) => {
              event.preventDefault();
              drop(date);
            }}
          >
            <h2>
              <time dateTime={date}>{NAME.format(new Date(date))}</time>
            </h2>
            <ul>
              {posts
                .filter((post) => post.date === date)
                .toSorted((a, b) => ((a.time ?? '') < (b.time ?? '') ? -1 : 1))
                .map((post) => (
                  <PostCard
                    key={post.id}
                    post={post}
                    names={accountNames(post, accounts)}
                    fixed={mayMove ? whyNotMovable(post) : undefined}
                    mayMove={mayMove && whyNotMovable(post) === undefined}
                    onDrag={setDragged}
                    onMove={() => setAsked({ post, to: { date: post.date ?? '', time: post.time ?? '' } })}
                  />
                ))}
            </ul>
            {mayWrite && date >= today && (
              <a
                href={`/console/posts/new?date=${date}`}
                aria-label={`New post on ${NAME.format(new Date(date))}`}
              >
                +
              </a>
            )}
          </li>
        ))}
      </ol>
      {asked && <MoveDialog {...asked} moves={moves} onClose={() => setAsked(undefined)} />}
    </>
  );
}

function PostCard({
  post,
  names,
  fixed,
  mayMove,
  onDrag,
  onMove,
}: {
  readonly post: ListedPost;
  readonly names: string;
  /** Why a person who may write cannot move it. */
  readonly fixed: string | undefined;
  readonly mayMove: boolean;
  readonly onDrag: (post: ListedPost | undefined) => void;
  readonly onMove: () => void;
}) {
  const text = titleOf(post);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a button moves the post without a mouse
    <li
      class="card"
      title={fixed}
      draggable={mayMove}
      onDragStart={(event) => {
        event.dataTransfer?.setData('text/plain', post.id);
        onDrag(post);
      }}
      onDragEnd={() => onDrag(undefined)}
    >
      <a href={`/console/posts/${post.id}`}>
        {post.time !== null && <time>{post.time}</time>} <bdi>{text}</bdi>
      </a>
      <State name={post.publishing ? 'publishing' : post.status_name} />
      <bdi class="soft">{names}</bdi>
      {mayMove && <Button label="Move" quiet aria-label={`Move: ${text}`} onClick={onMove} />}
    </li>
  );
}

/** The names of the accounts of a post. */
export function accountNames(post: ListedPost, accounts: readonly Account[]): string {
  const names = post.accounts.map((id) => accountName(accounts, id));
  return names.join(', ') || 'no account';
}

/** All posts of a range of days. */
function useRange(query: Readonly<Record<string, string>>) {
  const { api, me } = useSigned().session;
  const path = { workspace: me.workspace.id };
  return useQuery(
    ['calendar', JSON.stringify(query)],
    () =>
      readAll(MAX_PAGES, (cursor) => {
        // The filters are text of the URL, which the API validates.
        const paged = { ...query, limit: 100, ...cursor } as object as PostQuery;
        return bodyOf(api.GET(POSTS, { params: { path, query: paged } }));
      }),
    REFRESH_MS,
  );
}
