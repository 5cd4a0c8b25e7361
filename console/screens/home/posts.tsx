import { CalendarDays } from 'lucide';
import { Sparkline } from '#console/parts/charts/sparkline.tsx';
import { countOf, numberOf } from '#console/parts/counted.ts';
import { Empty } from '#console/parts/feedback/empty.tsx';
import { localDay } from '#console/parts/local-time.ts';
import { State } from '#console/parts/state.tsx';
import { Tile } from '#console/parts/tiles.tsx';
import { type ListedPost, type PostQuery, POSTS } from '#console/screens/publishing/post-reads.ts';
import { accountName } from '#console/screens/publishing/posts/account-outcome.tsx';
import { titleOf } from '#console/screens/publishing/posts/post-title.ts';
import { useSigned } from '#console/session/context.ts';
import { may } from '#console/session/may.ts';
import { bodyOf } from '#console/session/problem.ts';
import type { Session } from '#console/session/session.ts';
import { useAllowed } from '#console/session/use-allowed.ts';
import type { Loaded } from '#console/session/use-query.ts';
import { DAY_MS, MINUTE_MS } from '#shared/platform/core/time-units.ts';
import { useHomeAccounts } from './publishing-problems.tsx';
import type { Range } from './ranges.ts';
import { HomeSection } from './section.tsx';
import { WaitingTile } from './waiting-tile.tsx';

const LIMIT = 100;
/** The next posts are those of so many days. */
const AHEAD_DAYS = 7;
const SHOWN = 5;

type PostPage = { readonly data: readonly ListedPost[]; readonly next_cursor: string | null };

/** The days whose posts were published, and those of the time before. */
export function publishedQuery({ me }: Session, range: Range): PostQuery {
  const from = localDay(Date.now(), me.workspace.timezone, 2 * range.days);
  return { status: 'published', from, limit: LIMIT };
}

/** The days whose posts come next. */
export function nextQuery({ me }: Session): PostQuery {
  const { timezone } = me.workspace;
  const to = localDay(Date.now() + AHEAD_DAYS * DAY_MS, timezone);
  return { from: localDay(Date.now(), timezone), to, limit: LIMIT };
}

function usePosts(name: string, query: PostQuery): Loaded<PostPage | null> {
  const { session } = useSigned();
  const { api, me } = session;
  const params = { path: { workspace: me.workspace.id }, query };
  return useAllowed<PostPage>(
    may(session, 'publishing:posts:read'),
    [name, JSON.stringify(query)],
    () => bodyOf(api.GET(POSTS, { params })),
    MINUTE_MS,
  );
}

/** How many posts were published. */
export function PublishedTile({ range }: { readonly range: Range }) {
  const { session } = useSigned();
  const { data, error } = usePosts('home-published', publishedQuery(session, range));
  const next = usePosts('home-next', nextQuery(session)).data;
  if (data === null) return null;
  if (!data) return <WaitingTile name="Posts published" error={error} />;
  const since = Date.now() - range.days * DAY_MS;
  const times = data.data.flatMap(({ published_at: at }) => (at === null ? [] : [Date.parse(at)]));
  const now = times.filter((at) => at >= since);
  const isCut = data.next_cursor !== null;
  const planned = next ? plannedOf(next) : [];
  return (
    <Tile
      name={<a href="/console/posts?view=list&status=published">Posts published</a>}
      figure={`${numberOf(now.length)}${isCut ? '+' : ''}`}
    >
      {isCut || data.data.length === 0
        ? `in ${range.now}`
        : `${numberOf(times.length - now.length)} in ${range.before}`}
      {next &&
        ` · ${planned.length}${next.next_cursor === null ? '' : '+'} planned for the next ${AHEAD_DAYS} days`}
      <Sparkline label={`Posts published in ${range.now}`} steps={perBar(now, since, range)} />
    </Tile>
  );
}

/** The published posts of each part of the range. */
function perBar(times: readonly number[], since: number, { days }: Range) {
  const [count, length] = days === 1 ? [24, DAY_MS / 24] : [days, DAY_MS];
  return Array.from({ length: count }, (_, index) => {
    const from = since + index * length;
    const good = times.filter((at) => at >= from && at < from + length).length;
    return { key: String(index), good, bad: 0 };
  });
}

/** The posts of the next days that are not published yet, the earliest first. */
function plannedOf({ data }: PostPage): readonly ListedPost[] {
  const now = new Date().toISOString();
  return data
    .filter(({ status_name: status }) => status !== 'published' && status !== 'failed')
    .filter(({ scheduled_at: at }) => at !== null && at > now)
    .toSorted((left, right) => ((left.scheduled_at ?? '') < (right.scheduled_at ?? '') ? -1 : 1));
}

/** The posts of the next days with their accounts and states. */
export function NextPosts() {
  const { session } = useSigned();
  const read = usePosts('home-next', nextQuery(session));
  const accounts = useHomeAccounts().data ?? [];
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone: session.me.workspace.timezone,
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
  });
  return (
    <HomeSection title="Next posts" more={<a href="/console/posts">Calendar</a>} read={read} of="card">
      {(page) => {
        const planned = plannedOf(page);
        const others = planned.length - SHOWN;
        if (planned.length === 0)
          return (
            <Empty icon={CalendarDays}>
              <p>
                Nothing is planned for the next {AHEAD_DAYS} days.{' '}
                {may(session, 'publishing:posts:write') && <a href="/console/posts/new">Write a post</a>}
              </p>
            </Empty>
          );
        return (
          <>
            <ul class="home-list compact">
              {planned.slice(0, SHOWN).map((post) => (
                <li key={post.id}>
                  <div>
                    <a class="clip" href={`/console/posts/${post.id}`}>
                      <bdi>{titleOf(post)}</bdi>
                    </a>
                    <p class="clip">
                      {post.scheduled_at !== null && (
                        <time dateTime={post.scheduled_at}>{format.format(new Date(post.scheduled_at))}</time>
                      )}{' '}
                      ·{' '}
                      <bdi>
                        {post.accounts.map((id) => accountName(accounts, id)).join(', ') || 'no account'}
                      </bdi>
                    </p>
                  </div>
                  {post.status_name !== 'scheduled' && <State name={post.status_name} />}
                </li>
              ))}
            </ul>
            {others > 0 && (
              <p class="soft">
                and {countOf(others, 'more post', 'more posts')} in the next {AHEAD_DAYS} days
              </p>
            )}
          </>
        );
      }}
    </HomeSection>
  );
}
