import { describe, expect, it } from 'vitest';
import { conversationMatches } from '#shared/messaging/domain/conversation-matches.ts';
import {
  assignConversation,
  closeConversation,
  newConversation,
  reopenConversation,
  withMessage,
  withoutLastMessage,
} from '#shared/messaging/domain/conversation.ts';
import { type Message, textOf } from '#shared/messaging/domain/message.ts';
import type { Incoming } from '#shared/messaging/domain/new-message.ts';
import { aConversation, aFullConversation } from '#test/support/builders/messaging/conversation-builders.ts';
import {
  anIncomingMessage,
  anOutgoingMessage,
  CONTENTS,
} from '#test/support/builders/messaging/message-builders.ts';
import { NOW, secondsAfterNow } from '#test/support/builders/platform/command-builders.ts';

const LATER = secondsAfterNow(60);
const JONAS = { memberId: 'member-1', name: 'Jonas Weber' };

describe('a new conversation', () => {
  it('is open, and has no messages and no assignee', () => {
    const { id, workspaceId, contactId, platform, phoneNumberId } = aConversation();

    expect(newConversation({ id, workspaceId, contactId, platform, phoneNumberId }, NOW)).toEqual({
      id,
      workspaceId,
      contactId,
      platform,
      phoneNumberId,
      status: 'open',
      assignedTo: null,
      lastMessageAt: null,
      lastReceivedAt: null,
      lastMessage: null,
      closedAt: null,
      revision: 1,
      createdAt: NOW,
      updatedAt: NOW,
    });
  });
});

describe('assignConversation', () => {
  it('assigns a member, and emits the event', () => {
    const before = aConversation();

    expect(assignConversation(before, JONAS, LATER)).toEqual({
      conversation: { ...before, assignedTo: JONAS, revision: 2, updatedAt: LATER },
      emits: 'salesbot.conversation.assigned',
    });
  });

  it('assigns another member', () => {
    const before = aConversation({ assignedTo: JONAS });
    const ada = { memberId: 'member-2', name: 'Ada' };

    expect(assignConversation(before, ada, LATER)).toMatchObject({
      conversation: { assignedTo: ada },
      emits: 'salesbot.conversation.assigned',
    });
  });

  it('removes the assignee without an event', () => {
    const change = assignConversation(aConversation({ assignedTo: JONAS }), null, LATER);

    expect(change?.conversation.assignedTo).toBeNull();
    expect(change).not.toHaveProperty('emits');
  });

  it.each([
    ['the same member, also under a new name', JONAS, { ...JONAS, name: 'Jonas W.' }],
    ['nobody again', null, null],
  ])('changes nothing for %s', (_, assignedTo, next) => {
    expect(assignConversation(aConversation({ assignedTo }), next, LATER)).toBeUndefined();
  });
});

describe('closing and reopening', () => {
  it('closes an open conversation once, with its event', () => {
    const change = closeConversation(aConversation(), LATER);

    expect(change).toMatchObject({
      conversation: { status: 'closed', closedAt: LATER, revision: 2, updatedAt: LATER },
      emits: 'salesbot.conversation.closed',
    });
    expect(closeConversation(change?.conversation ?? aConversation(), LATER)).toBeUndefined();
  });

  it('reopens a closed conversation once, without an event', () => {
    const change = reopenConversation(aFullConversation(), LATER);

    expect(change).toMatchObject({ conversation: { status: 'open', closedAt: null, revision: 8 } });
    expect(change).not.toHaveProperty('emits');
    expect(reopenConversation(change?.conversation ?? aConversation(), LATER)).toBeUndefined();
  });

  it('moves the time of the change forward, also if the clock is behind', () => {
    const before = aConversation({ updatedAt: LATER });

    expect(closeConversation(before, NOW)?.conversation.updatedAt).toEqual(new Date(LATER.getTime() + 1));
    expect(closeConversation(before, LATER)?.conversation.updatedAt).toEqual(new Date(LATER.getTime() + 1));
  });
});

