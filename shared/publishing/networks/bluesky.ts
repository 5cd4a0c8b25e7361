import * as v from 'valibot';
import type { HttpClient } from '#shared/platform/network/http-client.ts';
import type { Clock } from '#shared/platform/runtime/clock.ts';
import { blueskyOptions } from '#shared/publishing/domain/network-options.ts';
import { outgoingText } from '#shared/publishing/domain/outgoing-text.ts';
import type { RemotePost } from '#shared/publishing/domain/publish-result.ts';
import type { RemoteProfile } from '#shared/publishing/domain/remote-profile.ts';
import { likelyLanguage } from '#shared/publishing/domain/texts/text-language.ts';
import type { PublishingProvider, PublishRequest } from '#shared/publishing/ports/publishing-provider.ts';
import { makeRecord } from './bluesky-record.ts';
import { deletedSchema, profileSchema, recordSchema } from './bluesky-schemas.ts';
import type { StrongRef } from './bluesky-schemas.ts';
import { signIn } from './bluesky-session.ts';
import type { BlueskySession } from './bluesky-session.ts';
import { COLLECTION, writeOnce } from './bluesky-write.ts';
import type { ReadLinkCard } from './link-card.ts';
import { publishThread } from './publish-thread.ts';
import { finalError } from './publishing-stop.ts';
import { recordKey } from './record-key.ts';
import { removeBy } from './remove-by.ts';
import { toProfile, verifyBy } from './verify.ts';

/**
 * Publishes to Bluesky with the AT Protocol. The record key of each item is derived from the run, and a record is written
 * only if its key is unused. However often an attempt is repeated, there is one post, in its first version.
 */
export function createBlueskyProvider(dependencies: {
  readonly http: HttpClient;
  readonly clock: Clock;
  readonly readCard: ReadLinkCard;
}): PublishingProvider {
  return {
    name: 'bluesky',
    deduplicationMs: Number.POSITIVE_INFINITY,
    async verify(credentials) {
      return verifyBy(async () => profileOf(await signIn(dependencies, credentials)));
    },
    async publish(request) {
      const refs = new Map<string, StrongRef>();
      let session: BlueskySession | undefined;
      return publishThread(request, async (item, index, before) => {
        // Clients of Bluesky always name the language, because translations and filters of readers depend on it.
        const langs = readLanguages(request) ?? [likelyLanguage(outgoingText(item))];
        session ??= await signIn(dependencies, request.credentials);
        const reply = await replyTo(session, before, refs);
        const record = await makeRecord(session, dependencies.readCard, item, {
          // One millisecond apart, so that a thread has an order.
          createdAt: new Date(request.startedAt.getTime() + index).toISOString(),
          langs,
          ...(reply === undefined ? {} : { reply }),
        });
        const key = recordKey(request.key, request.startedAt, index);
        const written = await writeOnce(session, key, record);
        refs.set(written.uri, written);
        return { id: written.uri, url: `https://bsky.app/profile/${session.did}/post/${key}` };
      });
    },
    async remove({ credentials, remote }) {
      return removeBy(async () => {
        const session = await signIn(dependencies, credentials);
        const place = { repo: session.did, collection: COLLECTION, rkey: recordKeyOf(remote) };
        // Succeeds as well if there is no such record.
        await session.network.call(session.procedure('com.atproto.repo.deleteRecord', place), deletedSchema);
      });
    },
  };
}

/** The profile of the account. A service without the profile view still returns the handle. */
async function profileOf({ did, handle, network, query }: BlueskySession): Promise<RemoteProfile> {
  const request = query('app.bsky.actor.getProfile', { actor: did });
  const response = await network.send(request);
  if (response.status !== 200) return toProfile(handle, null, null, { id: did });
  const { displayName, avatar } = network.read(response, request, profileSchema);
  return toProfile(handle, displayName ?? null, avatar ?? null, { id: did });
}

async function replyTo(
  session: BlueskySession,
  before: readonly RemotePost[],
  refs: Map<string, StrongRef>,
): Promise<{ readonly root: StrongRef; readonly parent: StrongRef } | undefined> {
  const [first] = before;
  const last = before.at(-1);
  if (first === undefined || last === undefined) return undefined;
  return {
    root: await readStrongRef(session, first, refs),
    parent: await readStrongRef(session, last, refs),
  };
}

/**
 * The strong reference that a reply needs. We store only the URI of a post, so the version of an earlier attempt's post is
 * fetched.
 */
async function readStrongRef(
  session: BlueskySession,
  { id }: RemotePost,
  refs: Map<string, StrongRef>,
): Promise<StrongRef> {
  const known = refs.get(id);
  if (known !== undefined) return known;
  const rkey = recordKeyOf({ id });
  const request = session.query('com.atproto.repo.getRecord', {
    repo: session.did,
    collection: COLLECTION,
    rkey,
  });
  const { uri, cid } = await session.network.call(request, recordSchema);
  refs.set(id, { uri, cid });
  return { uri, cid };
}

/** The last part of the URI of a record. */
function recordKeyOf({ id }: Pick<RemotePost, 'id'>): string {
  return id.slice(id.lastIndexOf('/') + 1);
}

function readLanguages({ options }: PublishRequest): readonly string[] | undefined {
  const parsed = v.safeParse(blueskyOptions, options);
  if (parsed.success) return parsed.output.langs ?? undefined;
  throw finalError('options_invalid', 'options.bluesky.langs must contain at most three language tags.');
}
