import type * as v from 'valibot';
import type { HttpClient } from '#shared/platform/network/http-client.ts';
import type { Clock } from '#shared/platform/runtime/clock.ts';
import type { Timer } from '#shared/platform/runtime/timer.ts';
import { accountServer } from '#shared/publishing/domain/account-credentials.ts';
import { mastodonOptions } from '#shared/publishing/domain/network-options.ts';
import { outgoingText } from '#shared/publishing/domain/outgoing-text.ts';
import type { RemotePost } from '#shared/publishing/domain/publish-result.ts';
import type { PublishingProvider, PublishRequest } from '#shared/publishing/ports/publishing-provider.ts';
import { honoursKeys, readFacts } from './mastodon-facts.ts';
import { type Instance, isRecordMissing, openInstance } from './mastodon-instance.ts';
import { uploadMedia } from './mastodon-media.ts';
import { findStatus } from './mastodon-repetition.ts';
import { accountSchema, statusSchema } from './mastodon-schemas.ts';
import { publishThread, type ThreadItem } from './publish-thread.ts';
import { finalError, PublishingStopError, toResult } from './publishing-stop.ts';
import { readOptions } from './read-options.ts';
import { removeBy } from './remove-by.ts';
import { toProfile, verifyBy, webUrl } from './verify.ts';

/** Mastodon forgets idempotency keys after an hour. An attempt that starts within 50 minutes can still rely on its key. */
const KEY_TRUSTED_MS = 50 * 60 * 1000;
const FORGOTTEN =
  'An earlier attempt may have published the post, more than 50 minutes ago. Mastodon can no longer detect a ' +
  'duplicate. Check the account, and publish the post again only if it is missing there.';
const UNDECIDED =
  'An earlier attempt may have published the post. The server does not detect a duplicate, and the newest posts of the account that ' +
  'the access token may read do not show whether it was published. Check the account, and publish the post again only if it is ' +
  'missing there.';

type Dependencies = { readonly http: HttpClient; readonly clock: Clock; readonly after: Timer };
type Options = v.InferOutput<typeof mastodonOptions>;

/**
 * Publishes to a server of the Mastodon API. Mastodon, Pleroma and Akkoma detect duplicates by the `Idempotency-Key` of each status, so an
 * attempt with an unknown outcome may be repeated for 50 minutes. Other servers ignore the key, so the newest statuses of the account decide
 * before a repetition (docs/specification/publishing.md#unknown-outcome).
 */
export function createMastodonProvider(dependencies: Dependencies): PublishingProvider {
  return {
    name: 'mastodon',
    deduplicationMs: KEY_TRUSTED_MS,
    async verify(credentials) {
      const instance = openInstance(dependencies, credentials);
      const { url, headers, network } = instance;
      return verifyBy(async () => {
        const call = { method: 'GET', url: url('/api/v1/accounts/verify_credentials'), headers } as const;
        const [account, facts] = await Promise.all([network.call(call, accountSchema), readFacts(instance)]);
        const { id, acct, display_name: name, avatar } = account;
        return { ...toProfile(acct, name, avatar, { server: accountServer(credentials), id }), facts };
      });
    },
    async publish(request) {
      const { unknownSince, done, items } = request;
      const instance = openInstance(dependencies, request.credentials);
      const since = done.length < items.length ? unknownSince : null;
      const isTrusted = since !== null && honoursKeys(request.facts ?? (await readFacts(instance)));
      if (since !== null && isTrusted && dependencies.clock().getTime() - since.getTime() > KEY_TRUSTED_MS)
        return toResult(finalError('outcome_unknown', FORGOTTEN), done);
      return publishThread(request, async (item, index, before) => {
        const options = readOptions(mastodonOptions, request, 'Mastodon');
        const look = async () =>
          since === null || index > done.length ? undefined : lookFor(instance, item, before, since, options);
        const published = isTrusted ? undefined : await look();
        if (published !== undefined) return published;
        try {
          return await post(dependencies, instance, { request, item, index, before, options });
        } catch (error) {
          // Some versions of Mastodon detect the duplicate and respond with an error (mastodon/mastodon#40399).
          const found = isTrusted && isUnclear(error) ? await look() : undefined;
          if (found !== undefined) return found;
          throw error;
        }
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

/** The status that an earlier attempt has published; undefined if it has published none. @throws PublishingStopError if nothing shows it */
async function lookFor(
  instance: Instance,
  item: ThreadItem,
  before: readonly RemotePost[],
  since: Date,
  { visibility, spoiler_text: warning }: Options,
): Promise<RemotePost | undefined> {
  const sought = { item, before, since, visibility: visibility ?? null, spoilerText: warning ?? '' };
  const found = await findStatus(instance, sought);
  if (found === 'undecided') throw finalError('outcome_unknown', UNDECIDED);
  return found === 'absent' ? undefined : found;
}

/** Whether the server responded to a request that publishes with an error of its own. */
function isUnclear(error: unknown): boolean {
  return error instanceof PublishingStopError && error.stop.kind === 'retry' && error.stop.unknown;
}

async function post(
  { after }: Dependencies,
  instance: Instance,
  {
    request,
    item,
    index,
    before,
    options,
  }: {
    readonly request: PublishRequest;
    readonly item: ThreadItem;
    readonly index: number;
    readonly before: readonly RemotePost[];
    readonly options: Options;
  },
): Promise<RemotePost> {
  const mediaIds: string[] = [];
  for (const media of item.media) mediaIds.push(await uploadMedia(instance, after, media));
  const status = {
    status: outgoingText(item),
    media_ids: mediaIds,
    in_reply_to_id: before.at(-1)?.id,
    ...options,
  };
  const call = {
    method: 'POST',
    url: instance.url('/api/v1/statuses'),
    headers: {
      ...instance.headers,
      'content-type': 'application/json',
      'idempotency-key': `${request.key}:${index}`,
    },
    body: [new TextEncoder().encode(JSON.stringify(status))],
    posts: true,
  } as const;
  const { id, url, uri } = await instance.network.call(call, statusSchema);
  return { id, url: webUrl(url) ?? webUrl(uri) };
}
