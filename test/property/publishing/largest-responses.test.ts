import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { OPERATIONS } from '#functions/registry.ts';
import { EVENT_CATALOGUE } from '#shared/events/catalogue/event-catalogue.ts';
import { MAX_STORED_BYTES } from '#shared/platform/http/idempotency.ts';
import { POST_LIMITS } from '#shared/publishing/domain/post-rules.ts';
import { aMedia } from '#test/support/builders/files/media-builders.ts';
import { anEndpointBody } from '#test/support/fakes/platform/memory-api.ts';
import { withinWorkspace } from '#test/support/fakes/platform/memory-core.ts';
import { runs } from '#test/support/fixtures/platform/depth.ts';
import { ACCOUNTS, startPostApi } from '#test/support/fixtures/publishing/post-api.ts';

/** A request has at most this many bytes. */
const REQUEST_BYTES = 256 * 1024;

/** Operations whose response can be larger than the request, with a list of its own; tested below. */
const GROWING = ['create-post', 'duplicate-post', 'create-endpoint', 'preview-endpoint'];

/**
 * All other POST operations: the response has the fields of one resource, at most as long as the request that set them, or only
 * ids, states and counts. A new operation belongs into one of the lists.
 */
const BOUNDED = [
  'approve-broadcast',
  'assign-conversation',
  'cancel-broadcast',
  'cancel-workspace-deletion',
  'claim-message',
  'close-conversation',
  'complete-connection',
  'complete-media',
  'connect-account',
  'connect-phone-number',
  'create-api-key',
  'create-block',
  'create-broadcast',
  'create-console-link',
  'create-contact',
  'create-contact-export',
  'create-contact-import',
  'create-conversation',
  'create-domain',
  'create-export',
  'create-media',
  'create-media-from-url',
  'create-member',
  'create-notification-target',
  'create-page',
  'create-pixel',
  'create-tag',
  'enable-endpoint',
  'erase-contact',
  'estimate-broadcast',
  'ingest-event',
  'pause-endpoint',
  'preview-page',
  'preview-post',
  'pause-broadcast',
  'receive-message',
  'recover-endpoint',
  'reopen-conversation',
  'report-broadcast',
  'report-message',
  'resend-confirmation',
  'resend-delivery',
  'restore-post',
  'resume-broadcast',
  'rotate-notification-secret',
  'rotate-secret',
  'retry-broadcast',
  'schedule-broadcast',
  'schedule-post',
  'send-broadcast',
  'send-message',
  'send-test-event',
  'send-test-notification',
  'set-page-status',
  'start-connection',
  'start-contact-import',
  'take-over-endpoint',
  'unschedule-broadcast',
  'unschedule-post',
  'submit-post',
  'return-post',
  'retry-post',
  'queue-post',
  'approve-post',
  'verify-domain',
  'verify-phone-number',
];

type PostApi = Awaited<ReturnType<typeof startPostApi>>;

/** The sizes of the bodies that are stored for repetitions. */
function storedSizes({ api }: PostApi): number[] {
  return [...api.core.responses.values()].map(({ body }) => Buffer.byteLength(body));
}

describe('the stored response of a POST', () => {
  it('is considered for every operation', () => {
    const posts = OPERATIONS.filter(
      ({ routes, access }) => access.kind === 'key' && routes.some(({ method }) => method === 'POST'),
    );

    expect(posts.map(({ name }) => name).toSorted()).toEqual([...GROWING, ...BOUNDED].toSorted());
  });

  it('fits into an item for the largest posts and their copies', async () => {
    const shapes = fc.record({
      versions: fc.integer({ min: 1, max: POST_LIMITS.versions }),
      items: fc.integer({ min: 1, max: POST_LIMITS.content }),
      media: fc.integer({ min: 0, max: POST_LIMITS.media }),
      files: fc.integer({ min: 1, max: POST_LIMITS.files }),
      character: fc.constantFrom('x', 'ä', '😀', '"', '\\', '\n'),
      numbers: fc.nat({ max: 700 }),
    });
    let createdPosts = 0;
    await fc.assert(
      fc.asyncProperty(shapes, async ({ versions, items, media, files, character, numbers }) => {
        const real = await startPostApi();
        const { api, connect, run, workspaceId } = real;
        for (let id = 1; id <= POST_LIMITS.files; id += 1) {
          const file = aMedia({ id: 1000 + id, workspaceId, state: 'pending' });
          api.core.media.set(withinWorkspace(workspaceId, String(file.id)), file);
        }
        const accounts = Array.from({ length: POST_LIMITS.accounts }, (_, n) => 100 + n);
        for (const id of accounts) connect(id, { provider: 'mastodon', status: 'disabled' });
        // Numbers that are stored with more digits than they are sent with.
        const options = { mastodon: { visibility: 'followers', numbers: Array(numbers).fill('#') } };
        const contents = Array.from({ length: items }, (_, item) => ({
          body: '',
          media: Array.from({ length: media }, (__, place) => 1001 + ((item * media + place) % files)),
        }));
        const json = {
          accounts: [...accounts.slice(0, 99), ACCOUNTS.expired],
          versions: Array.from({ length: versions }, (_, n) => ({
            account_id: n === 0 ? 0 : (accounts[n] ?? 0),
            is_original: n === 0,
            content: contents,
            options,
          })),
        };
        const toText = (sent: unknown) => JSON.stringify(sent).replaceAll('"#"', '1e20');
        const free = REQUEST_BYTES - Buffer.byteLength(toText(json));
        fc.pre(free > 0);
        const perCharacter = Buffer.byteLength(JSON.stringify(character)) - 2;
        const body = character.repeat(
          Math.min(Math.floor(free / perCharacter), Math.floor(POST_LIMITS.body / character.length)),
        );
        const [original, ...others] = json.versions;
        const first = { ...original, content: [{ ...contents[0], body }, ...contents.slice(1)] };
        const text = toText({ ...json, versions: [first, ...others] });
        const headers = { 'idempotency-key': 'once', 'content-type': 'application/json' };
        const created = await run('create-post', { body: text, headers });
        if (created.status !== 201) return;
        createdPosts += 1;
        const copied = await run('duplicate-post', {
          headers,
          params: { post: String(created.body.data.id) },
        });

        expect([created.body.data.warnings.length <= 50, copied.status]).toEqual([true, 201]);
        const sizes = storedSizes(real);
        expect(sizes).toHaveLength(2);
        for (const size of sizes) expect(size).toBeLessThan(MAX_STORED_BYTES);
      }),
      { numRuns: runs(40) },
    );
    expect(createdPosts).toBeGreaterThan(0);
  }, 60_000);

  it('fits into an item for an endpoint with the most subscriptions, and for its preview', async () => {
    const real = await startPostApi();
    const all = EVENT_CATALOGUE.flatMap(({ name, channels }) =>
      channels.map((channel) => ({ event: name, channel })),
    );
    const byEvent = all.toSorted((a, b) => (a.channel === 'all' ? 0 : 1) - (b.channel === 'all' ? 0 : 1));
    const json = anEndpointBody({ subscriptions: byEvent.slice(0, 200) });
    const headers = { 'idempotency-key': 'once' };
    const created = await real.api.call('create-endpoint', { json, headers });
    const { url, subscriptions } = json;
    const shown = await real.api.call('preview-endpoint', { json: { url, subscriptions }, headers });

    expect([created.status, shown.status]).toEqual([201, 200]);
    for (const size of storedSizes(real)) expect(size).toBeLessThan(MAX_STORED_BYTES);
  });
});
