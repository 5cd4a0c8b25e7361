import { Inbox } from 'lucide';
import { numberOf } from '#console/parts/counted.ts';
import { Empty } from '#console/parts/feedback/empty.tsx';
import { Tile } from '#console/parts/tiles.tsx';
import { When } from '#console/parts/when.tsx';
import { ContactName } from '#console/screens/messaging/conversations/contact-name.tsx';
import {
  type Conversation,
  CONVERSATIONS_KEY,
  readConversations,
} from '#console/screens/messaging/conversations/conversation-reads.ts';
import { platformName } from '#console/screens/messaging/platforms.ts';
import { useSigned } from '#console/session/context.ts';
import { may } from '#console/session/may.ts';
import { useAllowed } from '#console/session/use-allowed.ts';
import type { Loaded } from '#console/session/use-query.ts';
import { MINUTE_MS } from '#shared/platform/core/time-units.ts';
import { HomeSection } from './section.tsx';
import { WaitingTile } from './waiting-tile.tsx';

/** The first page of open conversations, which the frame reads too. */
export const OPEN = { status: 'open' } as const;
const LIMIT = 50;
/** Each of them needs a request for the name of its contact. */
const SHOWN = 5;

type OpenPage = { readonly data: readonly Conversation[]; readonly next_cursor: string | null };

/** The open conversations; null if the key cannot see them. */
export function useOpenConversations(): Loaded<OpenPage | null> {
  const { session } = useSigned();
  return useAllowed<OpenPage>(
    may(session, 'salesbot:conversations:read'),
    [...CONVERSATIONS_KEY, JSON.stringify(OPEN)],
    () => readConversations(session, { ...OPEN, limit: LIMIT }),
    MINUTE_MS,
  );
}

/** How many conversations are open, and how many of them nobody has answered or taken. */
export function ConversationTile() {
  const { data, error } = useOpenConversations();
  if (data === null) return null;
  if (!data) return <WaitingTile name="Open conversations" error={error} />;
  const more = data.next_cursor === null ? '' : '+';
  const free = data.data.filter(({ assigned_to: member }) => member === null).length;
  return (
    <Tile
      name={<a href="/console/conversations?status=open">Open conversations</a>}
      figure={`${numberOf(data.data.length)}${more}`}
    >
      {data.data.filter(isWaiting).length}
      {more} not answered · {free}
      {more} without a member
    </Tile>
  );
}

/** The open conversations whose last message is from the contact, those who wait longest first. */
export function WaitingConversations() {
  const read = useOpenConversations();
  return (
    <HomeSection
      title="Waiting in the inbox"
      more={<a href="/console/conversations?status=open">Inbox</a>}
      read={read}
      of="card"
    >
      {({ data }) => {
        const waiting = data
          .filter(isWaiting)
          .toSorted((left, right) =>
            (left.last_received_at ?? '') < (right.last_received_at ?? '') ? -1 : 1,
          );
        if (waiting.length === 0)
          return (
            <Empty icon={Inbox}>
              <p>
                {data.length === 0
                  ? 'No conversation is open. A conversation begins with a message of a contact.'
                  : 'Nobody waits: every open conversation ends with a message of yours.'}
              </p>
            </Empty>
          );
        return (
          <ul class="home-list compact">
            {waiting
              .slice(0, SHOWN)
              .map(({ id, contact_id: contact, platform, assigned_to: member, last_received_at: at }) => (
                <li key={id}>
                  <div>
                    <a class="clip" href={`/console/conversations/${id}`}>
                      <ContactName contact={contact} />
                    </a>
                    <p class="clip">
                      {platformName(platform)} · {member ? <bdi>{member.name}</bdi> : 'assigned to nobody'}
                    </p>
                  </div>
                  <span class="soft push">
                    <When at={at} />
                  </span>
                </li>
              ))}
          </ul>
        );
      }}
    </HomeSection>
  );
}

/** Whether the last message is from the contact. */
function isWaiting({ last_message_at: last, last_received_at: received }: Conversation): boolean {
  return received !== null && received === last;
}
