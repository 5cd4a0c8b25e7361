import { describe, expect, it } from 'vitest';
import { anEditedPage } from '#test/support/builders/biolinks/page-builders.ts';
import { aContext } from '#test/support/builders/platform/command-builders.ts';
import {
  createVisitorFixture,
  lockedWith,
  settings,
  type VisitRequest,
} from '#test/support/fixtures/biolinks/visitor-fixture.ts';

async function locked(overrides = {}, origin?: string) {
  const fixture = createVisitorFixture(origin === undefined ? {} : { origin });
  const page = await fixture.publish({ ...lockedWith('open sesame'), ...overrides }, [
    { type: 'text', text: 'Treasure' },
  ]);
  const unlock = (password: string, request: VisitRequest = {}) =>
    fixture.visit('/ada/unlock', { form: { password }, ...request });
  const show = (cookies: readonly string[]) => fixture.visit('/ada', { cookies });
  /** The cookie pair that a browser returns for a `Set-Cookie`. */
  async function pass(): Promise<string> {
    const [cookie = ''] = (await unlock('open sesame')).cookies;
    return cookie.split(';')[0] ?? '';
  }
  return { fixture, page, unlock, show, pass };
}

describe('unlock-page', () => {
  it('grants a page access token for the correct password and redirects to the page', async () => {
    const { fixture, page, unlock, show } = await locked();
    const { status, headers, cookies } = await unlock('open sesame');
    const [cookie = ''] = cookies;

    expect([status, headers['Location']]).toEqual([303, '/ada']);
    expect(cookies).toHaveLength(1);
    expect(cookie).toMatch(new RegExp(`^__Secure-bl_${page.id}=\\d+\\.[\\w-]{43}; `, 'u'));
    expect(cookie.split('; ').slice(1)).toEqual([
      'Max-Age=43200',
      'Path=/ada',
      'HttpOnly',
      'Secure',
      'SameSite=Lax',
    ]);
    const shown = await show([cookie.split(';')[0] ?? '']);
    expect(shown.body).toContain('Treasure');
    expect(shown.headers).toMatchObject({ 'Cache-Control': 'private, no-store', 'X-Robots-Tag': 'noindex' });
    expect(fixture.log.lines.map((line) => JSON.stringify(line)).join()).not.toContain('sesame');
  });

  it('shows the form again after a wrong password, with an error that screen readers announce', async () => {
    const { unlock } = await locked();
    const { status, body, cookies, headers } = await unlock('wrong');

    expect(status).toBe(403);
    expect(cookies).toEqual([]);
    expect(body).toContain('aria-invalid="true" aria-describedby="problem"');
    expect(body).toContain('role="alert">That is not the password');
    expect(body).not.toMatch(/Treasure|wrong/u);
    expect(headers).toMatchObject({ 'Cache-Control': 'private, no-store', 'X-Robots-Tag': 'noindex' });
  });

  it('does not count an empty field as an attempt', async () => {
    const { fixture, unlock } = await locked();
    for (let time = 0; time < 12; time += 1) expect((await unlock('')).status).toBe(403);

    expect(fixture.passwords).toEqual([]);
    expect((await unlock('open sesame')).status).toBe(303);
  });

  it('allows a client 10 attempts in 10 minutes, and then rejects even the correct password', async () => {
    const { fixture, unlock } = await locked();
    for (let time = 0; time < 10; time += 1) expect((await unlock('wrong')).status).toBe(403);
    const rejected = await unlock('open sesame');

    expect(rejected.status).toBe(429);
    expect(rejected.headers['Retry-After']).toBe('600');
    expect(rejected.body).toContain('Wait 10 minutes');
    expect(fixture.passwords).toHaveLength(10);
    expect((await unlock('open sesame', { sourceIp: '198.51.100.9' })).status).toBe(303);
    fixture.clock.advance(600);
    expect((await unlock('open sesame')).status).toBe(303);
  });

  it('counts no attempt for the correct password, however often it is sent', async () => {
    const { unlock } = await locked();
    for (let time = 0; time < 12; time += 1) expect((await unlock('open sesame')).status).toBe(303);
    const wrong: number[] = [];
    for (let time = 0; time < 11; time += 1) wrong.push((await unlock('wrong')).status);

    expect(wrong).toEqual([...Array.from({ length: 10 }, () => 403), 429]);
  });

  it('counts one IPv6 network as one client', async () => {
    const { unlock } = await locked();
    for (let time = 0; time < 10; time += 1) await unlock('wrong', { sourceIp: `2001:db8:1:2::${time + 1}` });

    expect((await unlock('open sesame', { sourceIp: '2001:db8:1:2:ffff::1' })).status).toBe(429);
    expect((await unlock('open sesame', { sourceIp: '2001:db8:1:3::1' })).status).toBe(303);
  });

  it('counts the clients of one IPv6 /48 together, with a limit of their own', async () => {
    const { unlock } = await locked();
    for (let time = 0; time < 30; time += 1) {
      expect((await unlock('wrong', { sourceIp: `2001:db8:1:${time + 1}::1` })).status).toBe(403);
    }

    expect((await unlock('open sesame', { sourceIp: '2001:db8:1:ffff::1' })).status).toBe(429);
    expect((await unlock('open sesame', { sourceIp: '2001:db8:2:1::1' })).status).toBe(303);
  });

  it('accepts at most 100 wrong attempts of one client at all pages together', async () => {
    const { fixture, unlock } = await locked();
    for (let page = 0; page < 10; page += 1) {
      await fixture.publish({ slug: `page-${page}`, ...lockedWith('other') });
      for (let time = 0; time < 10; time += 1) {
        await fixture.visit(`/page-${page}/unlock`, { form: { password: 'wrong' } });
      }
    }
    expect(fixture.passwords).toHaveLength(100);

    expect((await unlock('open sesame')).status).toBe(429);
    expect(fixture.passwords).toHaveLength(100);
    expect((await unlock('open sesame', { sourceIp: '198.51.100.9' })).status).toBe(303);
  });

  describe('while a page is guessed from many networks', () => {
    async function guessed() {
      const all = await locked();
      const from = (n: number) => `198.18.${Math.floor(n / 250)}.${n % 250}`;
      for (let n = 0; n < 200; n += 1) await all.unlock('wrong', { sourceIp: from(n) });
      return { ...all, from };
    }

    it('opens the page for a new client with the correct password, also after two typing errors', async () => {
      const { unlock } = await guessed();
      const statuses: number[] = [];
      for (const password of ['open sesam', 'opensesame', 'open sesame']) {
        statuses.push((await unlock(password, { sourceIp: '203.0.113.7' })).status);
      }

      expect(statuses).toEqual([403, 403, 303]);
    });

    it('verifies three attempts of each client instead of ten', async () => {
      const { fixture, unlock } = await guessed();
      const statuses: number[] = [];
      for (let time = 0; time < 5; time += 1) {
        statuses.push((await unlock('wrong', { sourceIp: '203.0.113.7' })).status);
      }

      expect(statuses).toEqual([403, 403, 403, 429, 429]);
      expect(fixture.passwords).toHaveLength(203);
    });

    it('verifies ten attempts of each IPv6 /48 instead of thirty', async () => {
      const { unlock } = await guessed();
      const statuses: number[] = [];
      for (let time = 0; time < 11; time += 1) {
        statuses.push((await unlock('wrong', { sourceIp: `2001:db8:1:${time + 1}::1` })).status);
      }

      expect(statuses).toEqual([...Array.from({ length: 10 }, () => 403), 429]);
    });

    it('logs each attempt with a code that an alarm counts, and no address', async () => {
      const { fixture, page, unlock } = await guessed();
      expect(fixture.log.lines.filter(({ code }) => code === 'UNLOCK_FLOOD')).toEqual([]);
      await unlock('wrong', { sourceIp: '203.0.113.7' });
      const lines = fixture.log.lines.filter(({ code }) => code === 'UNLOCK_FLOOD');

      expect(lines).toHaveLength(1);
      expect(lines[0]?.fields).toEqual({ page_id: page.id, workspace_id: page.workspaceId });
      expect(JSON.stringify(lines)).not.toContain('203.0.113.7');
    });

    it('affects no other page, and ends with the window', async () => {
      const { fixture, unlock } = await guessed();
      await fixture.publish({ slug: 'bob', ...lockedWith('other') });
      const statuses: number[] = [];
      for (let time = 0; time < 4; time += 1) {
        const request = { form: { password: 'wrong' }, sourceIp: '203.0.113.7' };
        statuses.push((await fixture.visit('/bob/unlock', request)).status);
      }
      fixture.clock.advance(600);
      for (let time = 0; time < 4; time += 1) {
        statuses.push((await unlock('wrong', { sourceIp: '203.0.113.8' })).status);
      }

      expect(statuses).toEqual(Array.from({ length: 8 }, () => 403));
    });
  });

  it('treats an address it cannot parse as a client like any other', async () => {
    const { unlock } = await locked();

    expect((await unlock('open sesame', { sourceIp: 'unknown' })).status).toBe(303);
  });

  it('counts the attempts on each page separately', async () => {
    const { fixture, unlock } = await locked();
    await fixture.publish({ slug: 'bob', ...lockedWith('other') });
    for (let time = 0; time < 11; time += 1) await unlock('wrong');

    expect((await fixture.visit('/bob/unlock', { form: { password: 'other' } })).status).toBe(303);
  });

  it('shows the warning next if the page has both gates', async () => {
    const { show, pass } = await locked(settings({ sensitive: true }));

    expect((await show([await pass()])).body).toContain('action="/ada/acknowledge"');
  });

  it.each([
    ['a draft', { status: 'draft' }, 404],
    ['a disabled page', { disabled: true }, 410],
  ] as const)('opens nothing for %s', async (_, overrides, status) => {
    const { fixture, unlock } = await locked(overrides);

    expect((await unlock('open sesame')).status).toBe(status);
    expect(fixture.passwords).toEqual([]);
  });

  it('redirects to a page that has no password, and to the new address of a moved page', async () => {
    const fixture = createVisitorFixture();
    const page = await fixture.publish();
    const unlock = () => fixture.visit('/ada/unlock', { form: { password: 'x' } });
    expect([(await unlock()).status, (await unlock()).headers['Location']]).toEqual([303, '/ada']);
    await fixture.pages.save(page, anEditedPage(page, { slug: 'lovelace' }), aContext());

    expect([(await unlock()).status, (await unlock()).headers['Location']]).toEqual([
      303,
      'https://pages.example.com/lovelace',
    ]);
  });

  it.each([
    [415, { body: '{"password":"open sesame"}', headers: { 'content-type': 'application/json' } }],
    [413, { body: `password=${'x'.repeat(4096)}` }],
    [403, { form: { password: 'open sesame' }, headers: { 'sec-fetch-site': 'cross-site' } }],
    [403, { form: { password: 'open sesame' }, headers: { 'sec-fetch-site': 'same-site' } }],
    [403, { form: { password: 'open sesame' }, headers: { origin: 'https://evil.example' } }],
    [403, { form: { password: 'open sesame' }, headers: { origin: 'null' } }],
    [303, { form: { password: 'open sesame' }, headers: { origin: 'https://pages.example.com' } }],
    [303, { form: { password: 'open sesame' }, headers: { 'sec-fetch-site': 'same-origin' } }],
  ])('returns %i with HTML for %j', async (status, request) => {
    const { fixture } = await locked();
    const response = await fixture.visit('/ada/unlock', request);

    expect(response.status).toBe(status);
    if (status !== 303) expect(response.headers['Content-Type']).toBe('text/html; charset=utf-8');
  });

  it('reports an unresponsive key service as a temporary failure', async () => {
    const { fixture, unlock } = await locked();
    fixture.secrets.breakDown();
    const { status, headers, body } = await unlock('open sesame');

    expect([status, headers['Content-Type']]).toEqual([503, 'text/html; charset=utf-8']);
    expect(body).toContain('Back in a moment');
  });
});

