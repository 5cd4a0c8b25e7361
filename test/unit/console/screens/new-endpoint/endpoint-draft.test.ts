import { describe, expect, it } from 'vitest';
import { missingFrom, toggled } from '#console/screens/new-endpoint/endpoint-draft.ts';

const paid = 'salesbot.store.order_paid';
const received = 'salesbot.message.received';
const on = (event: string, channel: 'all' | 'sms' | 'whatsapp' = 'all') => ({ event, channel });

describe('toggled', () => {
  it('adds a subscription at the end, because the first one decides the test event', () => {
    expect(toggled([on(paid)], on(received))).toEqual([on(paid), on(received)]);
  });

  it('removes a subscription that is chosen', () => {
    expect(toggled([on(paid), on(received)], on(paid))).toEqual([on(received)]);
  });

  it('replaces all channels by a single one', () => {
    expect(toggled([on(received), on(paid)], on(received, 'sms'))).toEqual([on(paid), on(received, 'sms')]);
  });

  it('adds a second single channel', () => {
    expect(toggled([on(received, 'sms')], on(received, 'whatsapp'))).toEqual([
      on(received, 'sms'),
      on(received, 'whatsapp'),
    ]);
  });

  it('replaces single channels by all', () => {
    expect(toggled([on(received, 'sms'), on(received, 'whatsapp')], on(received))).toEqual([on(received)]);
  });
});

describe('missingFrom', () => {
  it('names subscriptions that the other list does not have', () => {
    expect(missingFrom([on(received)], [on(received, 'sms'), on(received)])).toEqual([on(received, 'sms')]);
  });

  it('ignores the order', () => {
    expect(missingFrom([on(paid), on(received)], [on(received), on(paid)])).toEqual([]);
  });
});
