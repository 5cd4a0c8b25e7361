import { describe, expect, it } from 'vitest';
import type { BlockContent } from '#shared/biolinks/domain/block.ts';
import { consentVersion } from '#shared/biolinks/render/signup-form.ts';
import { anEditedPage } from '#test/support/builders/biolinks/page-builders.ts';
import { aFullContact } from '#test/support/builders/messaging/contact-builders.ts';
import { aContext } from '#test/support/builders/platform/command-builders.ts';
import { parsePage } from '#test/support/fixtures/biolinks/parsed-page.ts';
import {
  type aBlock,
  createVisitorFixture,
  lockedWith,
  settings,
  type VisitRequest,
} from '#test/support/fixtures/biolinks/visitor-fixture.ts';

const CONSENT = 'I would like to get the newsletter.';
const BLOCK = '01980000-0000-7000-8000-000000000001';
const CONTENT: Extract<BlockContent, { type: 'signup' }> = {
  type: 'signup',
  title: 'Newsletter',
  button: 'Join',
  consent: CONSENT,
  asksName: true,
  thanks: 'Welcome!',
};
const DONE = `/ada?signed_up=${BLOCK}#signup-${BLOCK}`;

async function published(
  overrides = {},
  content: Partial<typeof CONTENT> = {},
  shown: Partial<ReturnType<typeof aBlock>> = {},
) {
  const fixture = createVisitorFixture();
  const block = { id: BLOCK, content: { ...CONTENT, ...content }, ...shown };
  const page = await fixture.publish(overrides, [block]);
  const { workspaceId } = page;
  const send = (form: Record<string, string> = {}, request: VisitRequest = {}) =>
    fixture.visit(`/ada/subscribe/${BLOCK}`, {
      form: {
        name: 'Ada Moreau',
        email: 'ada@example.com',
        consent: 'yes',
        version: consentVersion(CONSENT),
        website: '',
        ...form,
      },
      ...request,
    });
  const contactOf = (value: string) => fixture.contacts.findByAddress(workspaceId, { kind: 'email', value });
  const all = async () => (await fixture.contacts.list(workspaceId, { order: 'asc', limit: 1000 })).contacts;
  return { fixture, page, workspaceId, send, contactOf, all };
}

describe('the field that people do not see', () => {
  it('is not filled in by password managers, which would lose the sign-up (LemmyNet/lemmy#2595)', async () => {
    const { fixture } = await published();
    const page = parsePage((await fixture.visit('/ada')).body);
    const trap = page.all('input').find(({ attributes }) => attributes['name'] === 'website');

    expect(trap?.attributes).toMatchObject({
      autocomplete: 'off',
      tabindex: '-1',
      'data-1p-ignore': '',
      'data-bwignore': '',
      'data-form-type': 'other',
      'data-lpignore': 'true',
    });
  });
});

