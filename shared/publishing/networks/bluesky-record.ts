import { outgoingText } from '#shared/publishing/domain/outgoing-text.ts';
import { embedImages } from './bluesky-images.ts';
import type { ImagesEmbed } from './bluesky-images.ts';
import { resolvedSchema, uploadSchema } from './bluesky-schemas.ts';
import type { Blob, StrongRef } from './bluesky-schemas.ts';
import type { BlueskySession } from './bluesky-session.ts';
import { findSpans, toFacets } from './facets.ts';
import type { Facet } from './facets.ts';
import type { LinkCard, ReadLinkCard } from './link-card.ts';
import { UPLOAD_MS } from './network-call.ts';
import type { ThreadItem } from './publish-thread.ts';

/** A text of 300 graphemes, the maximum of Bluesky, hardly contains more mentions. */
const MAX_MENTIONS = 25;

type Embed =
  | ImagesEmbed
  | {
      readonly $type: 'app.bsky.embed.external';
      readonly external: {
        readonly uri: string;
        readonly title: string;
        readonly description: string;
        readonly thumb?: Blob;
      };
    };

/** A record of app.bsky.feed.post. */
export type PostRecord = {
  readonly $type: 'app.bsky.feed.post';
  readonly text: string;
  readonly createdAt: string;
  readonly facets?: readonly Facet[];
  readonly embed?: Embed;
  readonly langs?: readonly string[];
  readonly reply?: { readonly root: StrongRef; readonly parent: StrongRef };
};

/** Creates the record of an item: uploads its images, reads its card and resolves its mentions. @throws PublishingStopError */
export async function makeRecord(
  session: BlueskySession,
  readCard: ReadLinkCard,
  item: ThreadItem,
  facts: Pick<PostRecord, 'createdAt' | 'langs' | 'reply'>,
): Promise<PostRecord> {
  const text = outgoingText(item);
  const spans = findSpans(text);
  const handles = spans.flatMap((stretch) => (stretch.kind === 'mention' ? [stretch.handle] : []));
  const facets = toFacets(text, spans, await resolveHandles(session, new Set(handles)));
  const embed = await makeEmbed(session, readCard, item);
  return {
    $type: 'app.bsky.feed.post',
    text,
    ...facts,
    ...(facets.length === 0 ? {} : { facets }),
    ...(embed === undefined ? {} : { embed }),
  };
}

/** A handle that cannot be resolved stays plain text, because an unknown mention must not prevent publishing. */
async function resolveHandles(
  session: BlueskySession,
  handles: ReadonlySet<string>,
): Promise<Map<string, string>> {
  const dids = new Map<string, string>();
  for (const handle of [...handles].slice(0, MAX_MENTIONS)) {
    const query = session.query('com.atproto.identity.resolveHandle', { handle });
    const response = await session.network.send(query);
    const isOwnError = response.status === 401 || response.status === 429;
    if (response.status === 200 || isOwnError)
      dids.set(handle, session.network.read(response, query, resolvedSchema).did);
  }
  return dids;
}

async function makeEmbed(
  session: BlueskySession,
  readCard: ReadLinkCard,
  { media, url }: ThreadItem,
): Promise<Embed | undefined> {
  if (media.length > 0) return embedImages(session, media);
  const card = url === null ? undefined : await readCard(url);
  if (url === null || card === undefined) return undefined;
  const { title, description, picture } = card;
  const thumb = picture === null ? {} : { thumb: await uploadPicture(session, picture) };
  return { $type: 'app.bsky.embed.external', external: { uri: url, title, description, ...thumb } };
}

async function uploadPicture(
  { network, upload }: BlueskySession,
  { mimeType, bytes }: NonNullable<LinkCard['picture']>,
): Promise<Blob> {
  const call = upload('com.atproto.repo.uploadBlob', mimeType, bytes, UPLOAD_MS);
  return (await network.call(call, uploadSchema)).blob;
}
