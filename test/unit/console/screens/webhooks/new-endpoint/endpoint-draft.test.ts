import { describe, expect, it } from 'vitest';
import type { FilterDraft } from '#console/screens/webhooks/event-filters/filter-draft.ts';
import {
  changesOf,
  createBody,
  EMPTY_DRAFT,
  missingFrom,
  previewable,
  previewBody,
  problemOf,
  refiltered,
  requested,
  toggled,
} from '#console/screens/webhooks/new-endpoint/endpoint-draft.ts';

const paid = 'salesbot.store.order_paid';
const received = 'salesbot.message.received';
const on = (event: string, channel: 'all' | 'sms' | 'whatsapp' = 'all') => ({
  event,
  channel,
  filter: null as FilterDraft | null,
});
const vip: FilterDraft = {
  conditions: [{ path: 'contact.stage', operator: '$eq', type: 'string', value: 'vip' }],
  text: undefined,
};
const broken: FilterDraft = { conditions: [], text: '{' };

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

  it('keeps the filter of the channels that it replaces, if they have the same one', () => {
    const filtered = { ...on(received), filter: vip };
    const both = [
      { ...on(received, 'sms'), filter: vip },
      { ...on(received, 'whatsapp'), filter: { ...vip, text: '{"contact.stage":{"$eq":"vip"}}' } },
    ];

    expect(toggled([filtered], on(received, 'sms'))).toEqual([{ ...on(received, 'sms'), filter: vip }]);
    expect(toggled(both, on(received))).toEqual([filtered]);
    expect(toggled([both[0] ?? filtered, on(received, 'whatsapp')], on(received))).toEqual([on(received)]);
    expect(toggled([filtered], on(paid))).toEqual([filtered, on(paid)]);
  });
});

describe('filters in a draft', () => {
  const draft = (filter: FilterDraft | null) => ({
    ...EMPTY_DRAFT,
    subscriptions: [{ ...on(paid), filter }],
  });

  it('are sent as the API has them', () => {
    expect(requested([on(paid), { ...on(received), filter: vip }])).toEqual([
      { event: paid, channel: 'all' },
      { event: received, channel: 'all', filter: { 'contact.stage': { $eq: 'vip' } } },
    ]);
  });

  it('are a change only if they mean something else', () => {
    const rewritten = { conditions: [], text: '{ "contact.stage": { "$eq": "vip" } }' };

    expect(changesOf(draft(vip), draft(rewritten))).toEqual({});
    expect(changesOf(draft(vip), draft(null))).toEqual({ subscriptions: [{ event: paid, channel: 'all' }] });
    expect(refiltered(draft(vip).subscriptions, draft(rewritten).subscriptions)).toEqual([]);
    expect(refiltered(draft(null).subscriptions, draft(vip).subscriptions)).toEqual([
      { event: paid, channel: 'all', filter: { 'contact.stage': { $eq: 'vip' } } },
    ]);
  });

  it('are a problem if they are no JSON', () => {
    expect(problemOf(draft(broken))).toContain(paid);
    expect(problemOf(draft(vip))).toBeUndefined();
    expect(problemOf(draft(null))).toBeUndefined();
  });

  it('are previewed without what is not finished', () => {
    const unfinished = { ...vip, conditions: [...vip.conditions, { ...vip.conditions[0], value: '' }] };

    expect(previewable(draft(broken).subscriptions)).toEqual([on(paid)]);
    expect(previewable(draft(unfinished as FilterDraft).subscriptions)).toEqual(draft(vip).subscriptions);
  });
});

describe('requests', () => {
  const draft = {
    ...EMPTY_DRAFT,
    name: 'One',
    url: 'https://a.example/',
    subscriptions: [on(paid)],
    headers: [{ name: 'X-Api-Key', value: 'secret' }],
    isAsymmetric: true,
  };
  const subscriptions = [{ event: paid, channel: 'all' }];

  it('create an endpoint with headers and a key pair', () => {
    expect(createBody(draft)).toEqual({
      name: 'One',
      url: 'https://a.example/',
      subscriptions,
      headers: { 'X-Api-Key': 'secret' },
      asymmetric_signatures: true,
    });
    expect(Object.keys(createBody({ ...draft, headers: null, isAsymmetric: false }))).toEqual([
      'name',
      'url',
      'subscriptions',
    ]);
  });

  it('preview them without a value', () => {
    expect(previewBody(draft)).toEqual({
      url: 'https://a.example/',
      subscriptions,
      headers: { 'X-Api-Key': '(your value)' },
      asymmetric_signatures: true,
    });
  });

  it('change only what differs', () => {
    const saved = { ...draft, headers: null, headerNames: ['X-Api-Key'] };

    expect(changesOf(saved, saved)).toEqual({});
    expect(changesOf(saved, { ...saved, headers: [], isAsymmetric: false })).toEqual({
      headers: null,
      asymmetric_signatures: false,
    });
    expect(changesOf(saved, { ...saved, headers: draft.headers })).toEqual({
      headers: { 'X-Api-Key': 'secret' },
    });
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
