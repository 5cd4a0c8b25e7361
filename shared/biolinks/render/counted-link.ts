import type { BlockContent, SocialNetwork } from '#shared/biolinks/domain/block.ts';
import { toVideoEmbed } from '#shared/biolinks/domain/video-embed.ts';
import { type LinkRules, outgoingLink } from './outgoing-link.ts';

/**
 * Networks whose profiles verify a website by its `rel="me"` link, which must lead to the profile itself. Clicks on these links are not
 * counted.
 */
const VERIFYING: ReadonlySet<SocialNetwork> = new Set(['mastodon', 'threads', 'github', 'website']);

/** A profile in a block of profiles. */
export type Profile = {
  /** Its name in URLs and analytics: the network, with a number from the second profile of the network on. */
  readonly name: string;
  readonly network: SocialNetwork;
  readonly url: string;
  /** Whether the profile verifies the page by its link. */
  readonly verifies: boolean;
};

/** The profiles of a block, each with a name that is unique in the block. */
export function profilesOf({ items }: Extract<BlockContent, { type: 'social' }>): readonly Profile[] {
  return items.map(({ network, url }, index) => {
    const same = items.slice(0, index).filter((each) => each.network === network).length;
    return {
      name: same === 0 ? network : `${network}-${same + 1}`,
      network,
      url,
      verifies: VERIFYING.has(network),
    };
  });
}

/** The address of a link in a page: the one that counts clicks, or the link itself if its clicks are not counted. */
export function linkAddress(url: string, place: string, rules: LinkRules): string | undefined {
  const target = outgoingLink(url, rules);
  if (target === undefined || rules.countedAt === null || !isWeb(target)) return target;
  return `${rules.countedAt}/${place}`;
}

/** Where the counted link of a block leads, or undefined if the block has no such link. */
export function countedTarget(
  content: BlockContent,
  item: string | undefined,
  rules: LinkRules,
): string | undefined {
  const url = storedUrl(content, item);
  const target = url === undefined ? undefined : outgoingLink(url, rules);
  return target !== undefined && isWeb(target) ? target : undefined;
}

function storedUrl(content: BlockContent, item: string | undefined): string | undefined {
  if (content.type === 'social')
    return profilesOf(content).find(({ name, verifies }) => name === item && !verifies)?.url;
  if (item !== undefined) return undefined;
  switch (content.type) {
    case 'link':
      return content.url;
    case 'image':
      return content.url ?? undefined;
    case 'video':
      return toVideoEmbed(content.url) ? undefined : content.url;
    default:
      return undefined;
  }
}

function isWeb(url: string): boolean {
  return /^https?:/u.test(url);
}
