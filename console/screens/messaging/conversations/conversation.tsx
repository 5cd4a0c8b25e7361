import { ApiCalls } from '#console/parts/api-call.tsx';
import { BackLink } from '#console/parts/back-link.tsx';
import { Failure, Loading, ReadState } from '#console/parts/notices.tsx';
import { PageHead } from '#console/parts/page-head.tsx';
import { State } from '#console/parts/state.tsx';
import { useNow, When } from '#console/parts/when.tsx';
import { ContactFacts } from '#console/screens/messaging/contact-facts.tsx';
import { contactPath, nameOf } from '#console/screens/messaging/contact-reads.ts';
import { ExternalRecord } from '#console/screens/messaging/external-record.tsx';
import { platformName } from '#console/screens/messaging/platforms.ts';
import { useSigned } from '#console/session/context.ts';
import { may } from '#console/session/may.ts';
import { useParams } from '#console/session/params.ts';
import { Chat } from './chat.tsx';
import { ConversationControls } from './conversation-controls.tsx';
import { type Conversation, conversationPath, useConversation } from './conversation-reads.ts';
import { type TalkContact, useTalkContact } from './talk-contact.ts';
import { writingIn } from './writing.ts';

/** How often the conversation and its contact are read: who answers, and opt-outs. */
const REFRESH_MS = 5000;
const CONTACT_MS = 15_000;
/** How often the end of the time for free texts is compared with the clock. */
const CLOCK_MS = 5000;

/** One conversation: the chat, who answers, and the contact beside it. */
export function ConversationScreen() {
  const id = useParams()['conversation'] ?? '';
  const { data, error } = useConversation(id, REFRESH_MS);
  const isOwn = data?.source === 'platform';
  return (
    <>
      <BackLink href="/console/conversations" to="Conversations" />
      {!isOwn && <h1>Conversation</h1>}
      <ReadState data={data} error={error} />
      {data?.source === 'external' && <ExternalRecord record={data} thing="conversation" />}
      {isOwn && <Talk key={data.id} conversation={data} />}
      {!isOwn && <ApiCalls calls={[{ path: conversationPath(id) }]} />}
    </>
  );
}

function Talk({ conversation }: { readonly conversation: Conversation }) {
  const { session } = useSigned();
  const now = useNow(CLOCK_MS);
  const { contact_id: contactId, free_text_until: until } = conversation;
  const { data: contact, error } = useTalkContact(contactId, CONTACT_MS);
  const name = typeof contact === 'object' ? nameOf(contact) : nameOf({ id: contactId });
  const writing = writingIn(conversation, contact, now);
  const path = conversationPath(conversation.id);
  return (
    <>
      <PageHead
        title={<bdi>{name}</bdi>}
        state={<State name={conversation.status} />}
        facts={<p class="soft">{platformName(conversation.platform)}</p>}
      >
        {may(session, 'salesbot:conversations:write') && <ConversationControls conversation={conversation} />}
      </PageHead>
      {until !== null && Date.parse(until) > now && (
        <p>
          WhatsApp accepts free text until <When at={until} />.
        </p>
      )}
      <div class="beside">
        <Chat
          conversation={conversation}
          contact={name}
          writing={may(session, 'salesbot:messages:send') ? writing : undefined}
        />
        <section aria-label="Contact">
          <h2>Contact</h2>
          <Failure error={error} />
          <ContactBeside id={contactId} contact={contact} />
        </section>
      </div>
      <ApiCalls
        calls={[
          { path },
          ...(typeof contact === 'object' ? [{ path: contactPath(contactId) }] : []),
          ...(may(session, 'salesbot:conversations:write')
            ? [
                {
                  method: 'POST' as const,
                  path: `${path}/assign`,
                  body: { member_id: session.me.member.id },
                },
                { method: 'POST' as const, path: `${path}/close` },
                { method: 'POST' as const, path: `${path}/reopen` },
              ]
            : []),
        ]}
      />
    </>
  );
}

function ContactBeside({ id, contact }: { readonly id: string; readonly contact: TalkContact | undefined }) {
  if (contact === undefined) return <Loading />;
  if (contact === 'hidden') return <p class="soft">This key cannot see contacts.</p>;
  if (contact === 'missing') return <p>The contact was deleted.</p>;
  return (
    <>
      <ContactFacts contact={contact} isShort />
      <p>
        <a href={`/console/contacts/${id}`}>All fields and conversations of the contact</a>
      </p>
    </>
  );
}
