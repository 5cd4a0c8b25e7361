import { describe, expect } from 'vitest';
import { createHandler } from '#functions/privacy/export-workspaces/handler.ts';
import { contactView } from '#shared/messaging/http/contact-view.ts';
import { startContactApi } from '#test/support/fixtures/messaging/contact-api.ts';
import { codeOf } from '#test/support/fixtures/platform/http-event.ts';
import { itWith } from '#test/support/fixtures/platform/it-with.ts';
import { createRecordingLog } from '#test/support/fixtures/platform/recording-log.ts';

/** An API with one contact, and the function that writes exports. */
async function startFixture() {
  const fixture = await startContactApi();
  const { api, key } = fixture;
  const run = createHandler({
    jobs: api.exportJobs,
    records: {
      async read(workspaceId, resource) {
        expect(resource).toBe('contacts');
        const { contacts } = await api.contacts.list(workspaceId, { order: 'asc', limit: 100 });
        return { records: contacts.map(contactView), after: null };
      },
      readMedia: async () => ({ media: [], after: null }),
    },
    files: api.exportFiles,
    clock: api.clock,
    log: createRecordingLog(),
  });
  return {
    ...fixture,
    create: () => api.call('create-contact-export', { key }),
    read: (id: unknown) => api.call('get-contact-export', { key, params: { contact_export: String(id) } }),
    write: () => run({}, { awsRequestId: 'run', getRemainingTimeInMillis: () => 60_000 }),
  };
}

const it = itWith(startFixture);

describe('an export of contacts', () => {
  it('contains all contacts as the API returns them, in files of its own prefix', async ({
    api,
    create,
    read,
    write,
    created,
  }) => {
    const { status, body } = await create();
    expect([status, body.data]).toMatchObject([202, { state: 'queued', records: 0, files: [] }]);
    await write();
    const { data } = (await read(body.data.id)).body;

    expect(data).toMatchObject({ state: 'completed', failure_reason: null, records: 1 });
    const [file] = Object(data['files']);
    const place = `contact-exports/${api.workspaceId}/${body.data.id}/run/contacts-0001.ndjson`;
    expect(file).toMatchObject({ records: 1, url: `https://files.example.com/${place}` });
    expect(JSON.parse(api.exportFiles.stored.get(place) ?? '')).toEqual(created.body.data);
  });

  it('is one at a time, once in an hour, beside exports of the workspace', async ({ api, create, write }) => {
    const admin = api.grant(['workspace:exports:read', 'workspace:exports:write', 'workspace:settings:read']);
    expect((await api.call('create-export', { key: admin })).status).toBe(202);
    const { body } = await create();
    const second = await create();
    expect(codeOf(second)).toBe('409 export_running');
    expect(second.body).toMatchObject({
      export: body.data.id,
      detail: expect.stringContaining('getContactExport'),
    });
    const workspaces = [...api.core.exports.values()].find(({ scope }) => scope === 'workspace');
    if (workspaces) api.core.exports.delete(`${api.workspaceId}/${workspaces.id}`);
    await write();

    const third = await create();
    expect(codeOf(third)).toBe('409 quota_exceeded');
    expect(third.headers['Retry-After']).toBe('3600');
    api.clock.advance(3600);
    expect((await create()).status).toBe(202);
  });

  it('is deleted after 24 hours', async ({ api, create, read }) => {
    const { body } = await create();
    api.clock.advance(86_399);
    expect((await read(body.data.id)).status).toBe(200);
    api.clock.advance(1);

    expect(codeOf(await read(body.data.id))).toBe('404 export_not_found');
  });

  it('is not found as an export of the workspace, and the other way round', async ({ api, create, read }) => {
    const key = api.grant([
      'workspace:exports:read',
      'workspace:exports:write',
      'salesbot:contacts:read',
      'workspace:settings:read',
    ]);
    const { body } = await create();
    const params = { export: String(body.data.id) };
    expect(codeOf(await api.call('get-export', { key, params }))).toBe('404 export_not_found');
    expect(codeOf(await api.call('list-export-media', { key, params }))).toBe('404 export_not_found');
    const whole = await api.call('create-export', { key });

    expect(codeOf(await read(whole.body.data.id))).toBe('404 export_not_found');
  });
});
