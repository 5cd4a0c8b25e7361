import * as v from 'valibot';
import { HOUR_MS } from '#shared/platform/core/time-units.ts';
import { listedSchema } from './devto-schemas.ts';
import type { ListedArticle } from './devto-schemas.ts';
import type { DevtoSite } from './devto-site.ts';
import { chooseArticle, runDigest } from './publish-article.ts';

/** Articles of a page. Each contains its text, and a response can have 1 MB. */
const PAGE = 10;
const MAX_PAGES = 10;
/** Tolerance in milliseconds for a clock of the service that is behind the clock of the platform. */
const CLOCK_MS = HOUR_MS;

/**
 * The first line of an article, a comment that no reader sees: the article of a run is found by it. It stays in the article,
 * because a repetition after the publication must find it too. Because it is the first line, Forem does not read a text that
 * begins with `---` as front matter, which could publish a draft.
 */
export function markerOf(key: string): string {
  return `<!-- id: ${runDigest(key, 32)} -->`;
}

/**
 * Finds the article of a run among the own articles. Forem lists drafts first, the newest at the top, then published articles
 * in reverse order of publication. If there are more drafts than the pages have, the published articles are read separately.
 * @throws PublishingStopError
 */
export async function findArticle(
  site: DevtoSite,
  marker: string,
  startedAt: Date,
): Promise<ListedArticle | undefined> {
  const all = await scan(site, '/articles/me/all', marker, startedAt);
  const rest = all.complete ? [] : (await scan(site, '/articles/me/published', marker, startedAt)).found;
  return chooseArticle([...all.found, ...rest]);
}

async function scan(site: DevtoSite, path: string, marker: string, startedAt: Date) {
  const oldest = startedAt.getTime() - CLOCK_MS;
  const found: ListedArticle[] = [];
  for (let page = 1; page <= MAX_PAGES; page += 1) {
    const question = site.read(path, { page: String(page), per_page: String(PAGE) });
    const articles = await site.network.call(question, v.array(listedSchema));
    found.push(...articles.filter(({ body_markdown: text }) => text?.startsWith(marker)));
    const last = articles.at(-1);
    // An article that was published before the run started is not the article of the run, and neither are those after it in the list.
    const isOlder = last?.published === true && Date.parse(last.published_at ?? '') < oldest;
    if (articles.length < PAGE || isOlder) return { found, complete: true };
  }
  return { found, complete: false };
}
