import { useLocation } from 'preact-iso';
import { useState } from 'preact/hooks';
import { ApiCalls } from '#console/parts/api-call.tsx';
import { ChoiceField } from '#console/parts/fields/choice-field.tsx';
import { LongList } from '#console/parts/lists/long-list.tsx';
import { Failure, Progress } from '#console/parts/notices.tsx';
import type { Contact } from '#console/screens/messaging/contact-reads.ts';
import {
  CONVERSATIONS,
  readConversations,
} from '#console/screens/messaging/conversations/conversation-reads.ts';
import { OWN_CONVERSATION_COLUMNS } from '#console/screens/messaging/conversations/conversation-row.tsx';
import { OpenConversation } from '#console/screens/messaging/conversations/open-conversation.tsx';
import { useNumbers } from '#console/screens/messaging/numbers/number-reads.ts';
import { needsNumber, type Platform, platformName, PLATFORMS } from '#console/screens/messaging/platforms.ts';
import { useSigned } from '#console/session/context.ts';
import { may } from '#console/session/may.ts';
import { dataOf } from '#console/session/problem.ts';
import { useCommand } from '#console/session/use-command.ts';

const LIMIT = 50;
const PLATFORM_CHOICES = PLATFORMS.map((each) => [each, platformName(each)] as const);
const FIELDS = ['#/platform', '#/phone_number_id'];

/** The conversations of a contact, and the start of another one. */
export function ContactConversations({ contact }: { readonly contact: Contact }) {
  const { session } = useSigned();
  const { id } = contact;
  return (
    <section aria-label="Conversations">
      <h2>Conversations</h2>
      {may(session, 'salesbot:conversations:write') && <StartConversation contact={contact} />}
      <LongList
        name="conversations"
        queryKey={['conversations', id]}
        read={(cursor) =>
          readConversations(session, {
            contact: id,
            limit: LIMIT,
            ...(cursor === undefined ? {} : { cursor }),
          })
        }
        columns={OWN_CONVERSATION_COLUMNS}
        empty={<p>There is no conversation with this contact yet.</p>}
      />
      <ApiCalls calls={[{ path: `${CONVERSATIONS}?contact=${id}` }]} />
    </section>
  );
}

function StartConversation({ contact }: { readonly contact: Contact }) {
  const { session } = useSigned();
  const { route } = useLocation();
  const [wanted, setWanted] = useState<Platform>();
  const [number, setNumber] = useState('');
  const { run, isBusy, error } = useCommand();
  const verified = useNumbers().data?.filter(({ state }) => state === 'verified');
  // Where the contact comes from, otherwise where the workspace can send.
  const platform =
    wanted ?? platformNamed(contact.platform) ?? platformNamed(verified?.[0]?.platform) ?? 'sms';
  const numbers = verified?.filter((each) => each.platform === platform);
  const isNeeded = needsNumber(platform);
  const isChoice = isNeeded && numbers !== undefined && numbers.length > 1;
  const chosen = isChoice ? (numbers.find(({ id }) => id === number) ?? numbers[0])?.id : undefined;
  const body = {
    contact_id: contact.id,
    platform,
    ...(chosen === undefined ? {} : { phone_number_id: chosen }),
  };
  const why = whyNot(contact, platform);

  async function start(event: Event): Promise<void> {
    event.preventDefault();
    await run(async (headers) => {
      const data = await dataOf(session.api.POST(CONVERSATIONS, { headers, body }));
      route(`/console/conversations/${data.id}`);
    });
  }

  return (
    <>
      <form class="actions" onSubmit={(event) => void start(event)}>
        <ChoiceField
          label="Start on"
          pointer="#/platform"
          error={error}
          value={platform}
          choices={PLATFORM_CHOICES}
          onValue={setWanted}
        />
        {isChoice && (
          <ChoiceField
            label="From"
            pointer="#/phone_number_id"
            error={error}
            value={chosen ?? ''}
            choices={numbers.map(({ id, phone }) => [id, phone] as const)}
            onValue={setNumber}
          />
        )}
        <button type="submit" disabled={isBusy}>
          Start a conversation
        </button>
        <Progress isBusy={isBusy} />
      </form>
      {why !== undefined && <p class="soft">{why}</p>}
      {isNeeded && numbers?.length === 0 && (
        <p class="soft">
          The workspace has no verified phone number for {platformName(platform)}.{' '}
          <a href="/console/numbers">Phone numbers</a>
        </p>
      )}
      <Failure error={error} fields={isChoice ? FIELDS : FIELDS.slice(0, 1)} />
      <OpenConversation error={error} />
      <ApiCalls calls={[{ method: 'POST', path: CONVERSATIONS, body }]} />
    </>
  );
}

function platformNamed(name: string | null | undefined): Platform | undefined {
  return PLATFORMS.find((each) => each === name);
}

/** What the person should know before the conversation begins: it can be started, but nothing can be sent. */
function whyNot({ phone, opted_out: optedOut }: Contact, platform: string): string | undefined {
  if (needsNumber(platform) && phone === null)
    return `The contact has no phone number, which messages on ${platformName(platform)} need.`;
  return optedOut.some((channel) => channel === platform)
    ? `The contact has opted out of ${platformName(platform)}.`
    : undefined;
}
