import { describe, expect, it } from 'vitest';
import { DuplicateRequestError, ConcurrentUpdateError } from '#shared/platform/core/errors.ts';
import { toTombstone } from '#shared/webhooks/domain/delete-endpoint.ts';
import { ENDPOINT_LIMIT, type Endpoint } from '#shared/webhooks/domain/endpoint.ts';
import { rotateSecret } from '#shared/webhooks/domain/rotate-secret.ts';
import {
  aContext,
  anIdempotencyRecord,
  anEdit,
  anEndpoint,
  createWorkspaceIn,
  secondsAfterNow,
  NOW,
} from '#test/support/builders/platform/builders.ts';
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

  describe('saveSecrets', () => {
    function rotated(before: Endpoint, sealed = 'sealed-new'): Endpoint {
      return rotateSecret(before, { sealed, hint: 'wxyz' }, false, NOW);
    }

    it('writes the secrets to the endpoint and to its delivery target, and nothing else', async () => {
      const { endpoint: before } = await created({ enabled: true });
      const { entry, target } = await readAll(before);
      const after = rotated(before);
      await fixture.endpoints.saveSecrets(before, after, aContext());

      const { secrets } = after;
      expect(secrets.previous).toEqual({ sealed: 'sealed-current', expiresAt: secondsAfterNow(86_400) });
      expect(await readAll(before)).toEqual({ endpoint: after, entry, target: { ...target, secrets } });
    });

    it('removes the previous secret', async () => {
      const { endpoint: before } = await created();
      const once = rotated(before);
      await fixture.endpoints.saveSecrets(before, once, aContext());
      const twice = rotateSecret(once, { sealed: 'sealed-newest', hint: 'wxyz' }, true, NOW);
      await fixture.endpoints.saveSecrets(once, twice, aContext());

      expect((await fixture.endpoints.readTarget(before.id))?.secrets).toEqual({
        current: 'sealed-newest',
        hint: 'wxyz',
        previous: null,
      });
    });

    it('stores the response with them', async () => {
      const { endpoint: before } = await created();
      const response = anIdempotencyRecord({ sealedSecret: 'sealed' });
      await fixture.endpoints.saveSecrets(before, rotated(before), aContext({ idempotencyRecord: response }));

      expect(await fixture.responses.find(response.id, NOW)).toEqual(response);
    });

    it('writes nothing when the response is already stored', async () => {
      const { endpoint } = await created();
      const before = await readAll(endpoint);
      const response = anIdempotencyRecord();
      await fixture.responses.remember(response, aContext().change);

      const save = fixture.endpoints.saveSecrets(
        endpoint,
        rotated(endpoint),
        aContext({ idempotencyRecord: response }),
      );
      await expect(save).rejects.toThrow(DuplicateRequestError);
      expect(await readAll(endpoint)).toEqual(before);
    });

    it('rotates once when the same command runs twice', async () => {
      const { endpoint: before } = await created();
      const [after, context] = [rotated(before), aContext()];
      await fixture.endpoints.saveSecrets(before, after, context);
      await fixture.endpoints.saveSecrets(before, after, context);

      expect(await fixture.endpoints.find(before.workspaceId, before.id)).toEqual(after);
    });

    it('lets one of five racing rotations win', async () => {
      const { endpoint: before } = await created();
      const runs = await Promise.allSettled(
        Array.from({ length: 5 }, async (_, index) => {
          const after = rotated(before, `sealed-${index}`);
          await fixture.endpoints.saveSecrets(before, after, aContext());
          return after;
        }),
      );
      const won = runs.flatMap((run) => (run.status === 'fulfilled' ? [run.value] : []));
      const rejected = runs.flatMap((run) => (run.status === 'rejected' ? [run.reason as unknown] : []));

      expect(won).toHaveLength(1);
      expect(rejected.every((error) => error instanceof ConcurrentUpdateError)).toBe(true);
      const { endpoint, target } = await readAll(before);
      expect(endpoint).toEqual(won[0]);
      expect(target?.secrets).toEqual(won[0]?.secrets);
    });

    it('rejects a deleted endpoint', async () => {
      const { owned } = await createWorkspaceIn(fixture.workspaces);
      const gone = anEndpoint(owned);

      const save = fixture.endpoints.saveSecrets(gone, rotated(gone), aContext());
      await expect(save).rejects.toThrow(ConcurrentUpdateError);
      expect(await readAll(gone)).toEqual({ endpoint: undefined, entry: undefined, target: undefined });
    });
  });

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
