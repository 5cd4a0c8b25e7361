import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { type ContactImport, IMPORT_STATES } from '#shared/messaging/domain/contact-import.ts';
import { aCompletedImport } from '#test/support/builders/messaging/import-builders.ts';
import { withinWorkspace } from '#test/support/fakes/platform/memory-core.ts';
import { aBroadcastBody, startBroadcastApi } from '#test/support/fixtures/broadcasts/broadcast-api.ts';

const SANDBOX = { sender: 'platform', sending: { platform: 'sandbox' } };
const DAY = 86_400;

async function withImport(fields: Partial<ContactImport> = {}) {
  const fixture = await startBroadcastApi(SANDBOX);
  const { api, key, edit } = fixture;
  const imported = aCompletedImport({ workspaceId: api.workspaceId, createdAt: api.clock(), ...fields });
  const { workspaceId, id } = imported;
  api.core.contactImports.set(withinWorkspace(workspaceId, id), { imported, rejections: [] });
  const create = (audience: object) =>
    api.call('create-broadcast', { key, json: aBroadcastBody({ ...SANDBOX, audience }) });
  return { ...fixture, create, update: (audience: object) => edit({ audience }), list: imported.id };
}

describe('the audience of an uploaded list', () => {
  it.each([{}, { stage: 'lead', tags: { any: ['a'], all: ['b'] }, platform: 'whatsapp' }])(
    'is accepted with the other conditions %j',
    async (others) => {
      const { create, update, list } = await withImport();
      const audience = { ...others, list };

      expect((await create(audience)).body.data).toMatchObject({ audience });
      expect((await update(audience)).body.data).toMatchObject({ audience });
    },
  );

  it.each([
    ['of another workspace', { workspaceId: randomUUID() }, /does not exist, or has expired/u],
    ['without a list', { list: null }, /has no list/u],
    ['that is not completed', { state: 'running' }, /Wait until getContactImport/u],
    ['that failed', { state: 'failed' }, /has failed/u],
  ] as const)('is rejected for an import %s', async (_, fields, detail) => {
    const { create, update, list, stored } = await withImport(fields);

    for (const { status, body } of [await create({ list }), await update({ list })]) {
      expect(status).toBe(422);
      expect(body.errors).toMatchObject([
        { pointer: '#/audience/list', code: 'audience_invalid', detail: expect.stringMatching(detail) },
      ]);
    }
    expect(stored().audience).toBeNull();
  });

  it.each(IMPORT_STATES.filter((state) => state !== 'completed'))(
    'is rejected while the import has the state %s',
    async (state) => {
      const { create, list } = await withImport({ state });

      expect((await create({ list })).status).toBe(422);
    },
  );

  it('is rejected for an unknown import', async () => {
    const { create } = await withImport();

    expect((await create({ list: randomUUID() })).body.errors).toMatchObject([
      { pointer: '#/audience/list' },
    ]);
  });

  it.each([['not an ID'], [7], [null]])('is rejected for the ID %j', async (list) => {
    const { create } = await withImport();

    expect((await create({ list })).body.errors).toMatchObject([
      { pointer: '#/audience', code: 'audience_invalid' },
    ]);
  });

  it('is rejected together with the failures of a broadcast', async () => {
    const { create, list } = await withImport();

    expect((await create({ list, failed_of: randomUUID() })).body.errors).toMatchObject([
      { pointer: '#/audience', code: 'audience_invalid' },
    ]);
  });

  it('is accepted for 90 days, and does not prevent other edits afterwards', async () => {
    const { api, update, edit, list } = await withImport();
    api.clock.advance(90 * DAY - 1);
    expect((await update({ list })).status).toBe(200);
    api.clock.advance(1);

    expect((await update({ list })).body.errors).toMatchObject([{ pointer: '#/audience/list' }]);
    expect((await edit({ name: 'Other' })).status).toBe(200);
  });

  it('means nothing to an engine', async () => {
    const { api, key } = await withImport();
    const json = aBroadcastBody({ audience: { list: 'anything' } });

    expect((await api.call('create-broadcast', { key, json })).status).toBe(201);
  });
});
