import type { ValidationIssue } from '#shared/platform/core/errors.ts';
import type { NetworkLimits } from '#shared/publishing/ports/publishing-provider.ts';
import type { Account, ProviderName } from './account.ts';
import type { Media } from './media.ts';
import { optionFaults } from './network-options.ts';
import { outgoingText } from './outgoing-text.ts';
import { utf8Length } from './post-rules.ts';
import type { ContentItem, PostBody, PostVersion } from './post.ts';
import { versionFor } from './version-for.ts';

/** Limits of each network per post of a thread; null for no limits. A post cannot combine a video with images. */
const NETWORK_LIMITS: Readonly<Record<ProviderName, NetworkLimits | null>> = {
  mastodon: { characters: 500, textBytes: null, images: 4, imageBytes: null, videos: 1, thread: 25 },
  bluesky: { characters: 300, textBytes: 3000, images: 4, imageBytes: 2_000_000, videos: 0, thread: 25 },
  sandbox: null,
  // Both accept longer texts than a post can have.
  wordpress: { characters: 65_535, textBytes: null, images: 20, imageBytes: null, videos: 0, thread: 1 },
  devto: { characters: 65_535, textBytes: null, images: 0, imageBytes: null, videos: 0, thread: 1 },
};

/** Mastodon counts every link as 23 characters, whatever its length. */
const MASTODON_LINK = 'x'.repeat(23);
const LINK = /https?:\/\/\S+/giu;

/** Files whose type is not known yet count as images. */
type LimitedMedia = Pick<Media, 'id'> & { readonly mimeType: string | null; readonly size: number | null };

/**
 * Returns an issue `network_limit_exceeded` for each element and network whose limit the post exceeds, with `provider` and
 * `limit`, and `options_invalid` for each option value that the network does not support. Accounts and media that are not in
 * the given lists are ignored.
 */
export function networkIssues(
  post: Pick<PostBody, 'accounts' | 'versions'>,
  accounts: readonly Pick<Account, 'id' | 'provider'>[],
  media: readonly LimitedMedia[],
): ValidationIssue[] {
  const providers = new Map(accounts.map(({ id, provider }) => [id, provider]));
  const files = new Map(media.map((file) => [file.id, file]));
  const reported = new Set<string>();
  return post.accounts.flatMap((accountId) => {
    const provider = providers.get(accountId);
    const place = versionFor(post, accountId);
    if (provider === undefined || place === undefined) return [];
    // Accounts of one network often share a version; report its issues once.
    const pass = `${provider}/${place.index}`;
    if (reported.has(pass)) return [];
    reported.add(pass);
    const version = `#/versions/${place.index}`;
    return [
      ...versionProblems(provider, place.version, files).map(({ at, ...problem }) => ({
        pointer: `${version}/content${at}`,
        code: 'network_limit_exceeded' as const,
        ...problem,
        provider,
      })),
      ...optionFaults(provider, place.version).map(({ at, detail }) => ({
        pointer: `${version}/options/${at}`,
        code: 'options_invalid' as const,
        detail,
        provider,
      })),
    ];
  });
}

/** What counts towards the limit of characters of a network: an item of a thread, with its maximum or null for none. */
export function countedCharacters(
  provider: ProviderName,
  item: Pick<ContentItem, 'body' | 'url'>,
  options: PostVersion['options'],
): { readonly characters: number; readonly limit: number | null } {
  return {
    characters: warningLength(provider, options) + networkLength(provider, outgoingText(item)),
    limit: NETWORK_LIMITS[provider]?.characters ?? null,
  };
}

/** Length of a text in graphemes, as the network counts it. */
export function networkLength(provider: ProviderName, text: string): number {
  return graphemes(provider === 'mastodon' ? text.replaceAll(LINK, MASTODON_LINK) : text);
}

function graphemes(text: string): number {
  return [...new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(text)].length;
}

type Files = ReadonlyMap<number, LimitedMedia>;
type Problem = { readonly at: string; readonly detail: string; readonly limit: number };

