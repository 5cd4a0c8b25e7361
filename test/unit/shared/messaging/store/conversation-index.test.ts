import { describe, expect, it } from 'vitest';
import { conversationEntryOf, wantedConversations } from '#shared/messaging/store/conversation-index.ts';
import { entryMatcher, positionIn, positionOf } from '#shared/messaging/store/marked-index.ts';
import { aConversation, aFullConversation } from '#test/support/builders/messaging/conversation-builders.ts';
import { secondsAfterNow } from '#test/support/builders/platform/command-builders.ts';

describe('the index entry of a conversation', () => {
  const conversation = aFullConversation();
  const { workspaceId, status, platform, contactId, assignedTo } = conversation;
  const entry = conversationEntryOf(conversation);
  const filters = { status, platform, contactId, assignedTo: assignedTo?.memberId };

  it('matches each filter that the conversation matches, and all of them', () => {
    expect(entryMatcher(workspaceId, wantedConversations({}))(entry)).toBe(true);
    expect(entryMatcher(workspaceId, wantedConversations(filters))(entry)).toBe(true);
  });

  it.each([
    ['status', { status: 'open' }],
    ['platform', { platform: 'sms' }],
    ['contact', { contactId: 'another contact' }],
    ['assignee', { assignedTo: 'another member' }],
  ] as const)('does not match another %s, so that its item is not read', (_, other) => {
    const wanted = wantedConversations({ ...filters, ...other });

    expect(entryMatcher(workspaceId, wanted)(entry)).toBe(false);
  });

  it('has no marker of a missing assignee', () => {
    const free = conversationEntryOf(aConversation({ workspaceId }));

    expect(free.split('#')).toHaveLength(4);
    expect(entryMatcher(workspaceId, wantedConversations({ assignedTo: 'member' }))(free)).toBe(false);
  });

  it('begins with a position that sorts by the last change, and shows no id', () => {
    const later = aFullConversation({ updatedAt: secondsAfterNow(60) });

    expect(positionIn(entry)).toBe(positionOf(conversation));
    expect(entry < conversationEntryOf(later)).toBe(true);
    expect(entry).not.toContain(contactId);
  });
});
