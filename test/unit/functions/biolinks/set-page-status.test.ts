import { describe, expect } from 'vitest';
import { secondsAfterNow } from '#test/support/builders/platform/command-builders.ts';
import { withinWorkspace } from '#test/support/fakes/platform/memory-core.ts';
import {
  it,
  PAGE_PERMISSIONS,
  type PageApi,
  startPageApi,
} from '#test/support/fixtures/biolinks/page-api.ts';

function setStatus({ run }: Pick<PageApi, 'run'>, status: unknown, request = {}) {
  return run('set-page-status', { json: { status }, ...request });
}

describe('set-page-status, happy', () => {
  it('publishes a draft as the next revision', async (fixture) => {
    const { status, headers, body } = await setStatus(fixture, 'active');

    expect(status).toBe(200);
    expect(headers['ETag']).toBe('"2"');
    expect(body.data).toEqual({
      ...fixture.created.body.data,
      status: 'active',
      revision: '2',
      updated_at: secondsAfterNow(60).toISOString(),
    });
  });

  it.each([
    ['draft', 'archived'],
    ['active', 'draft'],
    ['active', 'archived'],
    ['archived', 'draft'],
  ])('changes a page from %s to %s', async (from, to) => {
    const fixture = await startPageApi({}, from);

    expect((await setStatus(fixture, to)).body.data.status).toBe(to);
  });

  it.each(['draft', 'active', 'archived'])(
    'changes nothing for a page that is already %s',
    async (status) => {
      const fixture = await startPageApi({}, status);
      const before = fixture.stored();

      expect((await setStatus(fixture, status)).status).toBe(200);
      expect(fixture.stored()).toEqual(before);
    },
  );

  it('requires only the permission to publish pages', async (fixture) => {
    const writer = fixture.api.grant(['biolinks:pages:read', 'biolinks:pages:write']);
    const publisher = fixture.api.grant(['biolinks:pages:publish']);

    expect((await setStatus(fixture, 'active', { key: writer })).body.code).toBe('permission_missing');
    expect((await setStatus(fixture, 'active', { key: publisher })).status).toBe(200);
  });

  it('leaves a page unchanged that the platform has disabled', async (fixture) => {
    fixture.api.core.pages.set(fixture.page, { ...fixture.stored(), disabled: true });

    expect((await setStatus(fixture, 'active')).body.data).toMatchObject({
      status: 'active',
      disabled: true,
    });
  });
});

describe('set-page-status, sent again after its response was lost', () => {
  it('replays the first response for its Idempotency-Key, and returns 412 without one', async () => {
    const { run, stored } = await startPageApi();
    const request = { json: { status: 'active' }, headers: { 'if-match': '"1"', 'idempotency-key': 'once' } };
    const first = await run('set-page-status', request);
    const again = await run('set-page-status', request);
    const other = await run('set-page-status', { ...request, headers: { 'if-match': '"1"' } });

    expect(first.status).toBe(200);
    expect(again).toMatchObject({ status: 200, text: first.text, headers: { ETag: '"2"' } });
    expect(other.status).toBe(412);
    expect(stored().revision).toBe(2);
  });
});

describe('set-page-status, error', () => {
  it('rejects publishing an archived page, and returns the allowed transitions', async () => {
    const fixture = await startPageApi({}, 'archived');
    const { revision } = fixture.stored();

    expect(await setStatus(fixture, 'active')).toMatchObject({
      status: 409,
      body: {
        code: 'page_status_transition_invalid',
        current_status: 'archived',
        allowed: ['draft'],
      },
    });
    expect(fixture.stored().revision).toBe(revision);
  });

  it('rejects publishing a page without a title', async () => {
    const fixture = await startPageApi({ title: '' });

    expect(await setStatus(fixture, 'active')).toMatchObject({
      status: 422,
      body: { code: 'title_required', errors: [{ pointer: '#/status' }] },
    });
    expect(fixture.stored()).toMatchObject({ status: 'draft', revision: 1 });
    expect((await setStatus(fixture, 'archived')).status).toBe(200);
  });

  it('rejects publishing a page whose domain is no longer verified', async (fixture) => {
    const { id, workspaceId } = await fixture.connect('ada.example');
    await fixture.edit({ domain: id });
    const { domains } = fixture.api.core;
    const key = withinWorkspace(workspaceId, id);
    const domain = domains.get(key);
    if (domain) domains.set(key, { ...domain, state: 'pending' });

    expect((await setStatus(fixture, 'active')).body.code).toBe('domain_not_connected');
    if (domain) domains.set(key, domain);
    expect((await setStatus(fixture, 'active')).status).toBe(200);
  });

  it.each([
    ['gone', 'invalid_format'],
    ['ACTIVE', 'invalid_format'],
    ['disabled', 'invalid_format'],
    [null, 'invalid_type'],
    [1, 'invalid_type'],
  ])('rejects the status %j', async (status, code) => {
    expect(await setStatus(await startPageApi(), status)).toMatchObject({ status: 422, body: { code } });
  });

  it.each([[{}], [{ status: 'active', title: 'x' }]])('rejects the body %j', async (json) => {
    expect((await (await startPageApi()).run('set-page-status', { json })).status).toBe(422);
  });

  it.each(['', '"2"', 'W/"1"'])('changes nothing with If-Match %j', async (ifMatch, fixture) => {
    const { status, headers } = await setStatus(fixture, 'active', { headers: { 'if-match': ifMatch } });

    expect([status, headers['ETag']]).toEqual([ifMatch === '' ? 428 : 412, '"1"']);
    expect(fixture.stored().status).toBe('draft');
  });

  it('returns 404 for a resource of another workspace', async (fixture) => {
    const { workspaceId } = await fixture.api.createOtherWorkspace();
    const key = fixture.api.grant(PAGE_PERMISSIONS, { workspaceId });

    expect((await setStatus(fixture, 'active', { key })).status).toBe(404);
  });
});
