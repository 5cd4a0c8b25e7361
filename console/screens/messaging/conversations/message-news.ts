import { cutText } from '#shared/platform/core/text.ts';
import type { Message } from './conversation-reads.ts';
import { isTrouble } from './is-trouble.ts';
import { explanationOf } from './message-explanation.ts';

/** A screen reader says at most so many characters of a message. */
const SPOKEN = 200;

/** The words for messages without a text. */
const CONTENTS: Readonly<Record<string, string>> = {
  image: 'an image',
  video: 'a video',
  audio: 'a voice message',
  document: 'a document',
};

/**
 * What a screen reader should say after the messages were read again, oldest first: messages of the contact, and messages to the contact
 * that failed or whose result is unknown. Undefined if there is nothing to say.
 * @param before the messages of the read before; undefined at the first one
 * @param name of the contact
 */
export function newsOf(
  before: readonly Message[] | undefined,
  now: readonly Message[],
  name: string,
): string | undefined {
  if (!before) return undefined;
  const statuses = new Map(before.map(({ id, status }) => [id, status]));
  // What is above the oldest one was loaded by the person. A list of the API can lack a message for seconds that has its place before
  // known ones.
  const oldest = now.findIndex(({ id }) => id === before[0]?.id);
  const received = now
    .slice(oldest + 1)
    .filter(({ id, direction }) => direction === 'in' && !statuses.has(id));
  const last = received.at(-1);
  // A message can fail before it is read for the first time.
  const failed = now.filter(
    ({ id, status }, place) =>
      isTrouble(status) && (statuses.has(id) ? statuses.get(id) !== status : place > oldest),
  );
  const news = [
    received.length > 1 && `${received.length} new messages.`,
    last && `${name}: ${spoken(last)}`,
    ...failed.map((message) => `A message is ${message.status}. ${explanationOf(message) ?? ''}`),
  ].filter((each) => typeof each === 'string');
  return news.length === 0 ? undefined : news.join(' ');
}

/** What a message is, if it has no text. */
export function contentOf({ type }: Pick<Message, 'type'>): string {
  return CONTENTS[type] ?? 'a message that cannot be shown here';
}

function spoken(message: Message): string {
  const text = message.text ?? contentOf(message);
  const cut = cutText(text, SPOKEN, 'code-points');
  return cut === text ? text : `${cut}…`;
}
