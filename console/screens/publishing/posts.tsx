import { Plus } from 'lucide';
import { useLocation } from 'preact-iso';
import { ApiCalls } from '#console/parts/api-call.tsx';
import { Button, ButtonLink } from '#console/parts/button.tsx';
import {
  ChoiceFilter,
  choicesOf,
  FilterFields,
  TextFilter,
  useFilters,
  withFilters,
} from '#console/parts/lists/filters.tsx';
import { localDay } from '#console/parts/local-time.ts';
import { PageHead } from '#console/parts/page-head.tsx';
import { Segments } from '#console/parts/segments.tsx';
import { useSigned } from '#console/session/context.ts';
import { may } from '#console/session/may.ts';
import { postPath, useAccounts, useTags } from './post-reads.ts';
import { type CalendarView, daysOf, isDay, shifted } from './posts/calendar-days.ts';
import { Calendar } from './posts/calendar.tsx';
import { PostList } from './posts/post-list.tsx';

const NAMES = ['status', 'accounts', 'tags', 'keyword'] as const;
const VIEWS = [
  ['week', 'Week'],
  ['month', 'Month'],
  ['list', 'List'],
] as const;
const STATUSES = choicesOf({
  draft: 'draft',
  needs_approval: 'waits for approval',
  scheduled: 'scheduled',
  published: 'published',
  failed: 'failed',
  trash: 'in the trash',
});
const MONTH = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** The posts of the workspace as a calendar or as a list. View, day and filters are in the URL. */
export function Posts() {
  const { session } = useSigned();
  const { me } = session;
  const { query, route } = useLocation();
  const filters = useFilters(NAMES);
  const accounts = useAccounts();
  const tags = useTags();
  const view = VIEWS.find(([name]) => name === query['view'])?.[0] ?? 'week';
  const today = localDay(Date.now(), me.workspace.timezone);
  const day = isDay(query['day'] ?? '') ? (query['day'] ?? today) : today;
  const field = { filters, error: null };
  const days = view === 'list' ? [] : daysOf(view, day);
  const shown = { ...filters.values, ...(days[0] ? { from: days[0], to: days.at(-1) ?? '' } : {}) };

  function show(to: { readonly view?: string; readonly day?: string }): void {
    const values = new URLSearchParams({ ...filters.values, view, day, ...to });
    route(`/console/posts?${values.toString()}`, true);
  }

  return (
    <>
      <PageHead title="Posts">
        <div class="actions">
          <a href="/console/posts?view=list&status=needs_approval">Approvals</a>
          <a href="/console/posting-queue">Posting queue</a>
          {may(session, 'publishing:posts:write') && (
            <ButtonLink href="/console/posts/new" label="New post" icon={Plus} />
          )}
        </div>
      </PageHead>
      <Segments label="View" value={view} choices={VIEWS} onValue={(name) => show({ view: name })} />
      {accounts.data?.length === 0 && (
        <p>
          No account is connected yet. <a href="/console/accounts">Connect an account</a>, then write a post.
        </p>
      )}
      <FilterFields filters={filters}>
        <ChoiceFilter {...field} name="status" label="Status" choices={STATUSES} />
        <ChoiceFilter {...field} name="accounts" label="Account" choices={namesOf(accounts.data)} />
        <ChoiceFilter {...field} name="tags" label="Tag" choices={namesOf(tags.data)} />
        <TextFilter {...field} name="keyword" label="Text contains" />
      </FilterFields>
      {view === 'list' ? (
        <PostList accounts={accounts.data ?? []} />
      ) : (
        <>
          <Range view={view} day={day} today={today} onDay={(to) => show({ day: to })} />
          <Calendar view={view} day={day} filters={filters.values} accounts={accounts.data ?? []} />
        </>
      )}
      <ApiCalls calls={[{ path: withFilters(postPath(me.workspace.id), { values: shown }) }]} />
    </>
  );
}

function Range({
  view,
  day,
  today,
  onDay,
}: {
  readonly view: CalendarView;
  readonly day: string;
  readonly today: string;
  readonly onDay: (day: string) => void;
}) {
  return (
    <div class="actions">
      <Button label={`Previous ${view}`} quiet onClick={() => onDay(shifted(view, day, -1))} />
      <Button label="Today" quiet onClick={() => onDay(today)} />
      <Button label={`Next ${view}`} quiet onClick={() => onDay(shifted(view, day, 1))} />
      <strong>{MONTH.format(new Date(day))}</strong>
    </div>
  );
}

function namesOf(
  all: readonly { readonly id: number; readonly name: string }[] = [],
): readonly (readonly [string, string])[] {
  return all.map(({ id, name }) => [String(id), name] as const);
}
