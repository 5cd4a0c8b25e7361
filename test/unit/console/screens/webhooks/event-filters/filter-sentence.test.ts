import { describe, expect, it } from 'vitest';
import { sentenceOf } from '#console/screens/webhooks/event-filters/filter-sentence.ts';

describe('the sentence of a filter', () => {
  it.each([
    [
      { 'order.total': { $gte: '100' }, 'contact.tags': { $in: ['vip', 'press'] } },
      'order.total ≥ 100 and contact.tags is one of vip, press',
    ],
    [{ 'contact.stage': { $ne: 'lead' } }, 'contact.stage is not lead'],
    [{ 'contact.email': { $exists: false } }, 'contact.email has no value'],
    [{ 'contact.email': { $exists: true } }, 'contact.email has a value'],
    [{ 'message.text': { $startsWith: 'Re: ' } }, 'message.text starts with “Re: ”'],
    [{ 'contact.tags': { $nin: ['a, b', 'c'] } }, 'contact.tags is none of “a, b”, c'],
    [{ status: { $gt: 1, $lte: 3 } }, 'status > 1 and status ≤ 3'],
  ])('of %j', (filter, sentence) => {
    expect(sentenceOf(filter)).toBe(sentence);
  });

  it('is JSON for a filter that is not a list of conditions', () => {
    const filter = { $or: [{ a: { $eq: '1' } }, { b: { $eq: '2' } }] };

    expect(sentenceOf(filter)).toBe(JSON.stringify(filter));
  });
});
