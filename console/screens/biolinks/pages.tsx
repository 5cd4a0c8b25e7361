import { ApiCalls } from '#console/parts/api-call.tsx';
import { ButtonLink } from '#console/parts/button.tsx';
import { RowTime } from '#console/parts/facts.tsx';
import { useFilteredList } from '#console/parts/filtered-list.ts';
import { ChoiceFilter, choicesOf, FilterFields, withFilters } from '#console/parts/filters.tsx';
import { LongList } from '#console/parts/long-list.tsx';
import { State } from '#console/parts/notices.tsx';
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
      <h1>Pages</h1>
      <p class="soft">A page shows your links at one address.</p>
      <div class="actions">
        {may(session, 'biolinks:pages:write') && <ButtonLink href="/console/pages/new" label="New page" />}
        {may(session, 'biolinks:domains:read') && <a href="/console/domains">Domains</a>}
        {may(session, 'biolinks:pixels:read') && <a href="/console/pixels">Pixels</a>}
      </div>
      <FilterFields filters={filters}>
        <ChoiceFilter {...field} name="status" label="Status" choices={STATUSES} />
      </FilterFields>
      <LongList
        name="pages"
        {...list}
        row={row}
        empty={<p>{isFiltered ? 'No page matches.' : 'This workspace has no page yet.'}</p>}
        refetchMs={REFRESH_MS}
      />
      <ApiCalls calls={[{ path: withFilters(PAGES, filters) }]} />
    </>
  );
}

function row({ id, title, slug, status, public_url: url, updated_at: at }: Page) {
  return (
    <>
      <a href={`/console/pages/${id}`}>
        <bdi>{title || slug}</bdi>
      </a>
      <State name={status} />
      <bdi>{url}</bdi>
      <RowTime words="changed" at={at} />
    </>
  );
}
