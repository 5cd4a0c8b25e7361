import { describe, expect, it } from 'vitest';
import { RECIPIENT_MACHINE } from '#shared/broadcasts/domain/recipient-machine.ts';
import {
  afterMessage,
  contentOf,
  messageTo,
  newRecipient,
  recipientMessageId,
  recipientOfMessage,
  skipped,
  withoutResult,
} from '#shared/broadcasts/domain/recipient.ts';
import { MESSAGE_MACHINE } from '#shared/messaging/domain/message-machine.ts';
import { advanced, claimed, released, withUnknownResult } from '#shared/messaging/domain/message-progress.ts';
import {
  aPlatformBroadcast,
  aRecipient,
  aStartedBroadcast,
} from '#test/support/builders/broadcasts/platform-builders.ts';
import { NOW, secondsAfterNow } from '#test/support/builders/platform/command-builders.ts';

const CLAIM = { token: 'token', until: secondsAfterNow(60) };
const SENT = {
  status: 'sent',
  at: secondsAfterNow(1),
  errorCode: null,
  provider: 'sandbox',
  providerMessageId: 'p1',
} as const;

describe('the machine of recipients', () => {
  it('has the reactions of messages, with pending for queued', () => {
    const asPending = JSON.parse(
      JSON.stringify(MESSAGE_MACHINE.triggers).replaceAll('"queued"', '"pending"'),
    ) as typeof RECIPIENT_MACHINE.triggers;
    for (const trigger of ['claim', 'release', 'sent', 'delivered', 'read', 'failed'] as const)
      for (const [state, reactions] of Object.entries(asPending[trigger])) {
        const found = RECIPIENT_MACHINE.triggers[trigger][state as 'pending'];
        expect(found.map((each) => ({ ...each, when: undefined }))).toEqual(
          reactions.map((each) => ({ ...each, when: undefined })),
        );
      }
  });

  it('never returns to pending from a state in which the message may have been sent', () => {
    const back = Object.values(RECIPIENT_MACHINE.triggers).flatMap((row) =>
      (['sent', 'delivered', 'read', 'failed', 'unknown', 'skipped'] as const).flatMap((state) =>
        row[state].filter((reaction) => 'to' in reaction && reaction.to === 'pending'),
      ),
    );

    expect(back).toEqual([]);
  });
});

describe('the message to a recipient', () => {
  it('has an ID that names the broadcast and the contact', () => {
    const recipient = aRecipient();
    const id = recipientMessageId(recipient);

    expect(recipientOfMessage(id)).toEqual({
      broadcastId: recipient.broadcastId,
      contactId: recipient.contactId,
    });
  });

  it.each(['0198', 'a.b.c', '.a', 'a.', ''])('is not named by %j', (id) => {
    expect(recipientOfMessage(id)).toBeUndefined();
  });

  it('changes nothing if it is not changed', () => {
    const broadcast = aStartedBroadcast();
    const before = aRecipient(broadcast, { notBefore: secondsAfterNow(5), reason: 'throttled', attempts: 1 });

    expect(afterMessage(before, messageTo(broadcast, before, NOW))).toEqual(before);
  });

  it('moves its recipient through claim and result', () => {
    const broadcast = aStartedBroadcast();
    const pending = { ...aRecipient(broadcast), price: 7 };
    const sending = afterMessage(pending, claimed(messageTo(broadcast, pending, NOW), CLAIM, NOW));
    const news = advanced(messageTo(broadcast, sending, NOW), SENT);

    expect(sending).toMatchObject({
      status: 'sending',
      claim: CLAIM,
      attempts: 1,
      firstClaimedAt: NOW,
      price: 7,
      revision: 2,
    });
    expect(news?.emits).toEqual([]);
    expect(news && afterMessage(sending, news.message)).toMatchObject({
      status: 'sent',
      sentAt: SENT.at,
      claim: null,
      providerMessageId: 'p1',
      price: 7,
      revision: 3,
    });
  });

  it('costs nothing once the provider certainly has not accepted it', () => {
    const broadcast = aStartedBroadcast();
    const sending = aRecipient(broadcast, { status: 'sending', claim: CLAIM, attempts: 1, price: 7 });
    const message = messageTo(broadcast, sending, NOW);
    const later = secondsAfterNow(5);
    const rejected = {
      ...SENT,
      status: 'failed',
      errorCode: 'message_rejected',
      providerMessageId: null,
    } as const;
    const undelivered = { ...rejected, providerMessageId: 'p1' };

    expect(afterMessage(sending, released(message, later, 'throttled', NOW))).toMatchObject({
      status: 'pending',
      notBefore: expect.any(Date) as Date,
      reason: 'throttled',
      price: 0,
    });
    expect(
      advanced(message, rejected)?.message &&
        afterMessage(sending, advanced(message, rejected)?.message ?? message).price,
    ).toBe(0);
    expect(afterMessage(sending, advanced(message, undelivered)?.message ?? message)).toMatchObject({
      status: 'failed',
      price: 7,
    });
    expect(afterMessage(sending, withUnknownResult(message, NOW))).toMatchObject({
      status: 'unknown',
      reason: 'result_unknown',
      price: 7,
    });
    expect(withoutResult(sending, later)).toEqual(afterMessage(sending, withUnknownResult(message, later)));
  });

  it.each([
    ['all', ['salesbot.message.sent', 'salesbot.message.delivered']],
    ['failed', []],
    ['none', []],
  ] as const)('emits what the broadcast chose: %s', (messageEvents, emits) => {
    const broadcast = aStartedBroadcast({ sending: { messageEvents } });
    const sending = aRecipient(broadcast, { status: 'sending', claim: CLAIM });
    const message = messageTo(broadcast, sending, NOW);

    expect(advanced(message, { ...SENT, status: 'delivered' })?.emits).toEqual(emits);
    expect(advanced(message, { ...SENT, status: 'failed' })?.emits).toEqual(
      messageEvents === 'none' ? [] : ['salesbot.message.failed'],
    );
  });

  it('has the content of the broadcast', () => {
    const template = { language: 'de', parameters: ['Ada'] };

    expect(contentOf(aPlatformBroadcast({ message: { type: 'text', body: 'Hello' } }))).toEqual({
      type: 'text',
      text: 'Hello',
    });
    expect(
      contentOf(aPlatformBroadcast({ message: { type: 'template', body: 'sale' }, sending: { template } })),
    ).toEqual({ type: 'template', name: 'sale', ...template });
    expect(
      contentOf(aPlatformBroadcast({ message: { type: 'image', body: 'Look' }, sending: { mediaId: 'm' } })),
    ).toEqual({ type: 'image', mediaId: 'm', text: 'Look' });
  });

  it('does not exist for a skipped recipient', () => {
    const broadcast = aStartedBroadcast();
    const recipient = newRecipient(broadcast, { contactId: 'c', messageId: 'm' }, 'opted_out', NOW);

    expect(recipient).toMatchObject({ status: 'skipped', reason: 'opted_out' });
    expect(() => messageTo(broadcast, recipient, NOW)).toThrow('gets no message');
  });

  it('is dropped when its recipient is skipped', () => {
    const before = aRecipient(undefined, { notBefore: NOW });

    expect(skipped(before, 'broadcast_cancelled', secondsAfterNow(1))).toEqual({
      ...before,
      status: 'skipped',
      statusAt: secondsAfterNow(1),
      reason: 'broadcast_cancelled',
      notBefore: null,
      revision: 2,
    });
  });
});
