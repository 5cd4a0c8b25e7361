import { describe, expect } from 'vitest';
import { hashContact } from '#shared/events/runtime/contact-hash.ts';
import { secondsAfterNow } from '#test/support/builders/platform/command-builders.ts';
import { ADA, it } from '#test/support/fixtures/messaging/contact-api.ts';
import { codeOf } from '#test/support/fixtures/platform/http-event.ts';

describe('delete-contact', () => {
  it('deletes the contact, frees its addresses and requests its erasure', async ({
    api,
    key,
    contact,
    run,
  }) => {
    expect((await run('delete-contact')).status).toBe(204);
    expect(codeOf(await run('get-contact'))).toBe('404 contact_not_found');
    expect([...api.core.erasures.values()]).toMatchObject([
      { contact: hashContact(contact), state: 'queued', requestedAt: secondsAfterNow(75) },
    ]);
    expect((await api.call('create-contact', { key, json: ADA })).status).toBe(201);
    expect(codeOf(await run('delete-contact'))).toBe('404 contact_not_found');
  });

  it('erases also the events of an edit whose clock is ahead of this request', async ({ api, run, edit }) => {
    api.clock.advance(60);
    await edit({ stage: 'customer' });
    api.clock.advance(-60);
    await run('delete-contact');

    expect([...api.core.erasures.values()]).toMatchObject([{ requestedAt: secondsAfterNow(120) }]);
  });

  it('is merged into a pending erasure of the contact', async ({ api, contact, run }) => {
    await api.call('erase-contact', { json: { contact_id: contact } });
    api.clock.advance(30);
    await run('delete-contact');

    expect([...api.core.erasures.values()]).toMatchObject([{ requestedAt: secondsAfterNow(105) }]);
  });

  it('deletes nothing if the workspace has too many open erasures', async ({ api, run, stored }) => {
    await api.leaveRoom(api.workspaceId, 'erasures', 0);

    expect(codeOf(await run('delete-contact'))).toBe('409 quota_exceeded');
    expect(stored().revision).toBe(1);
  });

  it('deletes only the revision of If-Match', async ({ api, run }) => {
    const response = await run('delete-contact', { headers: { 'if-match': '"7"' } });

    expect(codeOf(response)).toBe('412 revision_mismatch');
    expect([api.core.contacts.size, api.core.erasures.size]).toEqual([1, 0]);
  });

  it('requires the permission to write contacts', async ({ api, run }) => {
    const key = api.grant(['salesbot:contacts:read', 'salesbot:events:write']);

    expect(codeOf(await run('delete-contact', { key }))).toBe('403 permission_missing');
  });
});

describe('get-contact', () => {
  it('returns the contact with its ETag, and 304 for a known revision', async ({ run, created }) => {
    const { headers, body } = await run('get-contact');

    expect(body).toEqual(created.body);
    expect(headers['ETag']).toBe('"1"');
    expect((await run('get-contact', { headers: { 'if-none-match': '"1"' } })).status).toBe(304);
  });

  it('finds no contact of another workspace', async ({ api, run }) => {
    const { workspaceId } = await api.createOtherWorkspace();
    const key = api.grant(['salesbot:contacts:read'], { workspaceId });

    expect(codeOf(await run('get-contact', { key }))).toBe('404 contact_not_found');
  });
});
