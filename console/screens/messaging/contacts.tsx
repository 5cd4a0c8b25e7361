import type { operations } from '#clients/typescript/schema.d.ts';
import { ApiCalls } from '#console/parts/api-call.tsx';
import { ButtonLink } from '#console/parts/button.tsx';
import { RowTime } from '#console/parts/facts.tsx';
import { useFilteredList } from '#console/parts/filtered-list.ts';
import { ChoiceFilter, FilterFields, TextFilter, withFilters } from '#console/parts/filters.tsx';
import { LongList } from '#console/parts/long-list.tsx';
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
      <div class="title">
        <h1>Contacts</h1>
        {may(session, 'salesbot:contacts:write') && (
          <div class="actions">
            <ButtonLink href="/console/contacts/new" label="New contact" />
          </div>
        )}
      </div>
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
        row={row}
        empty={<p>{isFiltered ? 'No contact matches.' : 'This workspace has no contact yet.'}</p>}
      />
      <ApiCalls calls={[{ path: withFilters(CONTACTS, filters) }]} />
    </>
  );
}

function row(contact: Contact) {
  const { id, stage, tags, platform, updated_at: changedAt } = contact;
  const others = tags.length - SHOWN_TAGS;
  return (
    <>
      <a href={`/console/contacts/${id}`}>
        <bdi>{nameOf(contact)}</bdi>
      </a>
      {stage !== null && <bdi>{stage}</bdi>}
      {platform !== null && <span>{platformName(platform)}</span>}
      {tags.length > 0 && (
        <span class="soft">
          {tags.slice(0, SHOWN_TAGS).map((tag, index) => (
            <>
              {index > 0 && ', '}
              <bdi>{tag}</bdi>
            </>
          ))}
          {others > 0 && ` and ${others} more ${others === 1 ? 'tag' : 'tags'}`}
        </span>
      )}
      <RowTime words="changed" at={changedAt} />
    </>
  );
}
