import { describe, expect, it } from 'vitest';
import { operation as createPost } from '#functions/publishing/create-post/operation.ts';
import { operation as getPost } from '#functions/publishing/get-post/operation.ts';
import { operation as createEndpoint } from '#functions/webhooks/create-endpoint/operation.ts';
import { operation as getEndpoint } from '#functions/webhooks/get-endpoint/operation.ts';
import { httpEntry, postEntry, secretPostEntry } from '#shared/platform/entry/http-entry.ts';
import { type Provisions, createProvisions } from '#shared/platform/entry/provisions.ts';
import { publicEntry } from '#shared/platform/entry/public-entry.ts';
import { PROVISION_VARIABLES } from '#shared/platform/runtime/capabilities.ts';
import { createSecrets } from '#shared/platform/runtime/kms-secret-box.ts';

/** Each error below is one that `tsc` must report. */
function rejectedByTheCompiler(build: (...values: readonly unknown[]) => never): void {
  httpEntry(getEndpoint, ({ deliveries, core }) => build(deliveries, core));
  // @ts-expect-error get-post does not declare read-deliveries.
  httpEntry(getPost, ({ deliveries }) => build(deliveries));
  // @ts-expect-error get-post does not declare check-addresses.
  httpEntry(getPost, ({ allowedHosts }) => build(allowedHosts));
  // @ts-expect-error get-endpoint does not declare a capability of the key.
  httpEntry(getEndpoint, ({ secretKeyId }) => build(secretKeyId));
  // @ts-expect-error A POST needs an idempotency store.
  httpEntry(createPost, () => build());
  // @ts-expect-error A response with a secret is stored encrypted.
  postEntry(createEndpoint, () => build());
  // @ts-expect-error create-post does not declare seal-replay.
  secretPostEntry(createPost, createSecrets, () => build());
  // @ts-expect-error get-post needs an API key.
  publicEntry(getPost, () => build());
}

describe('entries', () => {
  it('take only what the operation declares: see the errors above', () => {
    expect(rejectedByTheCompiler).toBeTypeOf('function');
  });
});

describe('createProvisions', () => {
  it.each(Object.entries(PROVISION_VARIABLES))('builds %s from %s alone', (provision, variable) => {
    const provisions: Partial<Provisions<typeof createEndpoint>> = createProvisions(createEndpoint);
    const before = process.env[variable];
    process.env[variable] = 'value';
    try {
      expect(Reflect.get(provisions, provision)).toBeDefined();
    } finally {
      if (before === undefined) delete process.env[variable];
      else process.env[variable] = before;
    }
  });

  it('rejects a missing variable with its name', () => {
    const provisions = createProvisions(createEndpoint);

    expect(() => provisions.core).toThrow('Missing environment variable: CORE_TABLE');
  });
});
