import type { ValidationIssue } from '#shared/platform/core/errors.ts';
import { textLength } from '#shared/platform/core/text.ts';
import { mastodonText } from '#shared/publishing/domain/texts/mastodon-text.ts';
import * as publishingErrors from '#shared/publishing/errors.ts';
import type { Account, ProviderName, ServerFacts } from './account.ts';
import type { NetworkLimits } from './limits-of-network.ts';
import { mediaProblems } from './media-limits.ts';
import type { LimitedFiles, LimitedMedia, LimitProblem } from './media-limits.ts';
import { optionFaults } from './network-options.ts';
import { outgoingText } from './outgoing-text.ts';
import type { ContentItem, PostBody, PostVersion } from './post.ts';
import { versionFor } from './version-for.ts';

/** Limits of each network per post of a thread; null for no limits. Without `combined`, a post has either images or a video. */
const NETWORK_LIMITS: Readonly<Record<ProviderName, NetworkLimits | null>> = {
  mastodon: { characters: 500, textBytes: null, images: 4, imageBytes: null, videos: 1, thread: 25 },
  bluesky: { characters: 300, textBytes: 3000, images: 10, imageBytes: 2_000_000, videos: 0, thread: 25 },
  sandbox: null,
  // Both accept longer texts than a post can have.
  wordpress: { characters: 65_535, textBytes: null, images: 20, imageBytes: null, videos: 0, thread: 1 },
  devto: { characters: 65_535, textBytes: null, images: 0, imageBytes: null, videos: 0, thread: 1 },
  discord: {
    characters: 2000,
    unit: 'utf-16',
    textBytes: null,
    images: 10,
    imageBytes: 10_485_760,
    videos: 10,
    videoBytes: 10_485_760,
    // The request has at most 25 MiB, with the text and the names of the files.
    mediaBytes: 26_000_000,
    combined: 10,
    thread: 25,
  },
  telegram: {
    characters: 4096,
    captionCharacters: 1024,
    unit: 'utf-16',
    textBytes: null,
    images: 10,
    imageBytes: null,
    videos: 10,
    videoBytes: 50_000_000,
    mediaBytes: 50_000_000,
    combined: 10,
    mediaTypes: ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'video/mp4'],
    single: ['image/gif'],
    photo: { sides: 10_000, ratio: 20 },
    thread: 25,
  },
  linkedin: {
    characters: 3000,
    unit: 'utf-16',
    textBytes: null,
    images: 20,
    imageBytes: null,
    videos: 0,
    mediaTypes: ['image/jpeg', 'image/png', 'image/gif'],
    thread: 1,
  },
};

/** What limits depend on: the network, and what the server of the account says about itself. */
export type LimitedAccount = Pick<Account, 'id' | 'provider'> & Partial<Pick<Account, 'facts'>>;
type Place = { readonly provider: ProviderName; readonly facts: ServerFacts | null };

/** Servers whose limit counts like that of Mastodon. Others count every character of a link and of a mention. */
const COUNTS_LINKS: ReadonlySet<string | null> = new Set([null, 'mastodon', 'hometown', 'fedibird']);

/**
 * Returns an issue `network_limit_exceeded` for each element and network whose limit the post exceeds, with `provider` and
 * `limit`, and `options_invalid` for each option value that the network does not support. Accounts and media that are not in
 * the given lists are ignored.
 */
export function networkIssues(
  post: Pick<PostBody, 'accounts' | 'versions'>,
  accounts: readonly LimitedAccount[],
  media: readonly LimitedMedia[],
): ValidationIssue[] {
  const known = new Map(accounts.map((account) => [account.id, account]));
  const files = new Map(media.map((file) => [file.id, file]));
  const reported = new Set<string>();
  return post.accounts.flatMap((accountId) => {
    const account = known.get(accountId);
    const place = versionFor(post, accountId);
    if (account === undefined || place === undefined) return [];
    const { provider, facts = null } = account;
    // Accounts of one network often share a version and have the same limits; report its issues once.
    const pass = JSON.stringify([provider, place.index, facts]);
    if (reported.has(pass)) return [];
    reported.add(pass);
    const version = `#/versions/${place.index}`;
    return [
      ...versionProblems({ provider, facts }, place.version, files).map(({ at, ...problem }) => ({
        pointer: `${version}/content${at}`,
        ...publishingErrors.network_limit_exceeded(),
        ...problem,
        provider,
      })),
      ...optionFaults(provider, place.version).map(({ at, detail }) => ({
        pointer: `${version}/options/${at}`,
        ...publishingErrors.options_invalid(),
        detail,
        provider,
      })),
    ];
  });
}

