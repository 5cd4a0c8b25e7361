// Slow: it waits for contacts, webhooks and erasures, ten seconds; test/unit/functions/biolinks has the rules.
import { Agent, request } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { prepareGiven } from '#scripts/lib/samples/sample-givens.ts';
import { openRawTables } from '#scripts/lib/stack/raw-tables.ts';
import { editPage, publishPage } from '#test/support/fixtures/biolinks/published-pages.ts';
import { apiClient, type ApiClient } from '#test/support/fixtures/platform/api-client.ts';
import { type RunningStack, startStack } from '#test/support/fixtures/platform/stacks/running-stack.ts';
import { waitFor } from '#test/support/fixtures/platform/wait-for.ts';
import { expectStatus } from '#test/support/fixtures/webhooks/webhook-user.ts';

const CONTACTS = '/api/v1/salesbot/contacts';
const CONTACT = '/api/v1/salesbot/contacts/{contact}';
const SIGNUP = {
  type: 'signup',
  title: 'Newsletter',
  consent: 'Send me the newsletter.',
  thanks: 'Welcome!',
} as const;

type Fields = Record<string, string>;
type Sending = { readonly host?: string; readonly cookie?: string; readonly from?: string };

describe('sign-ups on a page', () => {
  // A stack of its own: the first sign-up creates the key of the counters.
  let stack: RunningStack;
  let api: ApiClient;
  const agents = new Map<string, Agent>();

  beforeAll(async () => {
    stack = await startStack();
    api = apiClient(stack.baseUrl, stack.apiKey);
  });

  afterAll(async () => {
    await Promise.all([...agents.values()].map((agent) => agent.close()));
    await stack?.discard();
  });

  /** The client of a visitor with this address. Each address of 127.0.0.0/8 is this machine. */
  function agentOf(from: string): Agent {
    const agent = agents.get(from) ?? new Agent({ localAddress: from });
    agents.set(from, agent);
    return agent;
  }

  async function visit(
    path: string,
    fields?: Fields,
    { host = new URL(stack.pagesUrl).host, cookie = '', from = '127.0.0.1' }: Sending = {},
  ) {
    const { statusCode, headers, body } = await request(`${stack.baseUrl}${path}`, {
      dispatcher: agentOf(from),
      method: fields ? 'POST' : 'GET',
      headers: {
        cookie,
        host,
        ...(fields ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
      },
      ...(fields ? { body: new URLSearchParams(fields).toString() } : {}),
    });
    return { status: statusCode, headers, text: await body.text() };
  }

  /** What a browser sends for the form of a page. */
  async function formOf(path: string, sending: Sending = {}) {
    const { text } = await visit(path, undefined, sending);
    const action = /action="(?<action>[^"]+\/subscribe\/[^"]+)"/u.exec(text)?.groups?.['action'] ?? '';
    const version = /name="version" value="(?<version>[^"]+)"/u.exec(text)?.groups?.['version'] ?? '';
    const send = (email: string, fields: Fields = {}, other: Sending = {}) =>
      visit(action, { email, consent: 'yes', version, website: '', ...fields }, { ...sending, ...other });
    return { action, version, send };
  }

  async function contactOf(email: string) {
    const params = { query: { email } };
    return expectStatus(await api.GET(CONTACTS, { params }), 200).body.data[0];
  }

  it('create a contact with its consent, its event and an audit entry of the platform', async () => {
    const page = await publishPage(api, 'signups', {}, [SIGNUP]);
    const { action, version, send } = await formOf('/signups');
    const sent = await send('Ada@Example.com', { name: 'Ada Moreau' });
    const block = action.split('/').at(-1);

    expect([sent.status, sent.headers['location']]).toEqual([
      303,
      `/signups?signed_up=${block}#signup-${block}`,
    ]);
    expect((await visit(`/signups?signed_up=${block}`)).text).toContain('Welcome!');
    expect((await visit(action)).headers['location']).toBe('/signups');
    const contact = await contactOf('ada@example.com');
    expect(contact).toMatchObject({
      name: 'Ada Moreau',
      email: 'Ada@Example.com',
      platform: 'biolink',
      consents: [
        {
          page_id: page,
          page_url: `${stack.pagesUrl}/signups`,
          block_id: block,
          text: SIGNUP.consent,
          version,
        },
      ],
    });
    await waitFor('the audit log has the contact', async () => {
      const { data } = expectStatus(
        await api.GET('/api/v1/audit-events', { params: { query: { operation: 'submit-signup' } } }),
        200,
      ).body;
      const entry = data.find(({ resource }) => resource.id === contact?.id);
      return entry?.actor.kind === 'system';
    });
    await waitFor('the event log has the event', async () => {
      const params = { query: { event: 'salesbot.contact.created' } } as const;
      const { data } = expectStatus(await api.GET('/api/v1/events', { params }), 200).body;
      return data.length === 1;
    });
  });

  it('get the same bytes for a known, an unknown and a trapped address', async () => {
    await publishPage(api, 'same', {}, [SIGNUP]);
    const { send } = await formOf('/same');
    const body = {
      name: 'Grace',
      email: 'known@example.com',
      stage: 'customer',
      opted_out: ['sms'],
    } as const;
    const known = expectStatus(await api.POST(CONTACTS, { body: { ...body, opted_out: ['sms'] } }), 201);
    const responses = [
      await send('known@example.com', { name: 'Mallory' }),
      await send('unknown@example.com'),
      await send('unknown@example.com'),
      await send('bot@example.com', { website: 'https://spam.example' }),
    ].map(({ status, headers, text }) => {
      const { date: _, 'x-request-id': __, 'apigw-requestid': ___, ...same } = headers;
      return JSON.stringify({ status, headers: same, text });
    });

    expect(new Set(responses)).toEqual(new Set([responses[0]]));
    const after = await contactOf('known@example.com');
    expect(after).toMatchObject({ name: 'Grace', stage: 'customer', opted_out: ['sms'], platform: null });
    expect(after?.revision).not.toBe(known.body.data.revision);
    expect(after?.consents).toHaveLength(1);
    expect((await contactOf('unknown@example.com'))?.consents).toHaveLength(1);
    expect(await contactOf('bot@example.com')).toBeUndefined();
  });

  it('with one address at the same time create one contact', async () => {
    await publishPage(api, 'race', {}, [SIGNUP]);
    const { send } = await formOf('/race');
    const sent = await Promise.all(
      Array.from({ length: 50 }, (_, n) => send('race@example.com', {}, { from: `127.0.1.${n + 1}` })),
    );

    expect(new Set(sent.map(({ status }) => status))).toEqual(new Set([303]));
    const params = { query: { platform: 'biolink', limit: 100 } } as const;
    const { data } = expectStatus(await api.GET(CONTACTS, { params }), 200).body;
    expect(data.filter(({ email }) => email === 'race@example.com')).toHaveLength(1);
    expect((await contactOf('race@example.com'))?.consents).toHaveLength(1);
  });

  it('are asked again after the owner has changed the text, and keep the text of each', async () => {
    const page = await publishPage(api, 'changed', {}, [SIGNUP]);
    const { action, send } = await formOf('/changed');
    expect((await send('texts@example.com')).status).toBe(303);
    const params = { path: { page, block: action.split('/').at(-1) ?? '' }, header: { 'If-Match': '*' } };
    const body = { consent: 'Send me everything.' };
    expectStatus(await api.PATCH('/api/v1/biolinks/pages/{page}/blocks/{block}', { params, body }), 200);
    const stale = await send('texts@example.com');
    expect([stale.status, stale.text.includes('Send me everything.')]).toEqual([409, true]);
    expect((await (await formOf('/changed')).send('texts@example.com')).status).toBe(303);

    expect((await contactOf('texts@example.com'))?.consents.map(({ text }) => text)).toEqual([
      'Send me the newsletter.',
      'Send me everything.',
    ]);
  });

  it('work on a domain of the workspace and behind its gates', async () => {
    const { domainId: domain = '', domainHost: host = '' } = await prepareGiven(stack, 'verified-domain');
    const settings = { protection: { password: 'open sesame', sensitive: true } };
    await publishPage(api, 'gated', { domain, settings }, [SIGNUP]);
    const cookieOf = async (path: string, fields: Fields) =>
      String((await visit(path, fields, { host })).headers['set-cookie']).split(';')[0];
    const cookie = [
      await cookieOf('/gated/unlock', { password: 'open sesame' }),
      await cookieOf('/gated/acknowledge', {}),
    ].join('; ');
    const { send } = await formOf('/gated', { host, cookie });
    const rejected = await send('gated@example.com', {}, { cookie: '' });
    expect(rejected.status).toBe(409);
    expect(await contactOf('gated@example.com')).toBeUndefined();
    expect((await send('gated@example.com')).headers['location']).toContain('signed_up=');

    expect((await contactOf('gated@example.com'))?.consents[0]?.page_url).toContain(host);
  });

  it('are limited for each visitor, and leave no address of a visitor in the tables', async () => {
    await publishPage(api, 'limited', {}, [SIGNUP]);
    const { send } = await formOf('/limited');
    const statuses: number[] = [];
    for (let n = 0; n < 120; n += 1)
      statuses.push(
        (await send(`many-${n}@example.com`, {}, { from: `127.0.2.${Math.floor(n / 20) + 1}` })).status,
      );
    const late = await send('late@example.com', {}, { from: '127.0.2.1' });

    expect(new Set(statuses)).toEqual(new Set([303]));
    expect(late.status).toBe(429);
    expect(Number(late.headers['retry-after'])).toBeGreaterThan(0);
    expect(late.text).toContain('late@example.com');
    const tables = openRawTables(stack);
    const stored = JSON.stringify(await tables.readAll());
    tables.close();
    expect(stored).toContain('many-119@example.com');
    expect(stored).not.toContain('127.0.2.');
  });

  it('are erased with their contact, whose address can sign up again', async () => {
    await publishPage(api, 'erased', {}, [SIGNUP]);
    const { send } = await formOf('/erased');
    await send('erased@example.com', {}, { from: '127.0.3.1' });
    const first = await contactOf('erased@example.com');
    const params = { path: { contact: first?.id ?? '' } };
    expectStatus(await api.DELETE(CONTACT, { params }), 204);
    const tables = openRawTables(stack);
    const items = await tables.readAll();
    tables.close();
    expect(items.filter(({ item }) => item['resource'] === 'contact' && item['id'] === first?.id)).toEqual(
      [],
    );
    expect((await send('erased@example.com', {}, { from: '127.0.3.1' })).status).toBe(303);

    const second = await contactOf('erased@example.com');
    expect(second?.id).not.toBe(first?.id);
    expect(second?.consents).toHaveLength(1);
  });

  it('are not counted as clicks, and the page after them not as a view', async () => {
    const page = await publishPage(api, 'uncounted', {}, [SIGNUP]);
    await editPage(api, page, { tagline: 'Sign up' });
    const { action, send } = await formOf('/uncounted');
    await send('uncounted@example.com', {}, { from: '127.0.4.1' });
    await visit(`/uncounted?signed_up=${action.split('/').at(-1)}`);
    const analytics = await api.GET('/api/v1/biolinks/pages/{page}/analytics', {
      params: { path: { page } },
    });

    expect(expectStatus(analytics, 200).body.data.totals).toMatchObject({ clicks: 0 });
  });
});
