import { describe, expect, it } from 'vitest';
import { createFilterNow } from '#shared/webhooks/domain/filter-now.ts';
import { anEvent } from '#test/support/builders/events/event-builders.ts';
import { NOW } from '#test/support/builders/platform/command-builders.ts';

const PAID = { event: 'salesbot.store.order_paid', channel: 'all' } as const;
const LARGE = { ...PAID, filter: { 'order.total': { $gte: '100' } } };

const withTotal = (total: string) => anEvent({ body: JSON.stringify({ data: { order: { total } } }) });

describe('createFilterNow', () => {
  it('compares the payload with the filters', () => {
    const isMatchedNow = createFilterNow([LARGE]);

    expect(isMatchedNow(withTotal('100.0'), NOW)).toBe(true);
    expect(isMatchedNow(withTotal('99'), NOW)).toBe(false);
  });

  it('cannot compare an erased payload', () => {
    expect(createFilterNow([LARGE])(anEvent({ body: '' }), NOW)).toBeUndefined();
  });

  it('reads no payload without a filter', () => {
    expect(createFilterNow([PAID])(anEvent({ body: 'no JSON' }), NOW)).toBe(true);
  });
});
