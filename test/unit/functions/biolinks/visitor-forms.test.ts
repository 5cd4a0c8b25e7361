import { describe, expect } from 'vitest';
import { it, settings } from '#test/support/fixtures/biolinks/visitor-fixture.ts';

describe('acknowledge-page', () => {
  it('lets a visitor past the sensitive-content gate for a day', async (fixture) => {
    const page = await fixture.publish({ ...settings({ sensitive: true }) });
    const { status, headers, cookies } = await fixture.visit('/ada/acknowledge', { form: {} });

    expect([status, headers['Location']]).toEqual([303, '/ada']);
    expect(cookies).toEqual([
      `__Secure-ack_${page.id}=yes; Max-Age=86400; Path=/ada; HttpOnly; Secure; SameSite=Lax`,
    ]);
  });

  it.each([
    ['/nobody/acknowledge', {}, 404],
    ['/ada/acknowledge', { 'sec-fetch-site': 'cross-site' }, 403],
    ['/ada/acknowledge', { 'content-type': 'text/plain' }, 415],
  ])('returns for %s with %j HTML and status %i', async (path, headers, status, fixture) => {
    await fixture.publish();
    const response = await fixture.visit(path, { body: 'a=b', headers });

    expect(response.status).toBe(status);
    expect(response.cookies).toEqual([]);
    expect(response.headers['Content-Type']).toBe('text/html; charset=utf-8');
  });
});

describe('choose-consent', () => {
  it.each([
    ['accept', 'yes', 15_552_000],
    ['refuse', 'no', 15_552_000],
    ['ask', '', 0],
  ])('stores the choice to %s', async (choice, value, seconds, fixture) => {
    const page = await fixture.publish();
    const { status, cookies } = await fixture.visit('/ada/consent', { form: { choice } });

    expect(status).toBe(303);
    expect(cookies).toEqual([
      `__Secure-consent_${page.id}=${value}; Max-Age=${seconds}; Path=/ada; HttpOnly; Secure; SameSite=Lax`,
    ]);
  });

  it.each([
    ['/ada/consent', { choice: 'perhaps' }, {}, 400],
    ['/ada/consent', { choice: 'accept' }, { 'sec-fetch-site': 'cross-site' }, 403],
    ['/nobody/consent', { choice: 'accept' }, {}, 404],
  ])('sets no cookie for %s %j %j', async (path, form, headers, status, fixture) => {
    await fixture.publish();
    const response = await fixture.visit(path, { form, headers });

    expect([response.status, response.cookies]).toEqual([status, []]);
  });
});
