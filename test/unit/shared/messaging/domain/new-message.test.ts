import { describe, expect, it } from 'vitest';
import {
  ENGINE_PLATFORMS,
  isEnginePlatform,
  MESSAGE_PLATFORMS,
  OWN_PLATFORMS,
} from '#shared/messaging/domain/message-platform.ts';
import { endOfLife } from '#shared/messaging/domain/message-progress.ts';
import {
  acceptsFreeText,
  newIncomingMessage,
  newOutgoingMessage,
} from '#shared/messaging/domain/new-message.ts';
import { aConversation } from '#test/support/builders/messaging/conversation-builders.ts';
import { NOW, secondsAfterNow } from '#test/support/builders/platform/command-builders.ts';

const CONTENT = { type: 'text', text: 'Hello' } as const;
const HOUR = 3600;

describe('newOutgoingMessage', () => {
  it.each(OWN_PLATFORMS)('is queued and due at once, for %s', (platform) => {
    const conversation = aConversation({ platform });
    const { id: conversationId, workspaceId, contactId, phoneNumberId } = conversation;

    expect(newOutgoingMessage(conversation, { id: 'message-1', content: CONTENT, now: NOW })).toEqual({
      id: 'message-1',
      workspaceId,
      conversationId,
      contactId,
      platform,
      direction: 'out',
      content: CONTENT,
      status: 'queued',
      statusAt: NOW,
      sentAt: null,
      errorCode: null,
      provider: null,
      providerMessageId: null,
      phoneNumberId,
      claim: null,
      attempts: 0,
      due: { at: NOW, seq: 1, timer: true },
      planSeq: 1,
      revision: 1,
      createdAt: NOW,
    });
  });

  it.each(ENGINE_PLATFORMS)('waits seven days for an engine, without a timer, for %s', (platform) => {
    const message = newOutgoingMessage(aConversation({ platform }), {
      id: 'message-1',
      content: CONTENT,
      now: NOW,
    });

    expect(message.due).toEqual({ at: secondsAfterNow(7 * 24 * HOUR), seq: 1, timer: false });
    expect(endOfLife(message)).toEqual(message.due?.at);
  });

  it('lives one day where the platform sends', () => {
    expect(endOfLife({ platform: 'sms', createdAt: NOW })).toEqual(secondsAfterNow(24 * HOUR));
  });
});

describe('newIncomingMessage', () => {
  it('is received, without a job', () => {
    const conversation = aConversation();
    const { id: conversationId, workspaceId, contactId, platform, phoneNumberId } = conversation;
    const incoming = {
      id: 'message-1',
      content: CONTENT,
      sentAt: secondsAfterNow(-5),
      provider: 'aws',
      providerMessageId: 'provider-message-1',
    };

    expect(newIncomingMessage(conversation, incoming, NOW)).toEqual({
      ...incoming,
      workspaceId,
      conversationId,
      contactId,
      platform,
      direction: 'in',
      status: 'received',
      statusAt: NOW,
      errorCode: null,
      phoneNumberId,
      claim: null,
      attempts: 0,
      due: null,
      planSeq: 0,
      revision: 1,
      createdAt: NOW,
    });
  });
});

describe('acceptsFreeText', () => {
  it.each([
    ['whatsapp', null, false],
    ['whatsapp', secondsAfterNow(-24 * HOUR), false],
    ['whatsapp', secondsAfterNow(-24 * HOUR + 1), true],
    ['sms', null, true],
    ['facebook', secondsAfterNow(-48 * HOUR), true],
    ['sandbox', null, true],
  ] as const)('for %s after a message at %o is %s', (platform, lastReceivedAt, accepts) => {
    expect(acceptsFreeText({ platform, lastReceivedAt }, NOW)).toBe(accepts);
  });
});

describe('platforms', () => {
  it('are either sent on by the platform itself or by an engine', () => {
    const engines = MESSAGE_PLATFORMS.filter(isEnginePlatform);

    expect(engines.toSorted()).toEqual([...ENGINE_PLATFORMS].toSorted());
    expect([...engines, ...OWN_PLATFORMS].toSorted()).toEqual([...MESSAGE_PLATFORMS].toSorted());
  });
});