describe('submit-signup', () => {
  it('creates a contact with its consent and its event, and redirects to the page', async () => {
    const { fixture, page, send, contactOf } = await published();
    const { status, headers, cookies, body } = await send();

    expect([status, headers['Location'], cookies, body]).toEqual([303, DONE, [], '']);
    const now = fixture.clock();
    expect(await contactOf('ada@example.com')).toMatchObject({
      name: 'Ada Moreau',
      email: 'ada@example.com',
      phone: null,
      platform: 'biolink',
      stage: null,
      tags: [],
      consents: [
        {
          pageId: page.id,
          pageUrl: 'https://pages.example.com/ada',
          blockId: BLOCK,
          text: CONSENT,
          version: consentVersion(CONSENT),
          firstAt: now,
          lastAt: now,
        },
      ],
    });
    expect([...fixture.core.events.values()].map(({ event }) => event)).toEqual(['salesbot.contact.created']);
  });

  it('adds the consent to a known contact, of which nothing else changes', async () => {
    const { fixture, workspaceId, send, contactOf } = await published();
    const known = aFullContact({ workspaceId, email: 'Ada@Example.com' });
    await fixture.contacts.create(known, [], aContext());
    await send({ email: 'aDA@example.COM', name: 'Somebody else' });
    const after = await contactOf('ada@example.com');

    expect(after).toEqual({
      ...known,
      consents: [expect.objectContaining({ text: CONSENT }), ...known.consents],
      revision: known.revision + 1,
      updatedAt: expect.any(Date),
    });
    expect([...fixture.core.events.values()].map(({ event }) => event)).toEqual(['salesbot.contact.updated']);
  });

  it('sets no name of a known contact without one', async () => {
    const { fixture, workspaceId, send, contactOf } = await published();
    await fixture.contacts.create(
      aFullContact({ workspaceId, name: null, email: 'ada@example.com' }),
      [],
      aContext(),
    );
    await send({ name: 'Mallory' });

    expect((await contactOf('ada@example.com'))?.name).toBeNull();
  });

  it('returns the same bytes for known, unknown and trapped addresses, with the same calls for the first two', async () => {
    const { fixture, workspaceId, send } = await published();
    await fixture.contacts.create(aFullContact({ workspaceId, email: 'known@example.com' }), [], aContext());
    const calls: string[] = [];
    const { contacts, endpoints, unlockAttempts } = fixture;
    for (const port of [contacts, endpoints, unlockAttempts])
      for (const [name, method] of Object.entries(port))
        Object.assign(port, {
          [name](...values: unknown[]) {
            // A contact is created by one call and changed by another; each is one transaction.
            calls.push(name === 'save' || name === 'createBySignup' ? 'write' : name);
            return Reflect.apply(method, port, values);
          },
        });
    const madeBy = async (form: Record<string, string>) => {
      calls.length = 0;
      const { headers, ...response } = await send(form);
      // The ID of the request is a random number.
      const { 'X-Request-Id': _, ...same } = headers;
      return { response: { ...response, headers: same }, calls: [...calls] };
    };
    const known = await madeBy({ email: 'known@example.com' });
    const unknown = await madeBy({ email: 'unknown@example.com' });
    const again = await madeBy({ email: 'unknown@example.com' });
    const trapped = await madeBy({ email: 'bot@example.com', website: 'https://spam.example' });

    expect(unknown.response).toEqual(known.response);
    expect(again.response).toEqual(known.response);
    expect(trapped.response).toEqual(known.response);
    // The memory store finds by address without a read of its own, so `find` is the read of an unknown contact.
    expect(unknown.calls.filter((name) => name === 'find')).toHaveLength(1);
    expect(unknown.calls.filter((name) => name !== 'find')).toEqual(known.calls);
    expect(again.calls).toEqual(known.calls);
    expect(trapped.calls).toEqual([]);
  });

  it('stores nothing if a program fills in the field that people do not see', async () => {
    const { fixture, send, all } = await published();
    await send({ website: 'x', email: 'not an address', consent: '' });

    expect(await all()).toEqual([]);
    expect(fixture.core.events.size).toBe(0);
  });

  it.each([
    ['an invalid address', { email: 'ada' }, 422, 'signup-01980000-0000-7000-8000-000000000001-email'],
    ['no address', { email: '' }, 422, 'email'],
    ['an address that injects a header', { email: 'a@example.com\r\nBcc: b@example.com' }, 422, 'email'],
    ['two addresses', { email: 'a@example.com,b@example.com' }, 422, 'email'],
    ['a long name', { name: 'x'.repeat(121) }, 422, 'name'],
    ['a name with a control character', { name: 'Ada\u0000' }, 422, 'name'],
    ['no consent', { consent: '' }, 422, 'consent'],
    ['another consent', { consent: 'on' }, 422, 'consent'],
    ['an outdated text', { version: consentVersion('Another text') }, 409, 'consent'],
    ['no version', { version: '' }, 409, 'consent'],
  ])('shows the form again for %s and stores nothing', async (_, form, status, field) => {
    const { send, all } = await published();
    const response = await send(form);
    const page = parsePage(response.body);

    expect(response.status).toBe(status);
    expect(response.headers).toMatchObject({
      'Cache-Control': 'private, no-store',
      'Content-Type': 'text/html; charset=utf-8',
    });
    expect(page.errors).toEqual([]);
    const wrong = page.all('input').filter(({ attributes }) => attributes['aria-invalid'] === 'true');
    expect(wrong).toHaveLength(1);
    expect(wrong[0]?.attributes['aria-describedby']).toContain(`${field.split('-').at(-1)}-problem`);
    expect(wrong[0]?.attributes).toHaveProperty('autofocus');
    expect(await all()).toEqual([]);
  });

  it('keeps what the visitor entered, as text', async () => {
    const { send } = await published();
    const name = '"><script>alert(1)</script>';
    const page = parsePage((await send({ name, email: 'ada@' })).body);
    const [shownName, shownEmail] = ['name', 'email'].map((each) =>
      page.all('input').find(({ attributes }) => attributes['name'] === each),
    );

    expect([shownName?.attributes['value'], shownEmail?.attributes['value']]).toEqual([name, 'ada@']);
    expect(page.all('script').filter(({ text }) => text.includes('alert'))).toEqual([]);
    const box = page.all('input').find(({ attributes }) => attributes['type'] === 'checkbox');
    expect(box?.attributes).toHaveProperty('checked');
  });

  it('asks again, with an empty box, if the owner changed the text while the form was open', async () => {
    const { fixture, page, send, contactOf } = await published();
    const blocks = await fixture.blocks.read(page.id);
    const [block] = blocks.blocks;
    const changed = { ...CONTENT, consent: 'A new text.' };
    if (block) await fixture.blocks.save(blocks, { ...block, content: changed }, aContext());
    const { status, body } = await send();
    const shown = parsePage(body);
    const box = shown.all('input').find(({ attributes }) => attributes['type'] === 'checkbox');

    expect(status).toBe(409);
    expect(body).toContain('A new text.');
    expect(body).toContain('This text has changed.');
    expect(box?.attributes).not.toHaveProperty('checked');
    expect(await contactOf('ada@example.com')).toBeUndefined();
    expect((await send({ version: consentVersion('A new text.') })).status).toBe(303);
    expect((await contactOf('ada@example.com'))?.consents.map(({ text }) => text)).toEqual(['A new text.']);
  });

  it('ignores a name that the form does not ask for', async () => {
    const { send, contactOf } = await published({}, { asksName: false });
    await send({ name: 'x'.repeat(200) });

    expect((await contactOf('ada@example.com'))?.name).toBeNull();
  });

  it('creates one contact for many concurrent sign-ups with one address', async () => {
    const { send, all } = await published();
    const sent = await Promise.all(
      Array.from({ length: 50 }, (_, n) => send({}, { sourceIp: `198.51.100.${n}` })),
    );

    expect(new Set(sent.map(({ status }) => status))).toEqual(new Set([303]));
    const contacts = await all();
    expect(contacts).toHaveLength(1);
    expect(contacts[0]?.consents).toHaveLength(1);
  });

  it('stores a sign-up once if the visitor sends it again after a failure behind the write', async () => {
    const { fixture, send, all } = await published();
    const { createBySignup } = fixture.contacts;
    Object.assign(fixture.contacts, {
      async createBySignup(...values: Parameters<typeof createBySignup>) {
        await createBySignup(...values);
        throw new Error('The function ends');
      },
    });
    expect((await send()).status).toBe(500);
    fixture.clock.advance(5);
    expect((await send()).status).toBe(303);
    const [contact, ...others] = await all();

    expect(others).toEqual([]);
    expect(contact?.consents).toHaveLength(1);
    expect(contact?.consents[0]?.lastAt).toEqual(fixture.clock());
  });

  describe('limits', () => {
    it('a visitor to 20 sign-ups on a page in ten minutes, and says when to try again', async () => {
      const { fixture, send, all } = await published();
      const statuses: number[] = [];
      for (let n = 0; n < 20; n += 1) statuses.push((await send({ email: `a${n}@example.com` })).status);
      const rejected = await send({ email: 'late@example.com' });

      expect(new Set(statuses)).toEqual(new Set([303]));
      expect([rejected.status, rejected.headers['Retry-After']]).toEqual([429, '600']);
      expect(rejected.body).toContain(
        'There were too many sign-ups from your network. Try again in 10 minutes.',
      );
      expect(rejected.body).toContain('late@example.com');
      expect(await all()).toHaveLength(20);
      expect((await send({ email: 'other@example.com' }, { sourceIp: '198.51.100.9' })).status).toBe(303);
      fixture.clock.advance(600);
      expect((await send({ email: 'late@example.com' })).status).toBe(303);
      expect(fixture.log.lines.filter(({ code }) => code === 'SIGNUPS_LIMITED')).toEqual([]);
    });

    it('an IPv6 /48 to 60', async () => {
      const { send } = await published();
      const statuses: number[] = [];
      for (let n = 0; n < 61; n += 1)
        statuses.push((await send({}, { sourceIp: `2001:db8:1:${(n + 1).toString(16)}::1` })).status);

      expect(statuses).toEqual([...Array.from({ length: 60 }, () => 303), 429]);
      expect((await send({}, { sourceIp: '2001:db8:2::1' })).status).toBe(303);
    });

    it('a page to 500 in an hour, and logs that visitors cannot sign up', async () => {
      const { fixture, page, send } = await published();
      const from = (n: number) => ({ sourceIp: `198.18.${Math.floor(n / 250)}.${n % 250}` });
      for (let n = 0; n < 500; n += 1) await send({}, from(n));
      const rejected = await send({}, from(600));

      expect([rejected.status, rejected.headers['Retry-After']]).toEqual([429, '3600']);
      expect(rejected.body).toContain('Too many people are signing up at the moment. Try again in an hour.');
      const { id: page_id, workspaceId: workspace_id } = page;
      const lines = fixture.log.lines.filter(({ code }) => code === 'SIGNUPS_LIMITED');
      expect(lines.map(({ fields }) => fields)).toEqual([{ page_id, workspace_id, limit: 'page' }]);
      fixture.clock.advance(3600);
      expect((await send({}, from(600))).status).toBe(303);
    });

    it('counts neither mistakes nor programs', async () => {
      const { send } = await published();
      for (let n = 0; n < 30; n += 1) await send({ email: 'ada' });
      for (let n = 0; n < 30; n += 1) await send({ website: 'x' });

      expect((await send()).status).toBe(303);
    });
  });

  it('says that nothing was saved while a gate is closed', async () => {
    for (const gate of [lockedWith('open sesame'), settings({ sensitive: true })]) {
      const { send, all } = await published(gate);
      const { status, body } = await send();

      expect(status).toBe(409);
      expect(body).toContain('Nothing was saved');
      expect(await all()).toEqual([]);
    }
  });

  it('accepts a sign-up from a visitor who has passed the gates', async () => {
    const { fixture, send, all } = await published({
      ...lockedWith('open sesame'),
      ...settings({ sensitive: true }),
    });
    const cookieOf = async (path: string, form: Record<string, string>) =>
      (await fixture.visit(path, { form })).cookies[0]?.split(';')[0] ?? '';
    const cookies = [
      await cookieOf('/ada/unlock', { password: 'open sesame' }),
      await cookieOf('/ada/acknowledge', {}),
    ];

    expect((await send({}, { cookies })).headers['Location']).toBe(DONE);
    expect(await all()).toHaveLength(1);
    expect((await fixture.visit('/ada', { query: { signed_up: BLOCK }, cookies })).body).toContain(
      'Welcome!',
    );
  });

  it.each([
    ['a hidden block', { visible: false }, 404],
    ['a block whose time has not come', { startsAt: new Date('2100-01-01') }, 404],
    ['a block whose time is over', { endsAt: new Date('2000-01-01') }, 404],
    ['a block of another type', { content: { type: 'header', title: 'Newsletter' } as const }, 404],
  ])('finds no form for %s', async (_, shown, status) => {
    const { send, all } = await published({}, {}, shown);

    expect((await send()).status).toBe(status);
    expect(await all()).toEqual([]);
  });

  it.each([
    ['a draft', { status: 'draft' }, 404],
    ['a disabled page', { disabled: true }, 410],
  ] as const)('finds no form on %s', async (_, overrides, status) => {
    const { send } = await published(overrides);

    expect((await send()).status).toBe(status);
  });

  it('says that nothing was saved if the page has moved since the visitor opened it', async () => {
    const { fixture, page, send, all } = await published();
    await fixture.pages.save(page, anEditedPage(page, { slug: 'lovelace' }), aContext());
    const { status, body } = await send();

    expect(status).toBe(409);
    expect(body).toContain('Nothing was saved');
    expect(await all()).toEqual([]);
  });

  it.each([
    [403, { headers: { 'sec-fetch-site': 'cross-site' } }],
    [403, { headers: { origin: 'https://evil.example' } }],
    [415, { body: '{}', headers: { 'content-type': 'application/json' } }],
    [413, { body: `email=${'x'.repeat(4096)}` }],
  ])('returns %i with HTML for %j', async (status, request) => {
    const { send } = await published();
    const response = await send({}, request);

    expect([response.status, response.headers['Content-Type']]).toEqual([status, 'text/html; charset=utf-8']);
  });

  it('tells the visitor to try again if the contact is changed all the time', async () => {
    const { fixture, workspaceId, send } = await published();
    await fixture.contacts.create(aFullContact({ workspaceId, email: 'ada@example.com' }), [], aContext());
    const { save } = fixture.contacts;
    Object.assign(fixture.contacts, {
      async save(...[before, ...rest]: Parameters<typeof save>) {
        return save({ ...before, revision: before.revision - 1 }, ...rest);
      },
    });
    const { status, body } = await send();

    expect(status).toBe(503);
    expect(body).toContain('Back in a moment');
  });
});

describe('the page after a sign-up', () => {
  it('shows the text of the block instead of its form, and is no further view', async () => {
    const { fixture } = await published();
    const { status, body, headers } = await fixture.visit('/ada', { query: { signed_up: BLOCK } });
    const page = parsePage(body);

    expect(status).toBe(200);
    expect(page.errors).toEqual([]);
    expect(page.all('form')).toEqual([]);
    expect(page.all('p').find(({ attributes }) => attributes['role'] === 'status')?.text).toBe('Welcome!');
    expect(headers['Set-Cookie']).toBeUndefined();
    expect(fixture.visits.sent).toEqual([]);
  });

  it('shows the form for the ID of another block', async () => {
    const { fixture } = await published();
    const { body } = await fixture.visit('/ada', { query: { signed_up: 'x"><script>' } });

    expect(body).toContain(`action="/ada/subscribe/${BLOCK}"`);
    expect(body).not.toContain('x"><script>');
  });

  it('follows a request for the URL of the form', async () => {
    const { fixture } = await published();
    const { status, headers } = await fixture.visit(`/ada/subscribe/${BLOCK}`);

    expect([status, headers['Location']]).toEqual([303, '/ada']);
  });
});
