import { Plus, Users } from 'lucide';
import type { operations } from '#clients/typescript/schema.d.ts';
import { ApiCalls } from '#console/parts/api-call.tsx';
import { ButtonLink } from '#console/parts/button.tsx';
import { RowTime } from '#console/parts/facts.tsx';
import { Empty } from '#console/parts/feedback/empty.tsx';
import type { Column } from '#console/parts/lists/data-table.tsx';
import { useFilteredList } from '#console/parts/lists/filtered-list.ts';
import { ChoiceFilter, FilterFields, TextFilter, withFilters } from '#console/parts/lists/filters.tsx';
import { LongList } from '#console/parts/lists/long-list.tsx';
import { PageHead } from '#console/parts/page-head.tsx';
import { useSigned } from '#console/session/context.ts';
import { may } from '#console/session/may.ts';
import { bodyOf } from '#console/session/problem.ts';
import { type Contact, CONTACTS, nameOf } from './contact-reads.ts';
import { ORIGINS, platformName } from './platforms.ts';

type Query = NonNullable<operations['listContacts']['parameters']['query']>;

const NAMES = ['stage', 'tag', 'platform', 'email', 'phone'] as const;
/** So many tags of a contact are in a row. */
const SHOWN_TAGS = 3;

/** All contacts, latest change first. The filters are in the URL. */
export function Contacts() {
  const { session } = useSigned();
  const { filters, field, list } = useFilteredList(NAMES, ['contacts'], (query: Query) =>
    bodyOf(session.api.GET(CONTACTS, { params: { query } })),
  );
  const isFiltered = Object.keys(filters.values).length > 0;
  return (
    <>
      <PageHead title="Contacts">
        {may(session, 'salesbot:contacts:write') && (
          <div class="actions">
            <ButtonLink href="/console/contacts/new" label="New contact" icon={Plus} />
          </div>
        )}
      </PageHead>
      <FilterFields filters={filters}>
        <TextFilter {...field} name="email" label="E-mail address" />
        <TextFilter {...field} name="phone" label="Phone number" />
        <TextFilter {...field} name="stage" label="Stage" />
        <TextFilter {...field} name="tag" label="Tag" />
        <ChoiceFilter {...field} name="platform" label="Platform" choices={ORIGINS} />
      </FilterFields>
      <LongList
        name="contacts"
        {...list}
        columns={COLUMNS}
        empty={
          <Empty icon={Users}>
            <p>{isFiltered ? 'No contact matches.' : 'This workspace has no contact yet.'}</p>
          </Empty>
        }
      />
      <ApiCalls calls={[{ path: withFilters(CONTACTS, filters) }]} />
    </>
  );
}

const COLUMNS: readonly Column<Contact>[] = [
  {
    name: 'Contact',
    width: 'wide',
    cell: (contact) => (
      <a href={`/console/contacts/${contact.id}`}>
        <bdi>{nameOf(contact)}</bdi>
      </a>
    ),
  },
  { name: 'Stage', cell: ({ stage }) => stage !== null && <bdi>{stage}</bdi> },
  { name: 'Platform', width: 'small', cell: ({ platform }) => platform !== null && platformName(platform) },
  { name: 'Tags', cell: tagsOf },
  { name: 'Changed', width: 'small', cell: ({ updated_at: at }) => <RowTime words="changed" at={at} /> },
];

function tagsOf({ tags }: Contact) {
  const others = tags.length - SHOWN_TAGS;
  if (tags.length === 0) return null;
  return (
    <span class="soft">
      {tags.slice(0, SHOWN_TAGS).map((tag, index) => (
        <>
          {index > 0 && ', '}
          <bdi>{tag}</bdi>
        </>
      ))}
      {others > 0 && ` and ${others} more ${others === 1 ? 'tag' : 'tags'}`}
    </span>
  );
}
