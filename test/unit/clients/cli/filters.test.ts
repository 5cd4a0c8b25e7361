import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readFilters, withFilters } from '#clients/cli/feed/filters.ts';
import { endpoint } from '#shared/api-docs/webhook-examples.ts';
import {
  fakeEndpoints,
  FILTER,
  MESSAGE_RECEIVED,
  ORDER_PAID,
  WRONG_FILTER,
} from '#test/support/fakes/clients/fake-endpoints.ts';
import { runFake } from '#test/support/fakes/clients/fake-outside.ts';
import { runs } from '#test/support/fixtures/platform/depth.ts';

const WHATSAPP = `${MESSAGE_RECEIVED}:whatsapp`;
const ARGS = ['--url', 'https://hooks.example.com/', '--events', `${WHATSAPP},${ORDER_PAID}`];
const EFFECT = {
  events_read: 500,
  events_matched: 132,
  oldest_at: '2026-11-20T09:00:00.000Z',
  newest_at: '2026-11-27T10:00:00.000Z',
  complete: true,
  events: [],
};

describe.each(['create', 'preview'])('endpoints %s', (command) => {
  const run = (given: readonly string[], api = fakeEndpoints(), files: Record<string, string> = {}) =>
    runFake(['endpoints', command, ...ARGS, ...given], {
      send: api.send,
      files: new Map(Object.entries(files)),
    });

  it('sends the filters of the options and of the file with their subscriptions', async () => {
    const api = fakeEndpoints();
    const text = { 'message.text': { $startsWith: 'a=b,c' } };
    const files = { 'filters.json': JSON.stringify({ [ORDER_PAID]: FILTER }) };
    const given = ['--filter', `${WHATSAPP}=${JSON.stringify(text)}`, '--filters-file', 'filters.json'];
    const { exitCode } = await run(given, api, files);

    expect(exitCode).toBe(0);
    expect(api.sent[0]?.body['subscriptions']).toEqual([
      { event: MESSAGE_RECEIVED, channel: 'whatsapp', filter: text },
      { event: ORDER_PAID, filter: FILTER },
    ]);
  });

  it('sends no field without filters', async () => {
    const api = fakeEndpoints();
    await run([], api);

    expect(api.sent[0]?.body['subscriptions']).toEqual([
      { event: MESSAGE_RECEIVED, channel: 'whatsapp' },
      { event: ORDER_PAID },
    ]);
  });

  const json = JSON.stringify(FILTER);
  it.each([
    ['that is not JSON', [`${ORDER_PAID}={"a":${'x'.repeat(500)}`], '--filter number 1 is not a JSON object'],
    ['that is an array', [`${WHATSAPP}={}`, `${ORDER_PAID}=[]`], '--filter number 2 is not a JSON object'],
    ['that is null', [`${ORDER_PAID}=null`], '--filter number 1 is not a JSON object'],
    ['without an event', [json], '--filter number 1 does not have the form'],
    ['with an empty event', [`=${json}`], '--filter number 1 does not have the form'],
    [
      'of another event',
      [`salesbot.store.order_pad=${json}`],
      `--filter number 1 is for salesbot.store.order_pad, which is not in --events. Did you mean "${ORDER_PAID}"?`,
    ],
    [
      'of another channel',
      [`${MESSAGE_RECEIVED}=${json}`],
      `is for ${MESSAGE_RECEIVED}, which is not in --events`,
    ],
    ['whose event is long', [`${'y'.repeat(500)}=${json}`], `${'y'.repeat(60)}…, which is not in --events`],
    [
      'that is the second filter of its subscription',
      [`${ORDER_PAID}=${json}`, `${ORDER_PAID}={}`],
      `--filter number 2 is the second filter for ${ORDER_PAID}. Combine both with $or.`,
    ],
  ])('rejects a filter %s, and does not repeat long input', async (_case, filters, message) => {
    const api = fakeEndpoints();
    const { exitCode, messages } = await run(
      filters.flatMap((each) => ['--filter', each]),
      api,
    );

    expect([exitCode, api.sent]).toEqual([2, []]);
    expect(messages()).toContain(message);
    expect(messages()).not.toMatch(/[xy]{70}/u);
  });

  it.each([
    ['that does not exist', {}, 'There is no file filters.json.'],
    ['that is not JSON', { 'filters.json': '{' }, '--filters-file is not a JSON object'],
    ['that is an array', { 'filters.json': '[{}]' }, '--filters-file is not a JSON object'],
    [
      'with a filter that is a text',
      { 'filters.json': JSON.stringify({ [WHATSAPP]: {}, [ORDER_PAID]: '{}' }) },
      'Filter number 2 of --filters-file is not a JSON object',
    ],
    [
      'with a filter of another event',
      { 'filters.json': '{"__proto__":{}}' },
      'Filter number 1 of --filters-file is for __proto__, which is not in --events',
    ],
  ])('rejects a file %s', async (_case, files, message) => {
    const api = fakeEndpoints();
    const { exitCode, messages } = await run(['--filters-file', 'filters.json'], api, files);

    expect([exitCode, api.sent]).toEqual([2, []]);
    expect(messages()).toContain(message);
  });

  it('names the event and the path of a filter that the API rejects', async () => {
    const { exitCode, messages } = await run(
      [],
      fakeEndpoints({ problem: { body: WRONG_FILTER, status: 422 } }),
    );

    expect(exitCode).toBe(1);
    expect(messages()).toContain(`  the filter of ${ORDER_PAID}, order.total/$gte: Send a value.\n`);
    expect(messages()).toContain(`  the filter of ${ORDER_PAID}: Too large.\n`);
    expect(messages()).toContain(`  channel of the subscription ${WHATSAPP}: Use another.\n`);
    expect(messages()).toContain('  #/subscriptions/9/filter/a~1b: Unknown.\n');
    expect(messages()).toContain(`  the filter of ${ORDER_PAID}, %: Not encoded.\n`);
    expect(messages()).toContain('  #/others/1/filter: Another list.\n');
    expect(messages()).toContain('  #/url: Use https.\n');
  });
});

