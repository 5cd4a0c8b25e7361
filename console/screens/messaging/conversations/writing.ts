import { needsNumber, platformName } from '#console/screens/messaging/platforms.ts';
import type { Conversation } from './conversation-reads.ts';
import type { TalkContact } from './talk-contact.ts';

/** The values for a contact that is not loaded: they disable no kind of message. */
const UNKNOWN: { readonly phone: string | null | undefined; readonly opted_out: readonly string[] } = {
  phone: undefined,
  opted_out: [],
};

const WITH_TEMPLATES = ['whatsapp', 'sandbox'];
const WITH_FILES = ['whatsapp', 'sandbox', 'facebook', 'instagram'];

export type Kind = 'text' | 'template' | 'file';

/** The kinds of messages that can be written now, and why others or all of them cannot. */
export type Writing = {
  readonly kinds: readonly Kind[];
  readonly why: string | undefined;
};

/**
 * What a person can write in a conversation now. The API decides; this is what it will say.
 * @param contact undefined before it was read
 */
export function writingIn(
  conversation: Pick<Conversation, 'status' | 'platform' | 'free_text_until'>,
  contact: TalkContact | undefined,
  now: number,
): Writing {
  const { platform } = conversation;
  const name = platformName(platform);
  if (conversation.status !== 'open') return nothing('The conversation is closed. Reopen it to write.');
  if (contact === 'missing') return nothing('The contact was deleted, so nothing can be sent.');
  // A key that cannot read the contact learns the reason from the API.
  const { phone, opted_out: optedOut } = typeof contact === 'object' ? contact : UNKNOWN;
  if (needsNumber(platform) && phone === null)
    return nothing(`The contact has no phone number, which messages on ${name} need.`);
  if (optedOut.some((channel) => channel === platform))
    return nothing(
      `The contact has opted out of ${name}. Nothing can be sent until the contact opts in again.`,
    );
  if (platform === 'whatsapp' && !isFreeText(conversation, now))
    return {
      kinds: ['template'],
      why: 'WhatsApp accepts only templates now, because the contact has not written within 24 hours. Free text is possible again after the next message of the contact.',
    };
  const kinds: readonly Kind[] = [
    'text',
    ...(WITH_TEMPLATES.includes(platform) ? (['template'] as const) : []),
    ...(WITH_FILES.includes(platform) ? (['file'] as const) : []),
  ];
  return { kinds, why: undefined };
}

/** What is left of a draft after its text was sent, because a person can go on typing while a request is on its way. */
export function withoutSent(draft: string, sent: string): string {
  return draft.startsWith(sent) ? draft.slice(sent.length).trimStart() : draft;
}

function isFreeText({ free_text_until: until }: Pick<Conversation, 'free_text_until'>, now: number): boolean {
  return until !== null && now < Date.parse(until);
}

function nothing(why: string): Writing {
  return { kinds: [], why };
}