describe('a page access token', () => {
  it('expires after 12 hours', async () => {
    const { fixture, show, pass } = await locked();
    const held = await pass();
    fixture.clock.advance(12 * 3600 - 1);
    expect((await show([held])).body).toContain('Treasure');
    fixture.clock.advance(1);

    expect((await show([held])).body).not.toContain('Treasure');
  });

  it('expires with the password it was granted for, even if the same password is set again', async () => {
    const { fixture, page, show, pass } = await locked();
    const held = await pass();
    await fixture.pages.save(
      page,
      anEditedPage(page, { password: lockedWith('open sesame').password }),
      aContext(),
    );

    expect((await show([held])).body).not.toContain('Treasure');
  });

  it('opens only its own page', async () => {
    const { fixture, page, pass } = await locked();
    const other = await fixture.publish({ slug: 'bob', ...lockedWith('open sesame') }, [
      { type: 'text', text: 'Treasure' },
    ]);
    const stolen = (await pass()).replace(page.id, other.id);

    expect((await fixture.visit('/bob', { cookies: [stolen] })).body).not.toContain('Treasure');
  });

  it('cannot be forged or extended', async () => {
    const { show, pass } = await locked();
    const held = await pass();
    const [, name = '', expiry = '', proof = ''] = /^(.*?)=(\d+)\.(.*)$/u.exec(held) ?? [];
    const flipped = `${proof.startsWith('A') ? 'B' : 'A'}${proof.slice(1)}`;
    const forged = [
      `${name}=${Number(expiry) + 1}.${proof}`,
      `${name}=${expiry}.${flipped}`,
      `${name}=${expiry}.${proof.slice(1)}`,
      `${name}=${expiry}.`,
      `${name}=`,
      `${name}=open sesame`,
      held.replace('__Secure-', ''),
    ];

    for (const cookie of forged) expect((await show([cookie])).body).not.toContain('Treasure');
    expect((await show(['a=b', held])).body).toContain('Treasure');
  });

  it('has no cookie prefix over the plain http of the local stack, where Safari would reject it', async () => {
    const { page, unlock } = await locked({}, 'http://127.0.0.1:3000');
    const [cookie = ''] = (await unlock('open sesame')).cookies;

    expect(cookie).toMatch(new RegExp(`^bl_${page.id}=`, 'u'));
    expect(cookie).not.toContain('Secure');
  });
});