describe('a filter of the options', () => {
  it('arrives as it was written, whatever its names and values are', async () => {
    const files = { read: async () => undefined, remove: async () => false, writePrivately: async () => {} };
    await fc.assert(
      fc.asyncProperty(fc.dictionary(fc.string(), fc.jsonValue()), async (filter) => {
        const text = JSON.stringify(filter);
        const given = { filter: [`${ORDER_PAID}=${text}`], 'filters-file': undefined };
        const filters = await readFilters({ files }, given);
        const [sent] = withFilters([{ event: ORDER_PAID }], filters);

        expect(JSON.stringify(sent?.filter)).toBe(text);
      }),
      { numRuns: runs(200) },
    );
  });
});

describe('endpoints preview', () => {
  const effectOf = async (effect: typeof EFFECT | null) => {
    const { output } = await runFake(['endpoints', 'preview', ...ARGS], fakeEndpoints({ effect }));
    return /filter effect\s+(.*)\n/u.exec(output())?.[1];
  };
  const nothing = { ...EFFECT, events_read: 0, events_matched: 0 };

  it.each([
    ['how many events match', EFFECT, '132 of the newest 500 events match (2026-11-20 … 2026-11-27)'],
    [
      'that one event of one day matches',
      { ...EFFECT, events_read: 1, events_matched: 1, oldest_at: EFFECT.newest_at },
      '1 of the newest 1 event matches (2026-11-27)',
    ],
    [
      'that no event matches',
      { ...EFFECT, events_matched: 0 },
      'none of the newest 500 events matches (2026-11-20 … 2026-11-27)',
    ],
    [
      'that older events were not compared',
      { ...EFFECT, events_read: 80, events_matched: 12, complete: false },
      '12 of the newest 80 events match (2026-11-20 … 2026-11-27); incomplete: the comparison ended early, so older events were not compared',
    ],
    ['that there are no events', nothing, 'no recent events to compare the filters with'],
    [
      'that no event was compared in time',
      { ...nothing, complete: false },
      'incomplete: the comparison ended early, before it found an event',
    ],
    ['nothing without a filter', null, undefined],
  ])('says %s', async (_case, effect, text) => {
    expect(await effectOf(effect)).toBe(text);
  });
});

describe('endpoints show', () => {
  it('prints filters, names of headers, and the public keys of asymmetric signatures', async () => {
    const [key] = endpoint.public_keys;
    const old = { id: 'o', public_key: 'whpk_old', expires_at: '2027-03-15T09:00:00.000Z' };
    const api = fakeEndpoints({
      stored: {
        public_keys: [...endpoint.public_keys, old],
        subscriptions: [
          { event: ORDER_PAID, channel: 'all', filter: FILTER },
          { event: MESSAGE_RECEIVED, channel: 'whatsapp', filter: { 'contact.name': { $eq: '\u001b[2J' } } },
          { event: MESSAGE_RECEIVED, channel: 'sms', filter: null },
        ],
      },
    });
    const { output } = await runFake(['endpoints', 'show', endpoint.id], api);

    expect(output()).toMatch(/headers +X-Api-Key\n/u);
    expect(output()).toContain(`${ORDER_PAID}  `);
    expect(output()).toMatch(/salesbot\.store\.order_paid +\{"order\.total":\{"\$gte":"100"\}\}\n/u);
    expect(output()).toMatch(
      /salesbot\.message\.received:whatsapp +\{"contact\.name":\{"\$eq":"\\u001b\[2J"\}\}\n/u,
    );
    expect(output()).toContain(`${key?.public_key} whpk_old (old, until 2027-03-15T09:00:00.000Z)\n`);
    expect(output()).toContain(`${endpoint.jwks_url}\n`);
  });

  it('prints nothing about what the endpoint does not have', async () => {
    const stored = {
      subscriptions: [{ event: ORDER_PAID, channel: 'all' as const, filter: null }],
      asymmetric_signatures: false,
      public_keys: [],
      jwks_url: null,
    };
    const { output } = await runFake(['endpoints', 'show', endpoint.id], fakeEndpoints({ stored }));

    expect(output()).not.toMatch(/FILTER|JWKS|public key/u);
  });
});
