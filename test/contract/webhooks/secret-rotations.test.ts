import { describe, expect, it } from 'vitest';
import { ConcurrentUpdateError, DuplicateRequestError } from '#shared/platform/core/errors.ts';
import type { Endpoint } from '#shared/webhooks/domain/endpoint.ts';
import { rotateSecret } from '#shared/webhooks/domain/rotate-secret.ts';
import {
  aContext,
  anIdempotencyRecord,
  NOW,
  secondsAfterNow,
} from '#test/support/builders/platform/command-builders.ts';
import { anEndpoint, aSigningKey } from '#test/support/builders/webhooks/endpoint-builders.ts';
import { createWorkspaceIn } from '#test/support/builders/workspaces/workspace-builders.ts';
import { describeStores } from '#test/support/fixtures/platform/platform-fixture.ts';
import { readPages } from '#test/support/fixtures/platform/read-pages.ts';

const HOUR = 3600;

/** Seconds from a rotation to its notice. */
const NOTICE = 20 * HOUR;

describeStores('SecretRotations', (fixture) => {
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

  function rotated(before: Endpoint, sealed = 'sealed-new', at = NOW): Endpoint {
    return rotateSecret(before, { sealed, hint: 'wxyz' }, false, at);
  }

  describe('saveSecrets', () => {
    it('writes the secrets to the endpoint and to its delivery target, and nothing else', async () => {
      const { endpoint: before } = await created({ enabled: true });
      const { entry, target } = await readAll(before);
      const after = rotated(before);
      await fixture.rotations.saveSecrets(before, after, aContext());

      const { secrets } = after;
      expect(secrets.previous).toEqual({ sealed: 'sealed-current', expiresAt: secondsAfterNow(86_400) });
      expect(await readAll(before)).toEqual({ endpoint: after, entry, target: { ...target, secrets } });
    });

    it('writes the key pairs with the secrets, and the immediate end of the previous one', async () => {
      const [first, second, third] = ['first', 'second', 'third'].map(aSigningKey);
      if (!first || !second || !third) throw new Error('A key pair is missing');
      const { endpoint: before } = await created({ signingKeys: { current: first, previous: null } });
      const once = rotateSecret(before, { sealed: 'sealed-new', hint: 'wxyz', key: second }, false, NOW);
      await fixture.rotations.saveSecrets(before, once, aContext());
      const during = await readAll(before);

      const previous = { ...first, expiresAt: secondsAfterNow(86_400) };
      expect(during.endpoint).toEqual(once);
      expect(during.target?.signingKeys).toEqual({ current: second, previous });
      const twice = rotateSecret(once, { sealed: 'sealed-newest', hint: 'wxyz', key: third }, true, NOW);
      await fixture.rotations.saveSecrets(once, twice, aContext());
      expect((await readAll(before)).target?.signingKeys).toEqual({ current: third, previous: null });
    });

    it('removes the previous secret', async () => {
      const { endpoint: before } = await created();
      const once = rotated(before);
      await fixture.rotations.saveSecrets(before, once, aContext());
      const twice = rotateSecret(once, { sealed: 'sealed-newest', hint: 'wxyz' }, true, NOW);
      await fixture.rotations.saveSecrets(once, twice, aContext());

      expect((await fixture.endpoints.readTarget(before.id))?.secrets).toEqual({
        current: 'sealed-newest',
        hint: 'wxyz',
        previous: null,
      });
    });

    it('stores the response with them', async () => {
      const { endpoint: before } = await created();
      const response = anIdempotencyRecord({ sealedSecret: 'sealed' });
      await fixture.rotations.saveSecrets(before, rotated(before), aContext({ idempotencyRecord: response }));

      expect(await fixture.responses.find(response.id, NOW)).toEqual(response);
    });

    it('writes nothing when the response is already stored', async () => {
      const { endpoint } = await created();
      const before = await readAll(endpoint);
      const response = anIdempotencyRecord();
      await fixture.responses.remember(response, aContext().change);

      const save = fixture.rotations.saveSecrets(
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
      await fixture.rotations.saveSecrets(before, after, context);
      await fixture.rotations.saveSecrets(before, after, context);

      expect(await fixture.endpoints.find(before.workspaceId, before.id)).toEqual(after);
    });

    it('lets one of five racing rotations win', async () => {
      const { endpoint: before } = await created();
      const runs = await Promise.allSettled(
        Array.from({ length: 5 }, async (_, index) => {
          const after = rotated(before, `sealed-${index}`);
          await fixture.rotations.saveSecrets(before, after, aContext());
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

      const save = fixture.rotations.saveSecrets(gone, rotated(gone), aContext());
      await expect(save).rejects.toThrow(ConcurrentUpdateError);
      expect(await readAll(gone)).toEqual({ endpoint: undefined, entry: undefined, target: undefined });
    });
  });

  describe('notices', () => {
    const dueFor = async ({ id }: Endpoint, seconds: number) =>
      (await readPages(fixture.rotationNotices.readDue(secondsAfterNow(seconds)))).filter(
        ({ endpointId }) => endpointId === id,
      );

    async function withNotice() {
      const { endpoint: before } = await created();
      const endpoint = rotated(before);
      await fixture.rotations.saveSecrets(before, endpoint, aContext());
      const notice = {
        workspaceId: endpoint.workspaceId,
        endpointId: endpoint.id,
        at: secondsAfterNow(NOTICE),
      };
      return { before, endpoint, notice };
    }

    it('are due four hours before the previous secret ends', async () => {
      const { endpoint, notice } = await withNotice();

      expect(await dueFor(endpoint, NOTICE)).toEqual([]);
      expect(await dueFor(endpoint, NOTICE + 1)).toEqual([notice]);
    });

    it('are read oldest first', async () => {
      const { endpoint: first } = await withNotice();
      const { endpoint: before } = await created();
      const second = rotated(before, 'sealed-new', secondsAfterNow(1));
      await fixture.rotations.saveSecrets(before, second, aContext());
      const ours = (await readPages(fixture.rotationNotices.readDue(secondsAfterNow(NOTICE + 2))))
        .map(({ endpointId }) => endpointId)
        .filter((id) => [first.id, second.id].includes(id));

      expect(ours).toEqual([first.id, second.id]);
    });

    it('are due until they are finished, which can be repeated', async () => {
      const { endpoint, notice } = await withNotice();
      expect(await dueFor(endpoint, 3 * NOTICE)).toEqual([notice]);
      await fixture.rotationNotices.finish(notice);
      await fixture.rotationNotices.finish(notice);

      expect(await dueFor(endpoint, 3 * NOTICE)).toEqual([]);
    });

    it('are replaced by a later rotation, whose notice the end of the earlier one does not remove', async () => {
      const { endpoint, notice } = await withNotice();
      const later = rotated(endpoint, 'sealed-newer', secondsAfterNow(24 * HOUR));
      await fixture.rotations.saveSecrets(endpoint, later, aContext());
      await fixture.rotationNotices.finish(notice);

      expect(await dueFor(endpoint, 24 * HOUR + NOTICE + 1)).toEqual([
        { ...notice, at: secondsAfterNow(24 * HOUR + NOTICE) },
      ]);
    });

    it('are not planned by a rotation with immediate effect, nor by one that lost a race', async () => {
      const { endpoint: before } = await created();
      const immediate = rotateSecret(before, { sealed: 'sealed-new', hint: 'wxyz' }, true, NOW);
      await fixture.rotations.saveSecrets(before, immediate, aContext());
      const lost = fixture.rotations.saveSecrets(before, rotated(before), aContext());
      await expect(lost).rejects.toThrow(ConcurrentUpdateError);

      expect(await dueFor(before, 3 * NOTICE)).toEqual([]);
    });
  });
});
