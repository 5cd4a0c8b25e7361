import { describe, expect, it } from 'vitest';
import { conversationMatches } from '#shared/messaging/domain/conversation-matches.ts';
import {
  assignConversation,
  closeConversation,
  newConversation,
  reopenConversation,
  withMessage,
} from '#shared/messaging/domain/conversation.ts';
import { aConversation, aFullConversation } from '#test/support/builders/messaging/conversation-builders.ts';
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
  it('records the newest message, and the newest one from the contact', () => {
    const received = withMessage(aConversation(), { direction: 'in', at: secondsAfterNow(1) }, LATER);
    const answered = withMessage(received, { direction: 'out', at: secondsAfterNow(2) }, LATER);

    expect(received).toMatchObject({
      lastMessageAt: secondsAfterNow(1),
      lastReceivedAt: secondsAfterNow(1),
      revision: 2,
    });
    expect(answered).toMatchObject({
      lastMessageAt: secondsAfterNow(2),
      lastReceivedAt: secondsAfterNow(1),
      revision: 3,
    });
  });

  it('does not move a time back for a message that arrives late', () => {
    const before = aConversation({
      lastMessageAt: secondsAfterNow(9),
      lastReceivedAt: secondsAfterNow(5),
    });

    expect(withMessage(before, { direction: 'in', at: secondsAfterNow(3) }, LATER)).toMatchObject({
      lastMessageAt: secondsAfterNow(9),
      lastReceivedAt: secondsAfterNow(5),
      revision: 2,
    });
    expect(withMessage(before, { direction: 'in', at: secondsAfterNow(7) }, LATER)).toMatchObject({
      lastMessageAt: secondsAfterNow(9),
      lastReceivedAt: secondsAfterNow(7),
    });
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
