import { describe, expect, it } from 'vitest';
import { endpoint } from '#shared/api-docs/webhook-examples.ts';
import {
  fakeEndpoints,
  FILTER,
  MESSAGE_RECEIVED,
  ORDER_PAID,
  WRONG_FILTER,
} from '#test/support/fakes/clients/fake-endpoints.ts';
import { type FakeOptions, runFake } from '#test/support/fakes/clients/fake-outside.ts';

const WHATSAPP = `${MESSAGE_RECEIVED}:whatsapp`;
const OTHER = { 'order.currency': { $eq: 'EUR' } };
const MESSAGES = { event: MESSAGE_RECEIVED, channel: 'whatsapp', filter: null } as const;
const ORDERS = { event: ORDER_PAID, channel: 'all', filter: FILTER } as const;
const stored = { subscriptions: [MESSAGES, ORDERS] };

function update(given: readonly string[], api = fakeEndpoints({ stored }), options: FakeOptions = {}) {
  return runFake(['endpoints', 'update', endpoint.id, ...given], { ...options, send: api.send });
}

/** The fields that the command sends, with `--yes`. */
async function sentBy(given: readonly string[], options: FakeOptions = {}) {
  const api = fakeEndpoints({ stored });
  const result = await update([...given, '--yes'], api, options);
  expect([result.exitCode, result.messages()]).toEqual([0, expect.any(String)]);
  return { ...result, ...api.sent[0] };
}