describe('withMessage', () => {
  const sent = (second: number, overrides: Partial<Message> = {}) =>
    anOutgoingMessage(undefined, { createdAt: secondsAfterNow(second), ...overrides });

  /** Recorded at `LATER`, and sent before by the contact. */
  const received = (second: number, incoming: Partial<Incoming> = {}) =>
    anIncomingMessage(undefined, { sentAt: secondsAfterNow(second), ...incoming }, LATER);

  it('records the newest message, and the time of the newest one from the contact', () => {
    const [question, answer] = [received(1), sent(2)];
    const asked = withMessage(aConversation(), question, LATER);

    expect(asked).toMatchObject({
      lastMessageAt: secondsAfterNow(1),
      lastReceivedAt: secondsAfterNow(1),
      lastMessage: { id: question.id, direction: 'in', text: 'When does it arrive?' },
      revision: 2,
    });
    expect(withMessage(asked, answer, LATER)).toMatchObject({
      lastMessageAt: secondsAfterNow(2),
      lastReceivedAt: secondsAfterNow(1),
      lastMessage: { id: answer.id, direction: 'out', text: 'Your parcel arrives today' },
      revision: 3,
    });
  });

  it('neither moves a time back nor replaces the last message for a message that arrives late', () => {
    const newest = sent(9);
    const before = {
      ...withMessage(aConversation(), newest, secondsAfterNow(9)),
      lastReceivedAt: secondsAfterNow(5),
    };

    expect(withMessage(before, received(3), LATER)).toEqual({
      ...before,
      revision: 3,
      updatedAt: LATER,
    });
    expect(withMessage(before, received(7), LATER)).toEqual({
      ...before,
      lastReceivedAt: secondsAfterNow(7),
      revision: 3,
      updatedAt: LATER,
    });
  });

  it('shows the message that is recorded last, of two messages of one moment', () => {
    const [first, second] = [sent(9), received(9)];
    const before = withMessage(aConversation(), first, secondsAfterNow(9));

    expect(withMessage(before, second, LATER).lastMessage).toMatchObject({ id: second.id });
  });

  it('does not move the times into the future, so the next message replaces one from a wrong clock', () => {
    const early = withMessage(aConversation(), received(3600), LATER);
    const next = sent(61);

    expect(early).toMatchObject({ lastMessageAt: LATER, lastReceivedAt: LATER });
    expect(withMessage(early, next, secondsAfterNow(61)).lastMessage).toMatchObject({ id: next.id });
  });

  it('leaves a conversation of an earlier version without a last message until a message is the newest', () => {
    const before = aConversation({ lastMessageAt: secondsAfterNow(5) });
    const late = withMessage(before, received(4), LATER);

    expect(late.lastMessage).toBeNull();
    expect(withMessage(late, sent(6), LATER).lastMessage).not.toBeNull();
  });

  it.each(CONTENTS)('has the text that the API shows: %j', (content) => {
    const { lastMessage } = withMessage(aConversation(), sent(1, { content }), LATER);

    expect(lastMessage?.text).toBe(textOf(content));
  });

  it.each([
    ['120 letters', 'a'.repeat(121), 'a'.repeat(120)],
    ['120 emoji, which are code points', '🎁'.repeat(121), '🎁'.repeat(120)],
    ['whole characters only', `${'a'.repeat(118)}👩‍🚀!`, 'a'.repeat(118)],
    ['120 code points of a letter with more marks', `a${'\u0301'.repeat(200)}`, `a${'\u0301'.repeat(119)}`],
  ])('has the beginning of a long text: %s', (_, text, shown) => {
    const { lastMessage } = withMessage(aConversation(), sent(1, { content: { type: 'text', text } }), LATER);

    expect(lastMessage?.text).toBe(shown);
  });
});

describe('withoutLastMessage', () => {
  it('forgets the message under a new revision, and keeps the times and the place in lists', () => {
    const before = aFullConversation();

    expect(before.lastMessage).not.toBeNull();
    expect(withoutLastMessage(before)).toEqual({ ...before, lastMessage: null, revision: 8 });
  });
});

describe('conversationMatches', () => {
  const conversation = aFullConversation({ assignedTo: JONAS });
  const { status, platform, contactId } = conversation;

  it('compares every filter', () => {
    const all = { status, platform, contactId, assignedTo: JONAS.memberId };

    expect(conversationMatches(conversation, {})).toBe(true);
    expect(conversationMatches(conversation, all)).toBe(true);
    for (const name of ['status', 'platform', 'contactId', 'assignedTo'])
      expect(conversationMatches(conversation, { ...all, [name]: 'other' })).toBe(false);
    expect(conversationMatches(aConversation(), { assignedTo: JONAS.memberId })).toBe(false);
  });
});
