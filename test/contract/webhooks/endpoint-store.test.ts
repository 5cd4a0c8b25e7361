import { describe, expect, it } from 'vitest';
import { CHANNELS } from '#shared/events/catalogue/channels.ts';
import type { EventFilter } from '#shared/events/subscriptions/event-filter.ts';
import { encodeFilters, WORKSPACE_FILTER_BYTES } from '#shared/events/subscriptions/subscription-filters.ts';
import { encodeSubscriptions } from '#shared/events/subscriptions/subscription-set.ts';
import { DuplicateRequestError, ConcurrentUpdateError } from '#shared/platform/core/errors.ts';
import type { Member } from '#shared/platform/identity/workspace.ts';
import { HEALTHY } from '#shared/webhooks/domain/endpoint-health.ts';
import { ENDPOINT_LIMIT, type Endpoint } from '#shared/webhooks/domain/endpoint.ts';
import {
  aContext,
  anIdempotencyRecord,
  secondsAfterNow,
  NOW,
} from '#test/support/builders/platform/command-builders.ts';
import { anEdit, anEndpoint } from '#test/support/builders/webhooks/endpoint-builders.ts';
import { createWorkspaceIn } from '#test/support/builders/workspaces/workspace-builders.ts';
import { describeStores } from '#test/support/fixtures/platform/platform-fixture.ts';

const LATER = secondsAfterNow(60);

/** Subscriptions to further events with the same filter. */
function more(filter: EventFilter): Endpoint['subscriptions'] {
  const events = ['salesbot.store.order_created', 'salesbot.store.order_refunded'] as const;
  return events.flatMap((event) => CHANNELS.map((channel) => ({ event, channel, filter })));
}