describe('endpoints update', () => {
  it.each([
    [['--name', 'Desk'], { name: 'Desk' }],
    [['--description', ''], { description: '' }],
    [['--url', 'https://other.example.com/'], { url: 'https://other.example.com/' }],
    [['--request-header', 'A: b'], { headers: { A: 'b' } }],
    [['--remove-request-headers'], { headers: null }],
    [['--asymmetric'], { asymmetric_signatures: true }],
    [['--no-asymmetric'], { asymmetric_signatures: false }],
  ])('with %j sends these fields alone, for the revision that it has read', async (given, body) => {
    const sent = await sentBy(given);

    expect([sent.body, sent.ifMatch]).toEqual([body, '"7"']);
  });

  it.each([
    [
      'changes the filter of a stored subscription',
      ['--filter', `${ORDER_PAID}=${JSON.stringify(OTHER)}`],
      [MESSAGES, { ...ORDERS, filter: OTHER }],
    ],
    [
      'adds a filter and keeps the others',
      ['--filter', `${WHATSAPP}={"a":{}}`],
      [{ ...MESSAGES, filter: { a: {} } }, ORDERS],
    ],
    [
      'removes a filter',
      ['--remove-filter', `${WHATSAPP},${ORDER_PAID}`],
      [MESSAGES, { ...ORDERS, filter: null }],
    ],
    [
      'replaces the events, and keeps the filters of those that stay',
      ['--events', `${MESSAGE_RECEIVED}:sms,${ORDER_PAID}`],
      [
        { ...MESSAGES, channel: 'sms' },
        { event: ORDER_PAID, filter: FILTER },
      ],
    ],
    [
      'removes a filter of an event that stays',
      ['--events', ORDER_PAID, '--remove-filter', ORDER_PAID],
      [{ event: ORDER_PAID, filter: null }],
    ],
    [
      'changes the filter of an event that is new',
      ['--events', MESSAGE_RECEIVED, '--filter', `${MESSAGE_RECEIVED}={"a":{}}`],
      [{ event: MESSAGE_RECEIVED, filter: { a: {} } }],
    ],
  ])('%s', async (_case, given, subscriptions) => {
    const { body, ifMatch } = await sentBy(given);

    expect([body, ifMatch]).toEqual([{ subscriptions }, '"7"']);
  });

  it('reads filters from a file', async () => {
    const files = new Map([['f.json', JSON.stringify({ [ORDER_PAID]: OTHER })]]);
    const { body } = await sentBy(['--filters-file', 'f.json'], { files });

    expect(body).toEqual({ subscriptions: [MESSAGES, { ...ORDERS, filter: OTHER }] });
  });

  it.each([
    ['nothing to change', [], 'Nothing to change'],
    [
      'a filter of another event',
      ['--filter', `${MESSAGE_RECEIVED}={}`],
      `${MESSAGE_RECEIVED}, which is not a subscription of the endpoint. Did you mean "${WHATSAPP}"?`,
    ],
    [
      'a filter to remove of another event',
      ['--remove-filter', 'x'],
      '--remove-filter is for x, which is not a subscription of the endpoint',
    ],
    [
      'a filter that is not in the new events',
      ['--events', ORDER_PAID, '--remove-filter', WHATSAPP],
      `${WHATSAPP}, which is not in --events`,
    ],
    [
      'a filter that is changed and removed',
      ['--filter', `${ORDER_PAID}={}`, '--remove-filter', ORDER_PAID],
      'changes a filter that --remove-filter removes',
    ],
    [
      'new headers and their removal',
      ['--request-header', 'A: s3cret', '--remove-request-headers'],
      'not both',
    ],
    ['both kinds of signatures', ['--asymmetric', '--no-asymmetric'], 'not both'],
    ['an unknown event', ['--events', 'salesbot.x'], 'There is no event "salesbot.x".'],
  ])('rejects %s', async (_case, given, message) => {
    const api = fakeEndpoints({ stored });
    const { exitCode, seen } = await update([...given, '--yes'], api);

    expect([exitCode, api.sent]).toEqual([2, []]);
    expect(seen()).toContain(message);
    expect(seen()).not.toContain('s3cret');
  });

  const change = ['--filter', `${ORDER_PAID}=${JSON.stringify(OTHER)}`];
  const CANCEL = 'Change the endpoint, and cancel its pending deliveries? [y/N] ';

  it.each([
    ['a changed filter', change, CANCEL],
    ['a removed filter', ['--remove-filter', ORDER_PAID], CANCEL],
    ['other events', ['--events', ORDER_PAID], CANCEL],
    ['another URL', ['--url', 'https://other.example.com/'], CANCEL],
    [
      'the end of asymmetric signatures',
      ['--no-asymmetric'],
      'Change the endpoint, and delete its key pair? [y/N] ',
    ],
    [
      'both',
      [...change, '--no-asymmetric'],
      'Change the endpoint, and cancel its pending deliveries and delete its key pair? [y/N] ',
    ],
  ])('asks before %s, and changes nothing without a yes', async (_case, given, question) => {
    const api = fakeEndpoints({ stored });
    const declined = await update(given, api, { typed: ['n'] });

    expect([declined.exitCode, declined.questions, api.sent]).toEqual([130, [question], []]);
    expect((await update(given, api)).exitCode).toBe(2);
    expect(api.sent).toEqual([]);
    expect((await update(given, api, { typed: ['y'] })).exitCode).toBe(0);
    expect(api.sent).toHaveLength(1);
  });

  it.each([
    ['a name and headers', ['--name', 'Desk', '--request-header', 'A: b']],
    ['the URL that the endpoint has', ['--url', endpoint.url]],
    ['the events that the endpoint has, in another order', ['--events', `${ORDER_PAID},${WHATSAPP}`]],
    ['the filter that the endpoint has', ['--filter', `${ORDER_PAID}=${JSON.stringify(FILTER)}`]],
    ['asymmetric signatures', ['--asymmetric']],
  ])('does not ask before %s, which cancels nothing', async (_case, given) => {
    const { exitCode, messages } = await update(given);

    expect([exitCode, messages()]).toEqual([0, '']);
  });

  it('does not ask for a paused endpoint, which has no pending deliveries', async () => {
    const paused = fakeEndpoints({ stored: { ...stored, state: 'paused', enabled: false } });
    const { exitCode, messages } = await update(change, paused);

    expect([exitCode, messages()]).toEqual([0, '']);
  });

  it('does not ask before the end of asymmetric signatures that the endpoint does not have', async () => {
    const { exitCode } = await update(
      ['--no-asymmetric'],
      fakeEndpoints({ stored: { asymmetric_signatures: false, public_keys: [], jwks_url: null } }),
    );

    expect(exitCode).toBe(0);
  });

  it('says that pending deliveries were cancelled, and how to send them', async () => {
    const { messages } = await sentBy(change);

    expect(messages()).toContain('The pending deliveries are cancelled.');
    expect(messages()).toContain(`recover ${endpoint.id} --states cancelled --since 2h`);
  });

  it('names the event and the path of a filter that the API rejects', async () => {
    const api = fakeEndpoints({ stored, problem: { body: WRONG_FILTER, status: 422 } });
    const { exitCode, messages } = await update([...change, '--yes'], api);

    expect(exitCode).toBe(1);
    expect(messages()).toContain(`the filter of ${ORDER_PAID}, order.total/$gte: Send a value.`);
  });

  it('fails without the revision of the endpoint, and changes nothing', async () => {
    const api = fakeEndpoints({ stored });
    const { exitCode, messages } = await runFake(['endpoints', 'update', endpoint.id, '--name', 'x'], {
      async send(request) {
        const { headers, ...response } = await api.send(request);
        return { ...response, headers: { 'content-type': headers['content-type'] ?? '' } };
      },
    });

    expect([exitCode, api.sent]).toEqual([1, []]);
    expect(messages()).toContain('no ETag');
  });
});
