import { useEffect, useRef, useState } from 'preact/hooks';
import { Button } from '#console/parts/button.tsx';
import { usePages } from '#console/parts/lists/use-pages.ts';
import { Failure, Loading, Progress } from '#console/parts/notices.tsx';
import { useSigned } from '#console/session/context.ts';
import { Composer } from './composer.tsx';
import { type Conversation, type Message, readMessages } from './conversation-reads.ts';
import { MessageItem } from './message-item.tsx';
import { newsOf } from './message-news.ts';
import { useChatPlace } from './use-chat-place.ts';
import type { Writing } from './writing.ts';

/** How often messages are read: the contact can answer an open conversation at any time. */
const LIVE_MS = 2000;
const CALM_MS = 15_000;

const IN_FLIGHT = ['queued', 'sending', 'sent'];

/** The messages of a conversation, oldest first, with the field for the next one. It is kept current. */
export function Chat({
  conversation,
  contact,
  writing,
}: {
  readonly conversation: Conversation;
  /** The name of the contact. */
  readonly contact: string;
  /** What can be written now; undefined if the key cannot send. */
  readonly writing: Writing | undefined;
}) {
  const { session } = useSigned();
  const { id, status } = conversation;
  const { newest, known, pages, next, readNext, isBusy, error, showNewest } = usePages<Message>({
    queryKey: ['messages', id],
    read: (cursor) => readMessages(session, id, cursor),
    refetchMs: (first) => (status === 'open' || first?.data.some(isInFlight) === true ? LIVE_MS : CALM_MS),
  });
  const messages = pages.flatMap(({ data }) => data).toReversed();
  const place = useChatPlace(messages.map((message) => message.id));
  const news = useNews(newest.data ? messages : undefined, contact);
  const { unseen } = place;

  async function readOlder(): Promise<void> {
    await readNext();
    // After the oldest message, the button with the focus has left the page, in the frame after this one.
    requestAnimationFrame(() =>
      setTimeout(() => {
        if (document.activeElement === document.body) place.log.current?.focus({ preventScroll: true });
      }),
    );
  }

  return (
    <section class="chat" aria-label="Chat">
      <Failure error={newest.error} />
      {!newest.data && !newest.error && <Loading />}
      {/* What changes is said by the status below, because this list would also say the older messages that are loaded. */}
      <div
        ref={place.log}
        class="log"
        role="log"
        aria-live="off"
        aria-label="Messages"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be reachable by keyboard
        tabIndex={0}
        onScroll={place.onScroll}
      >
        <Failure error={error} />
        {next !== null && (
          <div class="actions">
            <Button label="Load older messages" quiet isBusy={isBusy} onClick={() => void readOlder()} />
            <Progress isBusy={isBusy} />
          </div>
        )}
        {newest.data && messages.length === 0 && <p class="soft">There is no message yet.</p>}
        <ol class="messages">
          {messages.map((message) => (
            <MessageItem key={message.id} message={message} contact={contact} />
          ))}
        </ol>
      </div>
      <output class="spoken">{news}</output>
      {known?.isBehind === true && <Button label="Show newer messages" onClick={showNewest} />}
      {unseen > 0 && (
        <Button label={`${unseen} ${unseen === 1 ? 'new message' : 'new messages'}`} onClick={place.toEnd} />
      )}
      {writing && <Composer conversation={conversation} writing={writing} onSent={place.toEnd} />}
    </section>
  );
}

function isInFlight({ direction, status }: Message): boolean {
  return direction === 'out' && IN_FLIGHT.includes(status);
}

/** What a screen reader should say about the newest change of the messages. */
function useNews(messages: readonly Message[] | undefined, contact: string): string | undefined {
  const before = useRef<readonly Message[] | undefined>(undefined);
  const [news, setNews] = useState<string>();
  const state = JSON.stringify(messages?.map(({ id, status }) => [id, status]));
  useEffect(() => {
    if (!messages) return;
    const found = newsOf(before.current, messages, contact);
    before.current = messages;
    if (found !== undefined) setNews(found);
  }, [state]);
  return news;
}