describeStores('EndpointStore', (fixture) => {
  async function created(overrides: Partial<Endpoint> = {}) {
    const workspace = await createWorkspaceIn(fixture.workspaces);
    const endpoint = anEndpoint({ ...workspace.owned, ...overrides });
    await fixture.endpoints.create(endpoint, aContext());
    return { ...workspace, endpoint };
  }

  /** Everything that can be read about an endpoint. */
  async function readAll({ workspaceId, id }: Endpoint) {
    const [endpoint, directory, target] = await Promise.all([
      fixture.endpoints.find(workspaceId, id),
      fixture.endpoints.readDirectory(workspaceId),
      fixture.endpoints.readTarget(id),
    ]);
    return { endpoint, entry: directory.find((entry) => entry.endpointId === id), target };
  }

  describe('create', () => {
    it('returns the endpoint as created', async () => {
      const secrets = { current: 'a', hint: 'wxyz', previous: { sealed: 'b', expiresAt: LATER } };
      const { endpoint, workspaceId } = await created({ description: 'For orders', secrets });

      expect(await fixture.endpoints.find(workspaceId, endpoint.id)).toEqual(endpoint);
    });

    it('adds it to the directory and writes its delivery target', async () => {
      const { endpoint } = await created({ suspendedReason: 'admin_lost_access' });
      const { entry, target } = await readAll(endpoint);

      expect(entry).toEqual({
        endpointId: endpoint.id,
        enabled: false,
        settingsVersion: 1,
        shards: 1,
        subscriptions: encodeSubscriptions(endpoint.subscriptions),
      });
      const { id, workspaceId, url, enabled, suspendedReason, settingsVersion, shards } = endpoint;
      const { secrets, signingKeys, headers } = endpoint;
      const settings = { id, workspaceId, url, enabled, suspendedReason, settingsVersion, shards };
      expect(target).toEqual({ ...settings, secrets, signingKeys, headers, deleted: false, health: HEALTHY });
    });

    it('keeps filters with their subscriptions, in the endpoint and in the directory', async () => {
      const subscriptions: Endpoint['subscriptions'] = [
        { event: 'salesbot.store.order_paid', channel: 'sms', filter: { 'order.total': { $gte: '100' } } },
        { event: 'salesbot.contact.created', channel: 'all' },
        {
          event: 'salesbot.store.order_paid',
          channel: 'all',
          filter: { $not: { 'order.number': { $eq: 'é' } } },
        },
      ];
      const { endpoint } = await created({ subscriptions });
      const read = await readAll(endpoint);

      expect(read.endpoint?.subscriptions).toEqual(subscriptions);
      expect(read.entry?.filters).toEqual(encodeFilters(subscriptions));
      const plain = anEdit(endpoint, { subscriptions: subscriptions.slice(1, 2) });
      await fixture.endpoints.save(endpoint, plain, aContext());
      const after = await readAll(endpoint);
      expect(after.endpoint?.subscriptions).toEqual(subscriptions.slice(1, 2));
      expect(after.entry).not.toHaveProperty('filters');
    });

    it('rejects filters that exceed the limit of the workspace together, and changes nothing', async () => {
      const values = Array.from({ length: 21 }, (_, index) => `${index}`.padEnd(41, 'x'));
      const filter = { 'order.number': { $in: values } };
      const subscriptions: Endpoint['subscriptions'] = CHANNELS.map((channel) => ({
        event: 'salesbot.store.order_paid',
        channel,
        filter,
      }));
      const { owned, endpoint: first } = await created({ subscriptions });
      const [second, third] = [
        anEndpoint({ ...owned, subscriptions }),
        anEndpoint({ ...owned, subscriptions }),
      ];
      await fixture.endpoints.create(second, aContext());
      const tooMany = { code: 'filter_limit_reached', extras: { limit: WORKSPACE_FILTER_BYTES } };
      const before = await readAll(first);
      const grown = anEdit(first, { subscriptions: [...subscriptions, ...more(filter)] });

      await expect(fixture.endpoints.create(third, aContext())).rejects.toMatchObject(tooMany);
      await expect(fixture.endpoints.save(first, grown, aContext())).rejects.toMatchObject(tooMany);
      expect(await readAll(first)).toEqual(before);
      expect(await readAll(third)).toEqual({ endpoint: undefined, entry: undefined, target: undefined });
      await fixture.endpoints.remove(second, aContext());
      await expect(fixture.endpoints.create(third, aContext())).resolves.toBeUndefined();
    });

    it('keeps subscriptions in the order of the client', async () => {
      const subscriptions: Endpoint['subscriptions'] = [
        { event: 'salesbot.store.order_paid', channel: 'all' },
        { event: 'salesbot.message.sent', channel: 'sms' },
        { event: 'salesbot.contact.created', channel: 'all' },
        { event: 'salesbot.message.sent', channel: 'whatsapp' },
      ];
      const { endpoint, workspaceId } = await created({ subscriptions });

      expect((await fixture.endpoints.find(workspaceId, endpoint.id))?.subscriptions).toEqual(subscriptions);
    });

    it('stores only id and name of the responsible member', async () => {
      const { admin, workspaceId } = await createWorkspaceIn(fixture.workspaces);
      const endpoint = anEndpoint({ workspaceId, responsibleMember: admin });
      await fixture.endpoints.create(endpoint, aContext());

      const found = await fixture.endpoints.find(workspaceId, endpoint.id);
      expect(found?.responsibleMember).toEqual({ id: admin.id, name: admin.name });
    });

    it('stores the response with it', async () => {
      const { owned } = await createWorkspaceIn(fixture.workspaces);
      const response = anIdempotencyRecord({ sealedSecret: 'sealed' });
      await fixture.endpoints.create(anEndpoint(owned), aContext({ idempotencyRecord: response }));

      expect(await fixture.responses.find(response.id, NOW)).toEqual(response);
    });

    it('creates nothing when the response is already stored', async () => {
      const { owned } = await createWorkspaceIn(fixture.workspaces);
      const response = anIdempotencyRecord();
      await fixture.responses.remember(response, aContext().change);
      const endpoint = anEndpoint(owned);

      const again = fixture.endpoints.create(endpoint, aContext({ idempotencyRecord: response }));
      await expect(again).rejects.toThrow(DuplicateRequestError);
      expect(await readAll(endpoint)).toEqual({ endpoint: undefined, entry: undefined, target: undefined });
    });

    it('creates one endpoint when the same command runs twice', async () => {
      const { owned, workspaceId } = await createWorkspaceIn(fixture.workspaces);
      const endpoint = anEndpoint(owned);
      for (const context of [aContext(), aContext({ idempotencyRecord: anIdempotencyRecord() })]) {
        const mine = { ...endpoint, id: anEndpoint().id };
        await fixture.endpoints.create(mine, context);
        await fixture.endpoints.create(mine, context);
      }

      expect(await fixture.endpoints.list(workspaceId)).toHaveLength(2);
    });

    it('rejects a duplicate id, and keeps the first endpoint', async () => {
      const { endpoint } = await created();
      const before = await readAll(endpoint);

      const second = fixture.endpoints.create({ ...endpoint, name: 'Other' }, aContext());
      await expect(second).rejects.toThrow(ConcurrentUpdateError);
      expect(await readAll(endpoint)).toEqual(before);
    });

    it.each([
      ['removed', async (member: Member) => fixture.removeMember(member)],
      ['no longer an admin', async (member: Member) => fixture.putMember({ ...member, role: 'editor' })],
    ])('rejects when the responsible member is %s, and creates nothing', async (_, change) => {
      const { owned, admin } = await createWorkspaceIn(fixture.workspaces);
      await change(admin);
      const endpoint = anEndpoint(owned);
      const response = anIdempotencyRecord();

      const create = fixture.endpoints.create(endpoint, aContext({ idempotencyRecord: response }));
      await expect(create).rejects.toMatchObject({ code: 'admin_required' });
      expect(await readAll(endpoint)).toEqual({ endpoint: undefined, entry: undefined, target: undefined });
      expect(await fixture.responses.find(response.id, NOW)).toBeUndefined();
    });

    it('rejects a responsible member of a third-party workspace', async () => {
      const [ours, foreign] = [
        await createWorkspaceIn(fixture.workspaces),
        await createWorkspaceIn(fixture.workspaces),
      ];
      const endpoint = anEndpoint({ ...ours.owned, responsibleMember: foreign.owned.responsibleMember });

      const create = fixture.endpoints.create(endpoint, aContext());
      await expect(create).rejects.toMatchObject({ code: 'admin_required' });
    });

    it('rejects more than the limit, counting paused ones, in this workspace only', async () => {
      const [full, other] = [
        await createWorkspaceIn(fixture.workspaces),
        await createWorkspaceIn(fixture.workspaces),
      ];
      for (let index = 0; index < ENDPOINT_LIMIT; index += 1) {
        await fixture.endpoints.create(anEndpoint({ ...full.owned, enabled: index % 2 === 0 }), aContext());
      }
      const oneTooMany = fixture.endpoints.create(anEndpoint(full.owned), aContext());

      await expect(oneTooMany).rejects.toMatchObject({
        code: 'endpoint_limit_reached',
        extras: { limit: ENDPOINT_LIMIT },
      });
      expect(await fixture.endpoints.list(full.workspaceId)).toHaveLength(ENDPOINT_LIMIT);
      await expect(fixture.endpoints.create(anEndpoint(other.owned), aContext())).resolves.toBeUndefined();
    });
  });

  describe('find, list and the views', () => {
    it('do not return an endpoint to a third-party workspace', async () => {
      const { endpoint } = await created();
      const foreign = await createWorkspaceIn(fixture.workspaces);

      expect(await fixture.endpoints.find(foreign.workspaceId, endpoint.id)).toBeUndefined();
      expect(await fixture.endpoints.list(foreign.workspaceId)).toEqual([]);
      expect(await fixture.endpoints.readDirectory(foreign.workspaceId)).toEqual([]);
    });

    it('return nothing for an endpoint or a workspace that was not created', async () => {
      const { id, workspaceId } = anEndpoint();

      expect(await fixture.endpoints.find(workspaceId, id)).toBeUndefined();
      expect(await fixture.endpoints.readTarget(id)).toBeUndefined();
      expect(await fixture.endpoints.list(workspaceId)).toEqual([]);
      expect(await fixture.endpoints.readDirectory(workspaceId)).toEqual([]);
    });

    it('list the newest first', async () => {
      const { owned, workspaceId } = await createWorkspaceIn(fixture.workspaces);
      const ids = ['1', '2', '3'].map((digit) => `0190000${digit}-0000-7000-8000-000000000000`);
      for (const id of [ids[1], ids[0], ids[2]]) {
        await fixture.endpoints.create(anEndpoint({ ...owned, id: id ?? '' }), aContext());
      }

      const listed = await fixture.endpoints.list(workspaceId);
      expect(listed.map((endpoint) => endpoint.id)).toEqual(ids.toReversed());
    });
  });

  describe('save', () => {
    it('writes settings to the endpoint, the directory and the delivery target', async () => {
      const { endpoint: before, workspaceId } = await created();
      const edit = anEdit(before, { url: 'https://new.example.com/x', enabled: true });
      await fixture.endpoints.save(before, edit, aContext());

      const { endpoint, entry, target } = await readAll(before);
      expect(endpoint).toEqual(edit.endpoint);
      expect(entry).toMatchObject({ enabled: true, settingsVersion: 2 });
      expect(target).toMatchObject({ url: 'https://new.example.com/x', enabled: true, settingsVersion: 2 });
      expect(await fixture.endpoints.list(workspaceId)).toEqual([edit.endpoint]);
    });

    it('writes a rename to the endpoint only', async () => {
      const { endpoint: before } = await created({ description: 'For orders' });
      const { entry, target } = await readAll(before);
      const edit = anEdit(before, { name: 'Other desk', description: null });
      await fixture.endpoints.save(before, edit, aContext());

      expect(await readAll(before)).toEqual({ endpoint: edit.endpoint, entry, target });
    });

    it('writes another spelling to the endpoint, the directory and the delivery target, and keeps the settings', async () => {
      const of = (total: string): Endpoint['subscriptions'] => [
        { event: 'salesbot.store.order_paid', channel: 'all', filter: { 'order.total': { $gte: total } } },
      ];
      const { endpoint: before } = await created({ subscriptions: of('100') });
      const { entry, target } = await readAll(before);
      const url = before.url.replace('https://', 'HTTPS://');
      const edit = anEdit(before, { url, subscriptions: of('100.00') });
      await fixture.endpoints.save(before, edit, aContext());

      const [filter] = Object.entries(entry?.filters ?? {});
      expect(await readAll(before)).toEqual({
        endpoint: edit.endpoint,
        entry: { ...entry, filters: { [filter?.[0] ?? '']: '{"order.total":{"$gte":"100.00"}}' } },
        target: { ...target, url },
      });
    });

    it('writes headers to the endpoint and the delivery target, and keeps the directory and the settings', async () => {
      const { endpoint: before } = await created({ headers: { names: ['X-A'], sealed: 'one' } });
      const { entry, target } = await readAll(before);
      const headers = { names: ['X-B', 'x-c'], sealed: 'two' };
      const edit = anEdit(before, { headers });
      await fixture.endpoints.save(before, edit, aContext());

      expect(edit.endpoint.settingsVersion).toBe(before.settingsVersion);
      expect(await readAll(before)).toEqual({
        endpoint: edit.endpoint,
        entry,
        target: { ...target, headers },
      });
    });

    it('removes headers, and writes them with the settings if both change', async () => {
      const { endpoint: before } = await created({ headers: { names: ['X-A'], sealed: 'one' } });
      const removal = anEdit(before, { headers: null });
      await fixture.endpoints.save(before, removal, aContext());
      expect((await readAll(before)).target?.headers).toBeNull();

      const headers = { names: ['X-B'], sealed: 'two' };
      const both = anEdit(removal.endpoint, { url: 'https://new.example.com/x', headers });
      await fixture.endpoints.save(removal.endpoint, both, aContext());
      expect((await readAll(before)).target).toMatchObject({
        url: 'https://new.example.com/x',
        settingsVersion: 2,
        headers,
      });
    });

    it('stores the response with the edit', async () => {
      const { endpoint } = await created();
      const response = anIdempotencyRecord({ status: 200 });
      const edit = anEdit(endpoint, { name: 'Other desk' });
      await fixture.endpoints.save(endpoint, edit, aContext({ idempotencyRecord: response }));

      expect(await fixture.responses.find(response.id, NOW)).toEqual(response);
    });

    it('writes nothing when the response is already stored', async () => {
      const { endpoint } = await created();
      const before = await readAll(endpoint);
      const response = anIdempotencyRecord();
      await fixture.responses.remember(response, aContext().change);

      const edit = anEdit(endpoint, { enabled: true });
      const save = fixture.endpoints.save(endpoint, edit, aContext({ idempotencyRecord: response }));
      await expect(save).rejects.toThrow(DuplicateRequestError);
      expect(await readAll(endpoint)).toEqual(before);
    });

    it.each([{ name: 'Other desk' }, { enabled: true }])(
      'changes once when the same command runs twice: %j',
      async (fields) => {
        const { endpoint } = await created();
        const edit = anEdit(endpoint, fields);
        const context = aContext();
        await fixture.endpoints.save(endpoint, edit, context);
        await fixture.endpoints.save(endpoint, edit, context);

        expect(await fixture.endpoints.find(endpoint.workspaceId, endpoint.id)).toEqual(edit.endpoint);
      },
    );

    it.each([{ name: 'Third desk' }, { enabled: true }])(
      'rejects an edit of an outdated revision: %j',
      async (fields) => {
        const { endpoint: stale } = await created();
        const edit = anEdit(stale, { name: 'Other desk' });
        await fixture.endpoints.save(stale, edit, aContext());
        const before = await readAll(stale);

        const save = fixture.endpoints.save(stale, anEdit(stale, fields), aContext());
        await expect(save).rejects.toThrow(ConcurrentUpdateError);
        expect(await readAll(stale)).toEqual(before);
      },
    );

    it('rejects an edit of a deleted endpoint', async () => {
      const { owned } = await createWorkspaceIn(fixture.workspaces);
      const gone = anEndpoint(owned);

      const save = fixture.endpoints.save(gone, anEdit(gone, { enabled: true }), aContext());
      await expect(save).rejects.toThrow(ConcurrentUpdateError);
      expect(await readAll(gone)).toEqual({ endpoint: undefined, entry: undefined, target: undefined });
    });

    it('does not recreate a removed directory entry', async () => {
      const { endpoint } = await created();
      await fixture.removeFromDirectory(endpoint);
      const before = await readAll(endpoint);

      const save = fixture.endpoints.save(
        endpoint,
        anEdit(endpoint, { url: 'https://x.example' }),
        aContext(),
      );
      await expect(save).rejects.toThrow(ConcurrentUpdateError);
      expect(await readAll(endpoint)).toEqual(before);
    });

    it('rejects enabling when the responsible member was removed', async () => {
      const { endpoint, admin } = await created();
      await fixture.removeMember(admin);
      const before = await readAll(endpoint);

      const save = fixture.endpoints.save(endpoint, anEdit(endpoint, { enabled: true }), aContext());
      await expect(save).rejects.toMatchObject({ code: 'admin_required' });
      expect(await readAll(endpoint)).toEqual(before);
    });

    it.each([
      ['rename', { name: 'Other desk' }],
      ['pause', { enabled: false }],
    ])('accepts a %s when the responsible member was removed', async (_, fields) => {
      const { endpoint, admin } = await created({ enabled: true });
      await fixture.removeMember(admin);
      const edit = anEdit(endpoint, fields);
      await fixture.endpoints.save(endpoint, edit, aContext());

      expect(await fixture.endpoints.find(endpoint.workspaceId, endpoint.id)).toEqual(edit.endpoint);
    });

    it('leaves the other endpoints of the workspace unchanged', async () => {
      const { endpoint, owned } = await created();
      const other = anEndpoint(owned);
      await fixture.endpoints.create(other, aContext());
      const before = await readAll(other);
      await fixture.endpoints.save(endpoint, anEdit(endpoint, { enabled: true }), aContext());

      expect(await readAll(other)).toEqual(before);
    });
  });
});
