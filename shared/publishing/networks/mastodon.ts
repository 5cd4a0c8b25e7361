import type { HttpClient } from '#shared/platform/network/http-client.ts';
import type { Clock } from '#shared/platform/runtime/clock.ts';
import type { Timer } from '#shared/platform/runtime/timer.ts';
import { mastodonOptions } from '#shared/publishing/domain/network-options.ts';
import { outgoingText } from '#shared/publishing/domain/outgoing-text.ts';
import type { PublishingProvider } from '#shared/publishing/ports/publishing-provider.ts';
import { isRecordMissing, openInstance } from './mastodon-instance.ts';
import { uploadMedia } from './mastodon-media.ts';
import { accountSchema, statusSchema } from './mastodon-schemas.ts';
import { publishThread } from './publish-thread.ts';
import { finalError, toResult } from './publishing-stop.ts';
import { readOptions } from './read-options.ts';
import { removeBy } from './remove-by.ts';
import { toProfile, verifyBy, webUrl } from './verify.ts';

/** Mastodon forgets idempotency keys after an hour. An attempt that starts within 50 minutes can still rely on its key. */
const KEY_TRUSTED_MS = 50 * 60 * 1000;
const FORGOTTEN =
  'An earlier attempt may have published the post, more than 50 minutes ago. Mastodon can no longer detect a ' +
  'duplicate. Check the account, and publish the post again only if it is missing there.';

/**
 * Publishes to a Mastodon instance with its REST API. The instance detects duplicates by the `Idempotency-Key` of each
 * status, so an attempt with an unknown outcome may be repeated for 50 minutes (docs/specification/publishing.md#unknown-outcome).
 */
export function createMastodonProvider(dependencies: {
  readonly http: HttpClient;
  readonly clock: Clock;
  readonly after: Timer;
}): PublishingProvider {
  return {
    name: 'mastodon',
    deduplicationMs: KEY_TRUSTED_MS,
    async verify(credentials) {
      const { url, headers, network } = openInstance(dependencies, credentials);
      return verifyBy(async () => {
        const call = { method: 'GET', url: url('/api/v1/accounts/verify_credentials'), headers } as const;
        const account = await network.call(call, accountSchema);
        return toProfile(account.acct, account.display_name, account.avatar);
      });
    },
    async publish(request) {
      const { unknownSince } = request;
      if (unknownSince !== null && dependencies.clock().getTime() - unknownSince.getTime() > KEY_TRUSTED_MS) {
        return toResult(finalError('outcome_unknown', FORGOTTEN), request.done);
      }
      const instance = openInstance(dependencies, request.credentials);
      return publishThread(request, async (item, index, before) => {
        const options = readOptions(mastodonOptions, request, 'Mastodon');
        const mediaIds: string[] = [];
        for (const media of item.media) mediaIds.push(await uploadMedia(instance, dependencies.after, media));
        const call = {
          method: 'POST',
          url: instance.url('/api/v1/statuses'),
          headers: {
            ...instance.headers,
            'content-type': 'application/json',
            'idempotency-key': `${request.key}:${index}`,
          },
          body: [
            new TextEncoder().encode(
              JSON.stringify({
                status: outgoingText(item),
                media_ids: mediaIds,
                in_reply_to_id: before.at(-1)?.id,
                ...options,
              }),
            ),
          ],
          posts: true,
        } as const;
        const status = await instance.network.call(call, statusSchema);
        return { id: status.id, url: webUrl(status.url) ?? webUrl(status.uri) };
      });
    },
    async remove({ credentials, remote }) {
      const { url, headers, network } = openInstance(dependencies, credentials);
      return removeBy(async () => {
        const path = `/api/v1/statuses/${encodeURIComponent(remote.id)}`;
        const call = { method: 'DELETE', url: url(path), headers } as const;
        const response = await network.send(call);
        if (!isRecordMissing(response)) network.read(response, call, statusSchema);
      });
    },
  };
}
