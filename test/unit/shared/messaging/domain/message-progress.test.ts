import { describe, expect, it } from 'vitest';
import {
  advanced,
  claimed,
  released,
  stateOf,
  withUnknownResult,
} from '#shared/messaging/domain/message-progress.ts';
import { aConversation } from '#test/support/builders/messaging/conversation-builders.ts';
import {
  anIncomingMessage,
  anOutgoingMessage,
  someNews,
} from '#test/support/builders/messaging/message-builders.ts';
import { NOW, secondsAfterNow } from '#test/support/builders/platform/command-builders.ts';

const CLAIM = { token: 'token', until: secondsAfterNow(60) };
const LATER = secondsAfterNow(3);

describe('claimed', () => {
  it('leaves only the end of the lease to be done, without a timer', () => {
    const before = anOutgoingMessage();

    expect(claimed(before, CLAIM, LATER)).toEqual({
      ...before,
      status: 'sending',
      statusAt: LATER,
      claim: CLAIM,
      attempts: 1,
      due: { at: CLAIM.until, seq: 2, timer: false },
      planSeq: 2,
      revision: 2,
    });
  });
});

describe('released', () => {
  it('is queued again until the next attempt', () => {
    const before = claimed(anOutgoingMessage(), CLAIM, NOW);

    expect(released(before, secondsAfterNow(10), 'throttled', LATER)).toEqual({
      ...before,
      status: 'queued',
      statusAt: LATER,
      claim: null,
      errorCode: 'throttled',
      due: { at: secondsAfterNow(10), seq: 3, timer: true },
      planSeq: 3,
      revision: 3,
    });
  });

  it('waits for any engine until the end of its life', () => {
    const message = anOutgoingMessage(aConversation({ platform: 'facebook' }));
    const again = released(claimed(message, CLAIM, NOW), secondsAfterNow(10), 'released', LATER);

    expect(again.due).toEqual({ at: message.due?.at, seq: 3, timer: false });
  });
});

describe('withUnknownResult', () => {
  it('has nothing to be done, and says why', () => {
    expect(withUnknownResult(claimed(anOutgoingMessage(), CLAIM, NOW), LATER)).toMatchObject({
      status: 'unknown',
      errorCode: 'result_unknown',
      claim: null,
      due: null,
      planSeq: 3,
    });
  });
});

describe('advanced', () => {
  const sending = claimed(anOutgoingMessage(), CLAIM, NOW);

  it('records the acceptance', () => {
    expect(advanced(sending, someNews({ status: 'sent', at: LATER }))).toEqual({
      message: {
        ...sending,
        status: 'sent',
        statusAt: LATER,
        sentAt: LATER,
        provider: 'aws',
        providerMessageId: 'provider-message-1',
        claim: null,
        due: null,
        planSeq: 3,
        revision: 3,
      },
      emits: ['salesbot.message.sent'],
    });
  });

  it('emits the events of implied statuses first', () => {
    const events = ['salesbot.message.sent', 'salesbot.message.delivered', 'salesbot.message.read_or_seen'];

    expect(advanced(sending, someNews({ status: 'read' }))?.emits).toEqual(events);
    expect(advanced(withUnknownResult(sending, LATER), someNews({ status: 'read' }))?.emits).toEqual(events);
  });

  it.each([
    ['instagram', ['salesbot.message.sent', 'salesbot.message.read_or_seen']],
    ['sms', ['salesbot.message.sent', 'salesbot.message.delivered']],
    ['tiktok', []],
  ] as const)('emits no event that the channel does not report: %s', (platform, events) => {
    const message = claimed(anOutgoingMessage(aConversation({ platform })), CLAIM, NOW);

    expect(advanced(message, someNews({ status: 'read' }))).toMatchObject({
      message: { status: 'read' },
      emits: events,
    });
  });

  it('has a reason for each failure', () => {
    const errorCodes = ['opted_out', null].map(
      (errorCode) => advanced(sending, someNews({ status: 'failed', errorCode }))?.message.errorCode,
    );

    expect(errorCodes).toEqual(['opted_out', 'failed']);
  });

  it('records an acceptance after the failure once, and stays failed', () => {
    const failed = advanced(sending, someNews({ status: 'failed', at: secondsAfterNow(5) }))?.message;
    const late = advanced(failed ?? sending, someNews({ status: 'sent', at: LATER }));

    expect(late).toEqual({
      message: { ...failed, sentAt: LATER, revision: 4 },
      emits: ['salesbot.message.sent'],
    });
    expect(advanced(late?.message ?? sending, someNews({ status: 'sent' }))).toBeUndefined();
  });

  it('fails for a message that nobody has claimed, and for a message from a contact', () => {
    expect(() => advanced(anOutgoingMessage(), someNews())).toThrow('no transition from queued');
    expect(() => stateOf(anIncomingMessage())).toThrow('is from a contact');
  });
});
