import { ApiCalls } from '#console/parts/api-call.tsx';
import { Empty } from '#console/parts/feedback/empty.tsx';
import { useFilteredList } from '#console/parts/lists/filtered-list.ts';
import { ChoiceFilter, choicesOf, FilterFields, withFilters } from '#console/parts/lists/filters.tsx';
import { LongList } from '#console/parts/lists/long-list.tsx';
import { PageHead } from '#console/parts/page-head.tsx';
import { useSigned } from '#console/session/context.ts';
import { may } from '#console/session/may.ts';
import { CONTACTS } from './contact-reads.ts';
import { useAssignees } from './conversations/assignees.ts';
import {
  type ConversationQuery,
  CONVERSATIONS,
  CONVERSATIONS_KEY,
  readConversations,
} from './conversations/conversation-reads.ts';
import { CONVERSATION_COLUMNS } from './conversations/conversation-row.tsx';
import { choicesOfPlatforms, PLATFORMS } from './platforms.ts';

const NAMES = ['status', 'platform', 'assigned_to'] as const;
const STATUSES = choicesOf<NonNullable<ConversationQuery['status']>>({ open: 'open', closed: 'closed' });
const REFRESH_MS = 10_000;

/** All conversations, latest change first. The filters are in the URL. */
export function Conversations() {
  const { session } = useSigned();
  const { id: me } = session.me.member;
  const { filters, field, list } = useFilteredList(NAMES, CONVERSATIONS_KEY, (query: ConversationQuery) =>
    readConversations(session, query),
  );
  const members = useAssignees().data?.filter(({ id }) => id !== me) ?? [];
  const isFiltered = Object.keys(filters.values).length > 0;
  return (
    <>
      <PageHead
        title="Conversations"
        facts={
          <p class="soft">
            Latest change first. A conversation begins with a message of a contact, or on the screen of a{' '}
            <a href="/console/contacts">contact</a>.
          </p>
        }
      />
      <FilterFields filters={filters}>
        <ChoiceFilter {...field} name="status" label="Status" choices={STATUSES} />
        <ChoiceFilter {...field} name="platform" label="Platform" choices={choicesOfPlatforms(PLATFORMS)} />
        <ChoiceFilter
          {...field}
          name="assigned_to"
          label="Assigned to"
          choices={[[me, 'me'], ...members.map(({ id, name }) => [id, name] as const)]}
        />
      </FilterFields>
      <LongList
        name="conversations"
        {...list}
        columns={CONVERSATION_COLUMNS}
        empty={
          <Empty>
            <p>{isFiltered ? 'No conversation matches.' : 'This workspace has no conversation yet.'}</p>
          </Empty>
        }
        refetchMs={REFRESH_MS}
      />
      <ApiCalls
        calls={[
          { path: withFilters(CONVERSATIONS, filters) },
          ...(may(session, 'salesbot:contacts:read') ? [{ path: `${CONTACTS}/{contact}` }] : []),
        ]}
      />
    </>
  );
}
