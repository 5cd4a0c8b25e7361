import { describe, expect, it } from 'vitest';
import { type EventName, findEvent } from '#shared/events/catalogue/event-catalogue.ts';
import {
  MalformedSubscriptionSetError,
  decodeSubscriptions,
  encodeSubscriptionList,
  encodeSubscriptions,
  isSubscribed,
  subscribedProducts,
} from '#shared/events/subscriptions/subscription-set.ts';
import type { Subscription } from '#shared/events/subscriptions/subscription.ts';

const LIST: Subscription[] = [
  { event: 'publishing.post.published', channel: 'all' },
  { event: 'salesbot.message.sent', channel: 'sms' },
  { event: 'salesbot.message.sent', channel: 'whatsapp' },
];

function eventNamed(name: EventName) {
  const event = findEvent(name);
  if (event === undefined) throw new Error(`unknown event ${name}`);
  return event;
}

describe('encodeSubscriptions', () => {
  it('writes three characters per event, in the order of the codes', () => {
    expect(encodeSubscriptions(LIST)).toBe('m2Sp5B');
    expect(encodeSubscriptions([])).toBe('');
  });

  it('encodes equal sets equally', () => {
    expect(encodeSubscriptions([...LIST, ...LIST].toReversed())).toBe(encodeSubscriptions(LIST));
  });
});

describe('encodeSubscriptionList', () => {
  it('keeps the order, also of two channels of an event around another event', () => {
    const [published, sms, whatsapp] = LIST;
    const list = [sms, published, whatsapp].filter((each) => each !== undefined);

    expect(decodeSubscriptions(encodeSubscriptionList(list))).toEqual(list);
    expect(encodeSubscriptions(decodeSubscriptions(encodeSubscriptionList(list)))).toBe(
      encodeSubscriptions(LIST),
    );
  });
});

describe('decodeSubscriptions', () => {
  it('decodes what was encoded, by code and channel', () => {
    expect(decodeSubscriptions('m2Sp5B')).toEqual([
      { event: 'salesbot.message.sent', channel: 'whatsapp' },
      { event: 'salesbot.message.sent', channel: 'sms' },
      { event: 'publishing.post.published', channel: 'all' },
    ]);
  });

  it('skips a code of a newer version', () => {
    expect(decodeSubscriptions('m2Szz_')).toHaveLength(2);
  });

  it.each(['m2', 'm2S!', 'M2S', 'm2Sp5', 'm2='])('throws for the damaged string %j', (text) => {
    expect(() => decodeSubscriptions(text)).toThrow(MalformedSubscriptionSetError);
  });
});

describe('isSubscribed', () => {
  const sent = eventNamed('salesbot.message.sent');
  const published = eventNamed('publishing.post.published');
  const text = encodeSubscriptions(LIST);

  it('matches a single channel only on that channel', () => {
    expect(isSubscribed(text, sent, 'sms')).toBe(true);
    expect(isSubscribed(text, sent, 'facebook')).toBe(false);
    expect(isSubscribed(text, sent, undefined)).toBe(false);
  });

  it('always matches `all`', () => {
    expect(isSubscribed(text, published, undefined)).toBe(true);
    expect(isSubscribed(encodeSubscriptions([{ event: sent.name, channel: 'all' }]), sent, 'tiktok')).toBe(
      true,
    );
  });

  it('matches no other event, even if a code could be read across two triples', () => {
    expect(isSubscribed(text, eventNamed('salesbot.contact.created'), 'sms')).toBe(false);
    expect(isSubscribed('', sent, 'sms')).toBe(false);
    // "a2c" + "1…" would contain the code of contact.created if triples were ignored.
    expect(isSubscribed('a2c1zB', eventNamed('salesbot.contact.created'), undefined)).toBe(false);
  });
});

describe('subscribedProducts', () => {
  it('lists each product once', () => {
    expect(subscribedProducts(LIST)).toEqual(['publishing', 'salesbot']);
    expect(subscribedProducts(LIST.slice(1))).toEqual(['salesbot']);
    expect(subscribedProducts([])).toEqual([]);
  });
});