function versionProblems(
  provider: ProviderName,
  { content, options }: Pick<PostVersion, 'content' | 'options'>,
  files: Files,
): Problem[] {
  const limits = NETWORK_LIMITS[provider];
  if (limits === null) return [];
  const { thread } = limits;
  const detail =
    thread === 1
      ? `Articles on ${provider} cannot be threads. Use one item of content.`
      : `A thread on ${provider} can have at most ${thread} posts. Shorten the thread.`;
  const tooMany = content.length > thread ? [{ at: '', detail, limit: thread }] : [];
  const before = warningLength(provider, options);
  return [
    ...tooMany,
    ...content.flatMap((item, index) => [
      ...textProblems(provider, limits, outgoingText(item), before).map((problem) => ({
        at: `/${index}/body`,
        ...problem,
      })),
      ...mediaProblems(provider, limits, item, index, files),
      ...sizeProblems(provider, limits, item, index, files),
    ]),
  ];
}

/** Mastodon counts the content warning together with the text; links in the warning count at full length. */
function warningLength(provider: ProviderName, options: PostVersion['options']): number {
  const warning = provider === 'mastodon' ? options[provider]?.['spoiler_text'] : undefined;
  return typeof warning === 'string' ? graphemes(warning) : 0;
}

function textProblems(
  provider: ProviderName,
  { characters, textBytes }: NetworkLimits,
  text: string,
  before: number,
): Omit<Problem, 'at'>[] {
  const length = before + networkLength(provider, text);
  if (length > characters) {
    const what = before > 0 ? 'Content warning, text and link' : 'Text and link';
    const detail = `${what} have ${length} characters. The maximum on ${provider} is ${characters}. Shorten the text.`;
    return [{ detail, limit: characters }];
  }
  const bytes = utf8Length(text);
  if (textBytes === null || bytes <= textBytes) return [];
  const detail = `Text and link have ${bytes} bytes. The maximum on ${provider} is ${textBytes}. Shorten the text.`;
  return [{ detail, limit: textBytes }];
}

function sizeProblems(
  provider: ProviderName,
  { imageBytes }: NetworkLimits,
  { media }: ContentItem,
  index: number,
  files: Files,
): Problem[] {
  if (imageBytes === null) return [];
  return media.flatMap((id, place) => {
    const file = files.get(id);
    if (!file || isVideo(file) || (file.size ?? 0) <= imageBytes) return [];
    const detail = `Image ${id} has ${file.size} bytes. The maximum on ${provider} is ${imageBytes}. Use a smaller image.`;
    return [{ at: `/${index}/media/${place}`, detail, limit: imageBytes }];
  });
}

function mediaProblems(
  provider: ProviderName,
  { images: mostImages, videos: mostVideos }: NetworkLimits,
  { media }: ContentItem,
  index: number,
  files: Files,
): Problem[] {
  const at = `/${index}/media`;
  const known = media.flatMap((id) => files.get(id) ?? []);
  const filmed = known.filter(isVideo).length;
  const shown = known.length - filmed;
  if (filmed > mostVideos) {
    const detail =
      mostVideos === 0
        ? `Posts on ${provider} cannot have videos. Remove the videos.`
        : `Posts on ${provider} can have at most ${mostVideos} video. Remove the others.`;
    return [{ at, detail, limit: mostVideos }];
  }
  const most = filmed > 0 ? 0 : mostImages;
  if (shown <= most) return [];
  const detail =
    filmed > 0
      ? `Posts on ${provider} cannot combine a video with images. Remove the video or the images.`
      : mostImages === 0
        ? `Posts on ${provider} cannot have images. Remove the images.`
        : `Posts on ${provider} can have at most ${mostImages} images. Remove the others.`;
  return [{ at, detail, limit: most }];
}

function isVideo({ mimeType }: Pick<LimitedMedia, 'mimeType'>): boolean {
  return mimeType?.startsWith('video/') === true;
}
