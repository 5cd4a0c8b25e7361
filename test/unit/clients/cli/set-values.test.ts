import { describe, expect, it } from 'vitest';
import { setValues } from '#clients/cli/feed/set-values.ts';
import { HOST, json, respondWith, runFake } from '#test/support/fakes/clients/fake-outside.ts';

const SAMPLE = { data: { contact: { name: 'Ada', tags: ['a', 'b'] }, order: { total: '129.90', count: 1 } } };
const ROOTS = ['data', 'channel'];

describe('--set', () => {
  it.each<[string, unknown]>([
    ['data.contact.name=Grace', { contact: { name: 'Grace' } }],
    ['data.contact.name="Grace"', { contact: { name: 'Grace' } }],
    ['data.contact.name=', { contact: { name: '' } }],
    ['data.contact.name=a=b', { contact: { name: 'a=b' } }],
    ['data.contact.name=null', { contact: { name: null } }],
    // The sample has a text here, so a number is a text as well.
    ['data.order.total=12.50', { order: { total: '12.50' } }],
    ['data.order.count=2', { order: { count: 2 } }],
    ['data.contact.tags=[]', { contact: { tags: [] } }],
    ['data.contact.tags.1=c', { contact: { tags: ['a', 'c'] } }],
    ['data.contact.tags.2=c', { contact: { tags: ['a', 'b', 'c'] } }],
    ['data.broadcast.name=x', { broadcast: { name: 'x' } }],
    ['data.contact={"id":"1"}', { contact: { id: '1' } }],
  ])('%s changes the sample', (set, expected) => {
    expect(setValues(SAMPLE, [set], ROOTS)['data']).toMatchObject(expected as object);
    expect(SAMPLE.data.contact.name).toBe('Ada');
  });

  it('applies one after another, and sets other members', () => {
    const sets = ['data.contact={}', 'data.contact.id=7', 'channel=sms'];
    expect(setValues(SAMPLE, sets, ROOTS)).toEqual({
      channel: 'sms',
      data: { contact: { id: 7 }, order: SAMPLE.data.order },
    });
  });

  it.each([
    'data.__proto__.polluted=1',
    'data.constructor.prototype.polluted=1',
    'data.contact.prototype=1',
    '__proto__.polluted=1',
    'constructor=1',
    'event=x',
    'data..name=x',
    'data',
    '=x',
    'data.contact.name.first=x',
    'data.contact.tags.4=x',
    'data.contact.tags.-1=x',
    'data.contact.tags.length=0',
  ])('%s is rejected', (set) => {
    expect(() => setValues(SAMPLE, [set], ROOTS)).toThrow(/--set/u);
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
  });

  it('treats inherited names as missing', () => {
    const changed = setValues(SAMPLE, ['data.toString.name=x'], ROOTS);

    expect(Object.hasOwn(changed['data'] as object, 'toString')).toBe(true);
    expect('name' in Object.prototype.toString && Object.prototype.toString.name).toBe('toString');
  });
});

describe('trigger', () => {
  const catalogue = [
    { event: 'salesbot.store.order_paid', description: 'An order is paid.', sample: SAMPLE },
    { event: 'publishing.post.published', description: 'A post is published.', sample: SAMPLE },
  ];
  const send = respondWith({
    'GET /api/v1/workspace-webhooks/events': { data: catalogue },
    'POST /api/v1/salesbot/events': () => json({ data: { id: 'event1', matched_endpoints: 2 } }, 202),
    'POST /api/v1/workspace-webhooks/e1/test': () => json({ data: { id: 'd1', event_id: 'event2' } }, 202),
  });

  it('ingests the sample with the changes, and prints the id', async () => {
    const args = ['trigger', 'salesbot.store.order_paid', '--set', 'data.order.total=1.00'];
    const { exitCode, output, requests } = await runFake(args, { send });

    expect(exitCode).toBe(0);
    expect(output()).toContain('event1');
    const sent = requests.find(({ method }) => method === 'POST');
    expect(JSON.parse(sent?.body?.toString() ?? '')).toEqual({
      event: 'salesbot.store.order_paid',
      data: { ...SAMPLE.data, order: { total: '1.00', count: 1 } },
    });
    expect(sent?.headers['idempotency-key']).toBe('00000000-0000-4000-8000-000000000001');
  });

  it('says what to do instead for an event that only the platform causes', async () => {
    const { exitCode, messages, requests } = await runFake(['trigger', 'publishing.post.published'], {
      send,
    });

    expect(exitCode).toBe(2);
    expect(messages()).toContain('trigger publishing.post.published --endpoint <id>');
    expect(requests.every(({ method }) => method === 'GET')).toBe(true);
  });

  it('sends a test event to an endpoint', async () => {
    const args = ['trigger', 'publishing.post.published', '--endpoint', 'e1', '--json'];
    const { exitCode, output, requests } = await runFake(args, { send });

    expect([exitCode, JSON.parse(output()).data.id]).toEqual([0, 'd1']);
    expect(requests.at(-1)?.body?.toString()).toBe('{"event":"publishing.post.published"}');
  });

  it('says how to repeat a request without a response', async () => {
    const lost = (request: Parameters<typeof send>[0]) => {
      if (request.method === 'POST') throw new Error('socket hang up');
      return send(request);
    };
    const { exitCode, messages } = await runFake(['trigger', 'salesbot.store.order_paid'], { send: lost });

    expect(exitCode).toBe(4);
    expect(messages()).toContain(`${HOST} is not reachable: socket hang up`);
    expect(messages()).toContain('--idempotency-key 00000000-0000-4000-8000-000000000001');
  });
});
