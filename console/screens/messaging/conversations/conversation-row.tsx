import { RowTime } from '#console/parts/facts.tsx';
import type { Column } from '#console/parts/lists/data-table.tsx';
import { State } from '#console/parts/state.tsx';
import { platformName } from '#console/screens/messaging/platforms.ts';
import { ContactName } from './contact-name.tsx';
import type { Conversation } from './conversation-reads.ts';
import { isTrouble } from './is-trouble.ts';

const COLUMNS: readonly Column<Conversation>[] = [
  { name: 'Status', width: 'small', cell: ({ status }) => <State name={status} /> },
  {
    name: 'Assigned to',
    cell: ({ assigned_to: assignee }) =>
      assignee === null ? (
        <span class="soft">assigned to nobody</span>
      ) : (
        <>
          assigned to <bdi>{assignee.name}</bdi>
        </>
      ),
  },
  {
    name: 'Last message',
    width: 'wide',
    cell: ({ last_message_at: last, last_message: message }) =>
      last === null ? 'no message yet' : message && <LastMessage message={message} />,
  },
  {
    name: 'Time',
    cell: ({ last_message_at: last }) => last !== null && <RowTime words="last message" at={last} />,
  },
];

/** The columns of the list of all, which names the contact. */
export const CONVERSATION_COLUMNS: readonly Column<Conversation>[] = [
  {
    name: 'Contact',
    width: 'wide',
    cell: ({ id, contact_id: contact }) => (
      <a href={`/console/conversations/${id}`}>
        <ContactName contact={contact} />
      </a>
    ),
  },
  { name: 'Platform', width: 'small', cell: ({ platform }) => platformName(platform) },
  ...COLUMNS,
];

/** The columns of the list of one contact. */
export const OWN_CONVERSATION_COLUMNS: readonly Column<Conversation>[] = [
  {
    name: 'Platform',
    cell: ({ id, platform }) => <a href={`/console/conversations/${id}`}>{platformName(platform)}</a>,
  },
  ...COLUMNS,
];

/** The beginning of the last message, and who wrote it. A message that did not arrive must be seen in the list. */
function LastMessage({
  message: { text, direction, status },
}: {
  readonly message: NonNullable<Conversation['last_message']>;
}) {
  return (
    <span>
      {direction === 'out' && 'You: '}
      {text === null ? 'a message without a text' : <bdi>{text}</bdi>}
      {isTrouble(status) && (
        <>
          {' '}
          <State name={status} />
        </>
      )}
    </span>
  );
}
