import { describe, expect, it } from 'vitest';
import { operation as unlockPage } from '#functions/biolinks/unlock-page/operation.ts';
import { CAPABILITIES } from '#functions/capabilities.ts';
import { operation as getConsole } from '#functions/platform/get-console/operation.ts';
import { operation as getHealth } from '#functions/platform/get-health/operation.ts';
import { operation as createPost } from '#functions/publishing/create-post/operation.ts';
import { operation as getMedia } from '#functions/publishing/get-media/operation.ts';
import { operation as getPost } from '#functions/publishing/get-post/operation.ts';
import { operation as updateAccount } from '#functions/publishing/update-account/operation.ts';
import { operation as updatePost } from '#functions/publishing/update-post/operation.ts';
import { CONSUMERS, OPERATIONS } from '#functions/registry.ts';
import { operation as createEndpoint } from '#functions/webhooks/create-endpoint/operation.ts';
import { operation as getEndpoint } from '#functions/webhooks/get-endpoint/operation.ts';
import { operation as resendDelivery } from '#functions/webhooks/resend-delivery/operation.ts';
import { operation as createApiKey } from '#functions/workspaces/create-api-key/operation.ts';
import { createDynamoUnlockAttempts } from '#shared/biolinks/store/dynamo-unlock-attempts.ts';
import {
  caller,
  capabilities,
  errorPage,
  httpEntry,
  storedResponses,
} from '#shared/platform/entry/http-entry.ts';
import { createProvisions } from '#shared/platform/entry/provisions.ts';
import { sealedResponses } from '#shared/platform/entry/sealed-responses.ts';
import { tryWrite } from '#shared/platform/store/try-write.ts';
import { putItem } from '#shared/platform/store/write.ts';
import { createDynamoPostReader, createDynamoPostStore } from '#shared/publishing/store/dynamo-post-store.ts';
import { createDynamoDeliveryRequests } from '#shared/webhooks/store/dynamo-delivery-requests.ts';
import { createDynamoDeliveryStore } from '#shared/webhooks/store/dynamo-delivery-store.ts';

/** Each error below is one that `tsc` must report. */
function rejectedByTheCompiler(build: (...values: readonly unknown[]) => never): void {
  httpEntry(getEndpoint, [caller], ({ deliveries, core }) => build(deliveries, core));
  // @ts-expect-error get-post declares no access to deliveries.
  httpEntry(getPost, [caller], ({ deliveries }) => build(deliveries));
  // @ts-expect-error get-post does not declare check-addresses.
  httpEntry(getPost, [caller], ({ allowedHosts }) => build(allowedHosts));
  // @ts-expect-error get-endpoint does not declare a capability of the key.
  httpEntry(getEndpoint, [caller], ({ signingKey }) => build(signingKey));
}

/** Entries with a missing or a wrong part. */
function rejectedWithTheseParts(build: () => never): void {
  httpEntry(getPost, [caller], build);
  // @ts-expect-error get-post needs an API key.
  httpEntry(getPost, [], build);
  // @ts-expect-error get-post needs an API key.
  httpEntry(getPost, [capabilities], build);
  // @ts-expect-error get-post stores no response.
  httpEntry(getPost, [caller, storedResponses], build);
  httpEntry(createPost, [caller, storedResponses], build);
  // @ts-expect-error A POST stores its response.
  httpEntry(createPost, [caller], build);
  // @ts-expect-error create-post does not declare seal-replay.
  httpEntry(createPost, [caller, sealedResponses], build);
  httpEntry(createEndpoint, [caller, sealedResponses], build);
  // @ts-expect-error A response with a secret is stored encrypted.
  httpEntry(createEndpoint, [caller, storedResponses], build);
  httpEntry(getConsole, [capabilities], build);
  // @ts-expect-error get-console has capabilities.
  httpEntry(getConsole, [], build);
  // @ts-expect-error get-console is public.
  httpEntry(getConsole, [caller], build);
  httpEntry(unlockPage, [capabilities, errorPage(build)], build);
  // @ts-expect-error People open unlock-page in a browser.
  httpEntry(unlockPage, [capabilities], build);
  // @ts-expect-error unlock-page does not declare the bucket that its error page needs.
  httpEntry(unlockPage, [capabilities, errorPage((_: { readonly uploadBucket: object }) => build())], build);
  httpEntry(getHealth, [], build);
  // @ts-expect-error get-health has no capabilities.
  httpEntry(getHealth, [capabilities], build);
}

const READ_POSTS = ['get-posts', 'batch-get-accounts'] as const;
const WRITE_POSTS = ['get-posts', 'put-posts'] as const;

