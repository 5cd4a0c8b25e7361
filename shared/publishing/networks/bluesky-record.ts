import { outgoingText } from '#shared/publishing/domain/outgoing-text.ts';
import type { OutgoingMedia } from '#shared/publishing/ports/publishing-provider.ts';
import { resolvedSchema, uploadSchema } from './bluesky-schemas.ts';
import type { Blob, StrongRef } from './bluesky-schemas.ts';
import type { BlueskySession } from './bluesky-session.ts';
import { findSpans, toFacets } from './facets.ts';
import type { Facet } from './facets.ts';
import { UPLOAD_MS } from './network-call.ts';
import { readMedia } from './publish-thread.ts';
import type { ThreadItem } from './publish-thread.ts';
import { finalError } from './publishing-stop.ts';

/** Maximum size of an image in a post (lexicon app.bsky.embed.images). */
const MAX_IMAGE_BYTES = 2_000_000;
/** A text of 300 graphemes, the maximum of Bluesky, hardly contains more mentions. */
const MAX_MENTIONS = 25;

type Embed =
  | {
      readonly $type: 'app.bsky.embed.images';
      readonly images: readonly { readonly image: Blob; readonly alt: string }[];
    }
  | {
      readonly $type: 'app.bsky.embed.external';
      readonly external: { readonly uri: string; readonly title: string; readonly description: string };
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

/** Creates the record of an item: uploads its images and resolves its mentions. @throws PublishingStopError */
export async function makeRecord(
  session: BlueskySession,
  item: ThreadItem,
  facts: Pick<PostRecord, 'createdAt' | 'langs' | 'reply'>,
): Promise<PostRecord> {
  const text = outgoingText(item);
  const spans = findSpans(text);
  const handles = spans.flatMap((stretch) => (stretch.kind === 'mention' ? [stretch.handle] : []));
  const facets = toFacets(text, spans, await resolveHandles(session, new Set(handles)));
  const embed = await makeEmbed(session, item);
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

async function makeEmbed(session: BlueskySession, { media, url }: ThreadItem): Promise<Embed | undefined> {
  if (media.length > 0) {
    const images: { image: Blob; alt: string }[] = [];
    for (const file of media) {
      images.push({ image: await uploadImage(session, file), alt: file.altText ?? '' });
    }
    return { $type: 'app.bsky.embed.images', images };
  }
  if (url === null) return undefined;
  return { $type: 'app.bsky.embed.external', external: { uri: url, title: url, description: '' } };
}

async function uploadImage(session: BlueskySession, media: OutgoingMedia): Promise<Blob> {
  const { id, mimeType, size } = media;
  if (!mimeType.startsWith('image/')) {
    throw finalError('media_unsupported', `Bluesky supports only images. The file ${id} is ${mimeType}.`);
  }
  if (size > MAX_IMAGE_BYTES) {
    const limit = `Images on Bluesky can have at most ${MAX_IMAGE_BYTES} bytes`;
    throw finalError('media_unsupported', `${limit}. The file ${id} has ${size}.`);
  }
  const call = session.upload('com.atproto.repo.uploadBlob', mimeType, await readMedia(media), UPLOAD_MS);
  return (await session.network.call(call, uploadSchema)).blob;
}
