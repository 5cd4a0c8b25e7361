import { Plus } from 'lucide';
import { ApiCalls } from '#console/parts/api-call.tsx';
import { ButtonLink } from '#console/parts/button.tsx';
import { RowTime } from '#console/parts/facts.tsx';
import type { Column } from '#console/parts/lists/data-table.tsx';
import { useFilteredList } from '#console/parts/lists/filtered-list.ts';
import { ChoiceFilter, choicesOf, FilterFields, withFilters } from '#console/parts/lists/filters.tsx';
import { LongList } from '#console/parts/lists/long-list.tsx';
import { PageHead } from '#console/parts/page-head.tsx';
import { State } from '#console/parts/state.tsx';
import { useSigned } from '#console/session/context.ts';
import { may } from '#console/session/may.ts';
import { bodyOf } from '#console/session/problem.ts';
import { type Page, PAGES, type PageQuery } from './pages/page-reads.ts';

const NAMES = ['status'] as const;
const STATUSES = choicesOf<NonNullable<PageQuery['status']>>({
  draft: 'draft',
  active: 'active',
  archived: 'archived',
});
const REFRESH_MS = 30_000;

/** All bio-link pages, newest first. The filter is in the URL. */
export function Pages() {
  const { session } = useSigned();
  const { filters, field, list } = useFilteredList(NAMES, ['pages'], (query: PageQuery) =>
    bodyOf(session.api.GET(PAGES, { params: { query } })),
  );
  const isFiltered = Object.keys(filters.values).length > 0;
  return (
    <>
      <PageHead title="Pages" facts={<p class="soft">A page shows your links at one address.</p>}>
        <div class="actions">
          {may(session, 'biolinks:domains:read') && <a href="/console/domains">Domains</a>}
          {may(session, 'biolinks:pixels:read') && <a href="/console/pixels">Pixels</a>}
          {may(session, 'biolinks:pages:write') && (
            <ButtonLink href="/console/pages/new" label="New page" icon={Plus} />
          )}
        </div>
      </PageHead>
      <FilterFields filters={filters}>
        <ChoiceFilter {...field} name="status" label="Status" choices={STATUSES} />
      </FilterFields>
      <LongList
        name="pages"
        {...list}
        columns={COLUMNS}
        empty={<p>{isFiltered ? 'No page matches.' : 'This workspace has no page yet.'}</p>}
        refetchMs={REFRESH_MS}
      />
      <ApiCalls calls={[{ path: withFilters(PAGES, filters) }]} />
    </>
  );
}

const COLUMNS: readonly Column<Page>[] = [
  {
    name: 'Page',
    cell: ({ id, title, slug }) => (
      <a href={`/console/pages/${id}`}>
        <bdi>{title || slug}</bdi>
      </a>
    ),
  },
  { name: 'Status', width: 'small', cell: ({ status }) => <State name={status} /> },
  { name: 'Address', width: 'wide', cell: ({ public_url: url }) => <bdi>{url}</bdi> },
  { name: 'Changed', width: 'small', cell: ({ updated_at: at }) => <RowTime words="changed" at={at} /> },
];
