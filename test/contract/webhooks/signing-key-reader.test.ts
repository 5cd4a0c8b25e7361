import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { aContext } from '#test/support/builders/platform/command-builders.ts';
import { anEdit, anEndpoint, aSigningKey } from '#test/support/builders/webhooks/endpoint-builders.ts';
import { createWorkspaceIn } from '#test/support/builders/workspaces/workspace-builders.ts';
import { describeStores } from '#test/support/fixtures/platform/platform-fixture.ts';

describeStores('SigningKeyReader', (fixture) => {
  const signingKeys = { current: aSigningKey('first'), previous: null };

  async function created(overrides: Parameters<typeof anEndpoint>[0]) {
    const { owned } = await createWorkspaceIn(fixture.workspaces);
    const endpoint = anEndpoint({ ...owned, ...overrides });
    await fixture.endpoints.create(endpoint, aContext());
    return endpoint;
  }

  it('returns the key pairs of an endpoint of any workspace', async () => {
    const { id } = await created({ signingKeys });

    expect(await fixture.signingKeys.findKeys(id)).toEqual(signingKeys);
  });

  it('returns nothing without key pairs, and for an unknown endpoint', async () => {
    const { id } = await created({ signingKeys: null });

    expect(await fixture.signingKeys.findKeys(id)).toBeUndefined();
    expect(await fixture.signingKeys.findKeys(randomUUID())).toBeUndefined();
  });

  it('returns the key pairs of an edit, and nothing after they were deleted', async () => {
    const plain = await created({ signingKeys: null });
    const on = anEdit(plain, { signingKeys });
    await fixture.endpoints.save(plain, on, aContext());
    expect(await fixture.signingKeys.findKeys(plain.id)).toEqual(signingKeys);

    await fixture.endpoints.save(on.endpoint, anEdit(on.endpoint, { signingKeys: null }), aContext());
    expect(await fixture.signingKeys.findKeys(plain.id)).toBeUndefined();
  });

  it('returns nothing for a deleted endpoint', async () => {
    const endpoint = await created({ signingKeys });
    await fixture.endpoints.remove(endpoint, aContext());

    expect(await fixture.signingKeys.findKeys(endpoint.id)).toBeUndefined();
  });
});
