import type { Finding } from '#shared/domain/errors.ts';
import type { Media } from '#shared/domain/media/media.ts';
import type { NetworkLimits } from '#shared/domain/ports/publishing-provider.ts';
import type { Account, ProviderName } from './account.ts';
import { outgoingText } from './outgoing-text.ts';
import type { ContentItem, PostBody } from './post.ts';
import { versionFor } from './version-for.ts';

/** What each network takes, per item of a thread; null where there is no limit. Video goes alone, never beside images. */
const NETWORK_LIMITS: Readonly<Record<ProviderName, NetworkLimits | null>> = {
  mastodon: { characters: 500, images: 4, videos: 1, thread: 25 },
  bluesky: { characters: 300, images: 4, videos: 0, thread: 25 },
  sandbox: null,
};

/** Mastodon counts every link as this many characters, however long it is. */
const MASTODON_LINK = 'x'.repeat(23);
const LINK = /https?:\/\/\S+/giu;

/**
 * Where a post goes beyond what the networks of its accounts take (G37): one finding `network_limit_exceeded` per element
 * and network, with `provider` and `limit`. Accounts and media that are not among those given are passed over.
 */
export function networkFindings(
  post: Pick<PostBody, 'accounts' | 'versions'>,
  accounts: readonly Pick<Account, 'id' | 'provider'>[],
  media: readonly Pick<Media, 'id' | 'mimeType'>[],
): Finding[] {
  const providers = new Map(accounts.map(({ id, provider }) => [id, provider]));
  const videos = new Set(media.flatMap(({ id, mimeType }) => (mimeType.startsWith('video/') ? [id] : [])));
  const known = new Set(media.map(({ id }) => id));
  const looked = new Set<string>();
  return post.accounts.flatMap((accountId) => {
    const provider = providers.get(accountId);
    const place = versionFor(post, accountId);
    if (provider === undefined || place === undefined) return [];
    // Accounts of one network mostly share a version: its findings are said once.
    const look = `${provider}/${place.index}`;
    if (looked.has(look)) return [];
    looked.add(look);
    return versionProblems(provider, place.version.content, { videos, known }).map(({ at, ...problem }) => ({
      pointer: `#/versions/${place.index}/content${at}`,
      code: 'network_limit_exceeded' as const,
      ...problem,
      provider,
    }));
  });
}

/** Length of a text as a network counts it, in graphemes: what people take for one character is one. */
export function networkLength(provider: ProviderName, text: string): number {
  const counted = provider === 'mastodon' ? text.replaceAll(LINK, MASTODON_LINK) : text;
  // A text has at most as many graphemes as UTF-16 units; most are shorter than any limit.
  return [...new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(counted)].length;
}

type Files = { readonly videos: ReadonlySet<number>; readonly known: ReadonlySet<number> };
type Problem = { readonly at: string; readonly detail: string; readonly limit: number };

function versionProblems(provider: ProviderName, content: readonly ContentItem[], files: Files): Problem[] {
  const limits = NETWORK_LIMITS[provider];
  if (limits === null) return [];
  const { thread } = limits;
  const detail = `A thread on ${provider} has at most ${thread} posts.`;
  const tooMany = content.length > thread ? [{ at: '', detail, limit: thread }] : [];
  return [
    ...tooMany,
    ...content.flatMap((item, index) => [
      ...textProblems(provider, limits, item, index),
      ...mediaProblems(provider, limits, item, index, files),
    ]),
  ];
}

function textProblems(
  provider: ProviderName,
  { characters }: NetworkLimits,
  item: ContentItem,
  index: number,
): Problem[] {
  const length = networkLength(provider, outgoingText(item));
  if (length <= characters) return [];
  const detail = `Text and link are ${length} characters on ${provider}, which takes ${characters}.`;
  return [{ at: `/${index}/body`, detail, limit: characters }];
}

function mediaProblems(
  provider: ProviderName,
  { images: mostImages, videos: mostVideos }: NetworkLimits,
  { media }: ContentItem,
  index: number,
  { videos, known }: Files,
): Problem[] {
  const at = `/${index}/media`;
  const filmed = media.filter((id) => videos.has(id)).length;
  const shown = media.filter((id) => known.has(id)).length - filmed;
  if (filmed > mostVideos) {
    const detail =
      mostVideos === 0 ? `${provider} takes no video here.` : `${provider} takes ${mostVideos} video.`;
    return [{ at, detail, limit: mostVideos }];
  }
  const most = filmed > 0 ? 0 : mostImages;
  if (shown <= most) return [];
  const detail =
    filmed > 0 ? `On ${provider} a video goes without images.` : `${provider} takes ${mostImages} images.`;
  return [{ at, detail, limit: most }];
}
