import { describe, expect, it } from 'vitest';
import { operation as unlockPage } from '#functions/biolinks/unlock-page/operation.ts';
import { operation as createPost } from '#functions/publishing/create-post/operation.ts';
import { operation as getMedia } from '#functions/publishing/get-media/operation.ts';
import { operation as getPost } from '#functions/publishing/get-post/operation.ts';
import { operation as updateAccount } from '#functions/publishing/update-account/operation.ts';
import { operation as updatePost } from '#functions/publishing/update-post/operation.ts';
import { operation as createEndpoint } from '#functions/webhooks/create-endpoint/operation.ts';
import { operation as getEndpoint } from '#functions/webhooks/get-endpoint/operation.ts';
import { operation as resendDelivery } from '#functions/webhooks/resend-delivery/operation.ts';
import { operation as createApiKey } from '#functions/workspaces/create-api-key/operation.ts';
import { createDynamoUnlockAttempts } from '#shared/biolinks/store/dynamo-unlock-attempts.ts';
import { httpEntry, postEntry, secretPostEntry } from '#shared/platform/entry/http-entry.ts';
import { type Provisions, createProvisions } from '#shared/platform/entry/provisions.ts';
import { pageEntry, publicEntry } from '#shared/platform/entry/public-entry.ts';
import { PROVISION_VARIABLES } from '#shared/platform/runtime/capabilities.ts';
import { createSecrets } from '#shared/platform/runtime/kms-secret-box.ts';
import { tryWrite } from '#shared/platform/store/try-write.ts';
import { putItem } from '#shared/platform/store/write.ts';
import { createDynamoPostReader, createDynamoPostStore } from '#shared/publishing/store/dynamo-post-store.ts';
import { createDynamoDeliveryRequests } from '#shared/webhooks/store/dynamo-delivery-requests.ts';
import { createDynamoDeliveryStore } from '#shared/webhooks/store/dynamo-delivery-store.ts';

/** Each error below is one that `tsc` must report. */
function rejectedByTheCompiler(build: (...values: readonly unknown[]) => never): void {
  httpEntry(getEndpoint, ({ deliveries, core }) => build(deliveries, core));
  // @ts-expect-error get-post declares no access to deliveries.
  httpEntry(getPost, ({ deliveries }) => build(deliveries));
  // @ts-expect-error get-post does not declare check-addresses.
  httpEntry(getPost, ({ allowedHosts }) => build(allowedHosts));
  // @ts-expect-error get-endpoint does not declare a capability of the key.
  httpEntry(getEndpoint, ({ signingKey }) => build(signingKey));
  // @ts-expect-error A POST needs an idempotency store.
  httpEntry(createPost, () => build());
  // @ts-expect-error A response with a secret is stored encrypted.
  postEntry(createEndpoint, () => build());
  // @ts-expect-error create-post does not declare seal-replay.
  secretPostEntry(createPost, createSecrets, () => build());
  // @ts-expect-error get-post needs an API key.
  publicEntry(getPost, () => build());
}

const READ_POSTS = ['get-posts', 'batch-get-accounts'] as const;
const WRITE_POSTS = ['get-posts', 'put-posts'] as const;

/** Operations without one of their capabilities. Each line is valid with it, and each error is one that `tsc` must report. */
function rejectedWithoutTheCapability(build: (...values: readonly unknown[]) => never): void {
  httpEntry(updatePost, ({ core }) => build(createDynamoPostStore(core)));
  httpEntry({ ...updatePost, uses: READ_POSTS }, ({ core }) => build(createDynamoPostReader(core)));
  // @ts-expect-error Updating a post needs put-posts.
  httpEntry({ ...updatePost, uses: READ_POSTS }, ({ core }) => build(createDynamoPostStore(core)));
  // @ts-expect-error A write without a store needs a capability that writes too.
  httpEntry({ ...updatePost, uses: READ_POSTS }, ({ core }) => build(tryWrite(core, putItem(ITEM))));
  // @ts-expect-error The client of a table can write, so a table for reads has none.
  httpEntry({ ...updatePost, uses: READ_POSTS }, ({ core }) => build(core.client));
  // @ts-expect-error A POST stores its response, but its handler writes only what it declares.
  postEntry({ ...createPost, uses: READ_POSTS }, ({ core }) => build(createDynamoPostStore(core)));

  const viewing = { ...unlockPage, uses: ['query-pages'] } as const;
  pageEntry(unlockPage, ({ core }) => build(createDynamoUnlockAttempts(core)), build);
  // @ts-expect-error Counting attempts needs update-unlock-attempts.
  pageEntry(viewing, ({ core }) => build(createDynamoUnlockAttempts(core)), build);

  const reading = { ...resendDelivery, uses: ['put-delivery-requests', 'get-deliveries'] } as const;
  postEntry(resendDelivery, ({ core, deliveries }) => build(createDynamoDeliveryRequests(core, deliveries)));
  // @ts-expect-error Writing a delivery needs put-deliveries or update-deliveries.
  postEntry(reading, ({ core, deliveries }) => build(createDynamoDeliveryRequests(core, deliveries)));
  // @ts-expect-error The other writes of deliveries need it too.
  postEntry(reading, ({ deliveries }) => build(createDynamoDeliveryStore(deliveries)));

  httpEntry(updateAccount, ({ accountKey }) => build(accountKey));
  // @ts-expect-error Encrypting credentials needs seal-account-credentials.
  httpEntry({ ...updateAccount, uses: WRITE_POSTS }, ({ accountKey }) => build(accountKey));
  secretPostEntry(createEndpoint, createSecrets, ({ signingKey }) => build(signingKey));
  // @ts-expect-error create-api-key encrypts its response, but no signing secret.
  secretPostEntry(createApiKey, createSecrets, ({ signingKey }) => build(signingKey));
  // @ts-expect-error Storing a secret in a response needs open-replay as well as seal-replay.
  secretPostEntry({ ...createApiKey, uses: ['put-api-keys', 'seal-replay'] }, createSecrets, () => build());

  httpEntry(getMedia, ({ readMediaBucket }) => build(readMediaBucket));
  // @ts-expect-error get-media reads files and does not delete them.
  httpEntry(getMedia, ({ deleteMediaBucket }) => build(deleteMediaBucket));
}

const ITEM = { pk: 'P#1', sk: 'POST' };

describe('entries', () => {
  it('take only what the operation declares: see the errors above', () => {
    expect([rejectedByTheCompiler, rejectedWithoutTheCapability]).toHaveLength(2);
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