/** Operations without one of their capabilities. Each line is valid with it, and each error is one that `tsc` must report. */
function rejectedWithoutTheCapability(build: (...values: readonly unknown[]) => never): void {
  httpEntry(updatePost, [caller], ({ core }) => build(createDynamoPostStore(core)));
  httpEntry({ ...updatePost, uses: READ_POSTS }, [caller], ({ core }) => build(createDynamoPostReader(core)));
  // @ts-expect-error Updating a post needs put-posts.
  httpEntry({ ...updatePost, uses: READ_POSTS }, [caller], ({ core }) => build(createDynamoPostStore(core)));
  httpEntry({ ...updatePost, uses: READ_POSTS }, [caller], ({ core }) =>
    // @ts-expect-error A write without a store needs a capability that writes too.
    build(tryWrite(core, putItem(ITEM))),
  );
  // @ts-expect-error The client of a table can write, so a table for reads has none.
  httpEntry({ ...updatePost, uses: READ_POSTS }, [caller], ({ core }) => build(core.client));
  httpEntry({ ...createPost, uses: READ_POSTS }, [caller, storedResponses], ({ core }) =>
    // @ts-expect-error A POST stores its response, but its handler writes only what it declares.
    build(createDynamoPostStore(core)),
  );

  const viewing = { ...unlockPage, uses: ['query-pages'] } as const;
  httpEntry(unlockPage, [capabilities, errorPage(build)], ({ core }) =>
    build(createDynamoUnlockAttempts(core)),
  );
  // @ts-expect-error Counting attempts needs update-unlock-attempts.
  httpEntry(viewing, [capabilities, errorPage(build)], ({ core }) => build(createDynamoUnlockAttempts(core)));

  const reading = { ...resendDelivery, uses: ['put-delivery-requests', 'get-deliveries'] } as const;
  httpEntry(resendDelivery, [caller, storedResponses], ({ core, deliveries }) =>
    build(createDynamoDeliveryRequests(core, deliveries)),
  );
  httpEntry(reading, [caller, storedResponses], ({ core, deliveries }) =>
    // @ts-expect-error Writing a delivery needs put-deliveries or update-deliveries.
    build(createDynamoDeliveryRequests(core, deliveries)),
  );
  httpEntry(reading, [caller, storedResponses], ({ deliveries }) =>
    // @ts-expect-error The other writes of deliveries need it too.
    build(createDynamoDeliveryStore(deliveries)),
  );

  httpEntry(updateAccount, [caller], ({ accountKey }) => build(accountKey));
  // @ts-expect-error Encrypting credentials needs seal-account-credentials.
  httpEntry({ ...updateAccount, uses: WRITE_POSTS }, [caller], ({ accountKey }) => build(accountKey));
  httpEntry(createEndpoint, [caller, sealedResponses], ({ signingKey }) => build(signingKey));
  // @ts-expect-error create-api-key encrypts its response, but no signing secret.
  httpEntry(createApiKey, [caller, sealedResponses], ({ signingKey }) => build(signingKey));
  // @ts-expect-error Storing a secret in a response needs open-replay as well as seal-replay.
  httpEntry({ ...createApiKey, uses: ['put-api-keys', 'seal-replay'] }, [caller, sealedResponses], () =>
    build(),
  );

  httpEntry(getMedia, [caller], ({ readMediaBucket }) => build(readMediaBucket));
  // @ts-expect-error get-media reads files and does not delete them.
  httpEntry(getMedia, [caller], ({ deleteMediaBucket }) => build(deleteMediaBucket));
}

const ITEM = { pk: 'P#1', sk: 'POST' };

describe('entries', () => {
  it('take only what the operation declares: see the errors above', () => {
    expect([rejectedByTheCompiler, rejectedWithTheseParts, rejectedWithoutTheCapability]).toHaveLength(3);
  });
});

/** What Lambda itself sets. */
const LAMBDA = { AWS_REGION: 'eu-central-1', AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'secret' };

describe('createProvisions', () => {
  it.each([
    ['core', { CORE_TABLE: 'core' }],
    ['deliveries', { DELIVERY_TABLE: 'deliveries' }],
    ['signingKey', { SECRET_KEY_ID: 'key', CORE_TABLE: 'core', RECOVERY_PUBLIC_KEY: 'none' }],
    ['connectTransitKey', { SECRET_KEY_ID: 'key' }],
    ['putMediaBucket', { MEDIA_BUCKET: 'media', ...LAMBDA }],
    ['deliveryQueue', { DELIVERY_QUEUE_URL: 'https://queue' }],
    ['quarantinedEventsQueue', { QUARANTINED_EVENTS_QUEUE_URL: 'https://queue' }],
    ['deliveryQueueArn', { DELIVERY_QUEUE_ARN: 'arn' }],
    ['retrySchedules', { RETRY_SCHEDULE_GROUP: 'retries', RETRY_SCHEDULE_ROLE_ARN: 'arn' }],
    ['apiHosts', { API_HOSTS: 'api.example.com' }],
    ['allowedHosts', {}],
    ['networkOrigins', {}],
    ['messagingChannels', { MESSAGING_CHANNELS: 'none' }],
    ['pageHost', { PAGE_HOST: 'pages.example.com' }],
  ])('makes %s of its variables alone', (provision, environment) => {
    const provisions = createProvisions(createEndpoint, { environment });

    expect(Reflect.get(provisions, provision)).toBeDefined();
  });

  it.each([
    ['none', []],
    ['a.example, b.example', ['a.example', 'b.example']],
  ])('reads the list %j as %j', (API_HOSTS, hosts) => {
    expect(createProvisions(createEndpoint, { environment: { API_HOSTS } }).apiHosts).toEqual(hosts);
  });

  it.each(['then', 'toJSON'])('has no %s', (name) => {
    const provisions = createProvisions(createEndpoint, { environment: {} });

    expect(Reflect.get(provisions, name)).toBeUndefined();
  });

  it('makes every provision that an operation or a consumer declares', () => {
    const environment = new Proxy({}, { get: () => 'value' });
    const missing = [...OPERATIONS, ...CONSUMERS].flatMap((declared) => {
      const provisions = createProvisions(declared, { environment, metrics: 'metrics' });
      return ['stage', ...CAPABILITIES.provisionsOf(declared)].filter(
        (name) => Reflect.get(provisions, name) === undefined,
      );
    });

    expect(missing).toEqual([]);
  });

  it('rejects a missing variable with its name', () => {
    const provisions = createProvisions(createEndpoint);

    expect(() => provisions.core).toThrow('Missing environment variable: CORE_TABLE');
  });
});