/** What counts towards the limit of characters of a network: an item of a thread, with its maximum or null for none. */
export function countedCharacters(
  provider: ProviderName,
  item: Pick<ContentItem, 'body' | 'url' | 'media'>,
  options: PostVersion['options'],
  facts: ServerFacts | null = null,
): { readonly characters: number; readonly limit: number | null } {
  const limits = limitsFor({ provider, facts });
  return {
    characters: warningLength(provider, options) + networkLength(provider, outgoingText(item), facts),
    limit: limits === null ? null : mostCharacters(limits, item),
  };
}

/** A network can allow less text below files. */
function mostCharacters(
  { characters, captionCharacters }: NetworkLimits,
  { media }: Pick<ContentItem, 'media'>,
): number {
  return media.length === 0 ? characters : (captionCharacters ?? characters);
}

/** Length of a text as the network counts it: in characters as people see them or in UTF-16 code units, and its links on Mastodon. */
export function networkLength(
  provider: ProviderName,
  text: string,
  facts: Pick<ServerFacts, 'software'> | null = null,
): number {
  if (provider === 'mastodon' && !COUNTS_LINKS.has(facts?.software ?? null))
    return textLength(text, 'code-points');
  const counted = provider === 'mastodon' ? mastodonText(text) : text;
  return textLength(counted, NETWORK_LIMITS[provider]?.unit ?? 'characters');
}

/** The limits of a network, with those that the server of an account says. */
function limitsFor({ provider, facts }: Place): NetworkLimits | null {
  const limits = NETWORK_LIMITS[provider];
  if (limits === null || facts === null) return limits;
  const { characters, files, imageBytes, videoBytes } = facts;
  return {
    ...limits,
    characters: characters ?? limits.characters,
    images: files ?? limits.images,
    imageBytes: imageBytes ?? limits.imageBytes,
    ...(videoBytes === null ? {} : { videoBytes }),
  };
}

function versionProblems(
  place: Place,
  { content, options }: Pick<PostVersion, 'content' | 'options'>,
  files: LimitedFiles,
): LimitProblem[] {
  const { provider } = place;
  const limits = limitsFor(place);
  if (limits === null) return [];
  const { thread } = limits;
  const detail =
    thread === 1
      ? `Posts on ${provider} cannot be threads. Use one item of content.`
      : `A thread on ${provider} can have at most ${thread} posts. Shorten the thread.`;
  const tooMany = content.length > thread ? [{ at: '', detail, limit: thread }] : [];
  const before = warningLength(provider, options);
  return [
    ...tooMany,
    ...content.flatMap((item, index) => [
      ...textProblems(place, limits, item, before).map((problem) => ({
        at: `/${index}/body`,
        ...problem,
      })),
      ...mediaProblems(provider, limits, item, index, files),
    ]),
  ];
}

/** Mastodon counts the content warning together with the text; links in the warning count at full length. */
function warningLength(provider: ProviderName, options: PostVersion['options']): number {
  const warning = provider === 'mastodon' ? options[provider]?.['spoiler_text'] : undefined;
  return typeof warning === 'string' ? textLength(warning, 'characters') : 0;
}

function textProblems(
  { provider, facts }: Place,
  limits: NetworkLimits,
  item: ContentItem,
  before: number,
): Omit<LimitProblem, 'at'>[] {
  const { textBytes } = limits;
  const text = outgoingText(item);
  const characters = mostCharacters(limits, item);
  const length = before + networkLength(provider, text, facts);
  if (length > characters) {
    const what = before > 0 ? 'Content warning, text and link' : 'Text and link';
    const place = characters < limits.characters ? `${provider} below files` : provider;
    const detail = `${what} have ${length} characters. The maximum on ${place} is ${characters}. Shorten the text.`;
    return [{ detail, limit: characters }];
  }
  const bytes = textLength(text, 'utf-8');
  if (textBytes === null || bytes <= textBytes) return [];
  const detail = `Text and link have ${bytes} bytes. The maximum on ${provider} is ${textBytes}. Shorten the text.`;
  return [{ detail, limit: textBytes }];
}
