import { State } from '#console/parts/notices.tsx';
import { When } from '#console/parts/when.tsx';
import { platformName } from '#console/screens/messaging/platforms.ts';
import { ContactName } from './contact-name.tsx';
import type { Conversation } from './conversation-reads.ts';

/** A conversation in the list of all, which names its contact. */
export function conversationRow(conversation: Conversation) {
  return (
    <>
      <a href={`/console/conversations/${conversation.id}`}>
        <ContactName contact={conversation.contact_id} />
      </a>
      <span>{platformName(conversation.platform)}</span>
      <Facts conversation={conversation} />
    </>
  );
}

/** A conversation in the list of its contact. */
export function ownConversationRow(conversation: Conversation) {
  return (
    <>
      <a href={`/console/conversations/${conversation.id}`}>{platformName(conversation.platform)}</a>
      <Facts conversation={conversation} />
    </>
  );
}

function Facts({ conversation }: { readonly conversation: Conversation }) {
  const { assigned_to: assignee, last_message_at: last } = conversation;
  return (
    <>
      <State name={conversation.status} />
      <span>
        {assignee === null ? (
          'assigned to nobody'
        ) : (
          <>
            assigned to <bdi>{assignee.name}</bdi>
          </>
        )}
      </span>
      <span>
        {last === null ? (
          'no message yet'
        ) : (
          <>
            last message <When at={last} />
          </>
        )}
      </span>
    </>
  );
}
