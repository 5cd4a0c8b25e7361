import { describe, expect, it } from 'vitest';
import { ConcurrentUpdateError } from '#shared/platform/core/errors.ts';
import { toTombstone } from '#shared/webhooks/domain/delete-endpoint.ts';
import { ENDPOINT_LIMIT, type Endpoint } from '#shared/webhooks/domain/endpoint.ts';
import { aContext } from '#test/support/builders/platform/command-builders.ts';
import { anEdit, anEndpoint } from '#test/support/builders/webhooks/endpoint-builders.ts';
import { createWorkspaceIn } from '#test/support/builders/workspaces/workspace-builders.ts';
import { describeStores } from '#test/support/fixtures/platform/platform-fixture.ts';

describeStores('EndpointStore', (fixture) => {
  async function created(overrides: Partial<Endpoint> = {}) {
    const { owned } = await createWorkspaceIn(fixture.workspaces);
    const endpoint = anEndpoint({ ...owned, ...overrides });
    await fixture.endpoints.create(endpoint, aContext());
    return { endpoint, owned };
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

  describe('remove', () => {
    it('removes the endpoint from every list and leaves a tombstone, without URL and secrets', async () => {
      const { endpoint } = await created({ enabled: true });
      await fixture.endpoints.remove(endpoint, aContext());

      expect(await readAll(endpoint)).toEqual({
        endpoint: undefined,
        entry: undefined,
        target: toTombstone(endpoint),
      });
      expect(await fixture.endpoints.list(endpoint.workspaceId)).toEqual([]);
    });

    it('makes room for another endpoint', async () => {
      const { endpoint, owned } = await created();
      for (let index = 1; index < ENDPOINT_LIMIT; index += 1) {
        await fixture.endpoints.create(anEndpoint(owned), aContext());
      }
      await fixture.endpoints.remove(endpoint, aContext());

      await expect(fixture.endpoints.create(anEndpoint(owned), aContext())).resolves.toBeUndefined();
    });

    it('leaves the other endpoints unchanged', async () => {
      const { endpoint, owned } = await created();
      const other = anEndpoint(owned);
      await fixture.endpoints.create(other, aContext());
      const before = await readAll(other);
      await fixture.endpoints.remove(endpoint, aContext());

      expect(await readAll(other)).toEqual(before);
    });

    it('succeeds again when the same command runs twice', async () => {
      const { endpoint } = await created();
      const context = aContext();
      await fixture.endpoints.remove(endpoint, context);
      await fixture.endpoints.remove(endpoint, context);

      expect(await fixture.endpoints.readTarget(endpoint.id)).toEqual(toTombstone(endpoint));
    });

    it('rejects an endpoint that was changed after the read, and deletes nothing', async () => {
      const { endpoint } = await created();
      await fixture.endpoints.save(endpoint, anEdit(endpoint, { name: 'Other desk' }), aContext());
      const before = await readAll(endpoint);

      await expect(fixture.endpoints.remove(endpoint, aContext())).rejects.toThrow(ConcurrentUpdateError);
      expect(await readAll(endpoint)).toEqual(before);
    });

    it('rejects another command on a deleted endpoint', async () => {
      const { endpoint } = await created();
      await fixture.endpoints.remove(endpoint, aContext());

      await expect(fixture.endpoints.remove(endpoint, aContext())).rejects.toThrow(ConcurrentUpdateError);
      const edit = anEdit(endpoint, { enabled: true });
      await expect(fixture.endpoints.save(endpoint, edit, aContext())).rejects.toThrow(ConcurrentUpdateError);
      expect(await fixture.endpoints.readTarget(endpoint.id)).toEqual(toTombstone(endpoint));
    });
  });
});
