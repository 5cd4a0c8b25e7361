import { describe, expect, it } from 'vitest';
import { createVisitorFixture } from '#test/support/fixtures/biolinks/visitor-fixture.ts';
import { startBroadcastApi } from '#test/support/fixtures/broadcasts/broadcast-api.ts';
import { A_MASTODON, startAccountApi } from '#test/support/fixtures/publishing/account-api.ts';
import { startScheduleApi } from '#test/support/fixtures/publishing/schedule-api.ts';

describe('errors of a state', () => {
  it('unschedule-broadcast rejects a broadcast in flight', async () => {
    const { run } = await startBroadcastApi();
    await run('send-broadcast');

    expect((await run('unschedule-broadcast')).body.code).toBe('broadcast_state_invalid');
  });
});

describe('errors that concern a network', () => {
  it('update-account rejects a server without https', async () => {
    const { call, connect } = await startAccountApi();
    const { uuid } = await connect(A_MASTODON);
    const credentials = { instance_url: 'http://mastodon.example.com', access_token: 'x' };

    const { body } = await call('update-account', { params: { account: uuid }, json: { credentials } });
    expect(body.code).toBe('url_not_https');
  });

  it('update-post validates a scheduled post against the options of its networks', async () => {
    const { put, putAccount, run } = await startScheduleApi();
    putAccount({ provider: 'mastodon' });
    const options = { mastodon: { visibility: 'followers' } };
    const on = { date: '2026-06-02', time: '15:00' };

    const json = {
      ...on,
      accounts: [1],
      versions: [{ account_id: 0, is_original: true, content: [{ body: 'An idea' }], options }],
    };
    expect((await run('update-post', put('scheduled'), { json })).body.code).toBe('options_invalid');
  });
});

describe('errors of the content of a form', () => {
  const fixture = createVisitorFixture();
  const routes = fixture.functions.map(({ operation: { name, routes: own } }) => [name, own[0]] as const);

  it.each(routes)('%s rejects a body of more than 256 KiB', async (_, route) => {
    const path = route?.path.replaceAll(/\{\w+\}/gu, 'x') ?? '';

    expect(
      (await fixture.visit(path, { method: route?.method ?? '', body: 'x'.repeat(256 * 1024 + 1) })).status,
    ).toBe(413);
  });

  it('choose-consent accepts only forms', async () => {
    const { slug } = await fixture.publish();
    const headers = { 'content-type': 'application/json' };

    expect((await fixture.visit(`/${slug}/consent`, { headers, body: '{}' })).status).toBe(415);
  });
});
