import * as v from 'valibot';
import type { HttpClient } from '#shared/platform/network/http-client.ts';
import type { Clock } from '#shared/platform/runtime/clock.ts';
import { accountServer } from '#shared/publishing/domain/account-credentials.ts';
import { devtoArticle } from '#shared/publishing/domain/article-text.ts';
import { devtoOptions } from '#shared/publishing/domain/network-options.ts';
import { withLink } from '#shared/publishing/domain/outgoing-text.ts';
import type { RemotePost } from '#shared/publishing/domain/publish-result.ts';
import type { ReadMarkdownTitle } from '#shared/publishing/domain/texts/markdown-title.ts';
import type { PublishingProvider, PublishRequest } from '#shared/publishing/ports/publishing-provider.ts';
import { findArticle, markerOf } from './devto-articles.ts';
import { articleSchema, errorSchema, userSchema } from './devto-schemas.ts';
import { openDevto } from './devto-site.ts';
import type { DevtoSite } from './devto-site.ts';
import { notListed, publishArticle } from './publish-article.ts';
import type { ThreadItem } from './publish-thread.ts';
import { finalError, retryableError } from './publishing-stop.ts';
import { readOptions } from './read-options.ts';
import { removeBy } from './remove-by.ts';
import { toProfile, verifyBy, webUrl } from './verify.ts';

/** Forem rejects a second article with the same title for five minutes. */
const TITLE_FREE_MS = 5 * 60 * 1000;
const TITLE_USED = /\blast five minutes\b/iu;

type Options = v.InferOutput<typeof devtoOptions>;
type Dependencies = {
  readonly http: HttpClient;
  readonly clock: Clock;
  readonly markdownTitle: ReadMarkdownTitle;
};

/**
 * Publishes to dev.to or another Forem community with its API, in two phases: a draft that contains a marker of the run, then
 * its publication by id, which can be repeated. Each attempt first looks for the marker (docs/specification/publishing.md#unknown-outcome).
 */
export function createDevtoProvider(dependencies: Dependencies): PublishingProvider {
  return {
    name: 'devto',
    deduplicationMs: Number.POSITIVE_INFINITY,
    async verify(credentials) {
      const { network, read } = openDevto(dependencies, credentials);
      return verifyBy(async () => {
        const { id, username, name, profile_image } = await network.call(read('/users/me'), userSchema);
        return toProfile(username, name, profile_image, { server: accountServer(credentials), id });
      });
    },
    async publish(request) {
      const site = openDevto(dependencies, request.credentials);
      return publishArticle(request, 'dev.to', async (item) => {
        const options = readOptions(devtoOptions, request, 'dev.to');
        const found = await findArticle(site, markerOf(request.key), request.startedAt);
        const article = found ?? (await createDraft(dependencies, site, request, item, options));
        return article.published ? toRemote(article) : setPublished(site, article.id, options);
      });
    },
    async remove({ credentials, remote }) {
      const site = openDevto(dependencies, credentials);
      return removeBy(() => unpublish(site, remote));
    },
  };
}

async function createDraft(
  { clock, markdownTitle }: Dependencies,
  site: DevtoSite,
  { key, startedAt }: PublishRequest,
  item: ThreadItem,
  options: Options,
) {
  const [file] = item.media;
  if (file !== undefined) {
    throw finalError(
      'media_unsupported',
      `Articles on dev.to cannot have files. Remove the file ${file.id}.`,
    );
  }
  const marker = markerOf(key);
  const draft = site.write('POST', '/articles', { article: articleOf(marker, item, options, markdownTitle) });
  const response = await site.network.send(draft);
  const isTitleUsed = response.status === 422 && TITLE_USED.test(errorOf(response.text));
  // A lost response is harmless: nobody sees a draft, and the next attempt finds it.
  if (!isTitleUsed) site.network.read(response, draft, articleSchema);
  // A late request of an earlier attempt may have created a draft in the meantime. That draft has a lower id, or is the reason why the
  // title is in use.
  const found = await findArticle(site, marker, startedAt);
  if (found !== undefined) return found;
  if (!isTitleUsed) throw notListed('dev.to');
  throw retryableError(
    'rate_limited',
    'The account created another article with the same title in the last five minutes. The next attempt starts ' +
      'automatically after that time.',
    { notBefore: new Date(clock().getTime() + TITLE_FREE_MS) },
  );
}

function articleOf(marker: string, item: ThreadItem, options: Options, readTitle: ReadMarkdownTitle) {
  const { title, text } = devtoArticle(item, options.title, readTitle);
  return {
    title,
    body_markdown: `${marker}\n\n${withLink(text, item.url)}`,
    published: false,
    tags: options.tags ?? undefined,
    series: options.series ?? undefined,
    canonical_url: options.canonical_url ?? undefined,
    description: options.description ?? undefined,
    organization_id: options.organization_id ?? undefined,
  };
}

/** The tags are sent again, because dev.to removes them from an article whose publication does not name them. */
async function setPublished(site: DevtoSite, id: number, { tags }: Options): Promise<RemotePost> {
  const article = { published: true, tags: tags ?? undefined };
  const call = { ...site.write('PUT', `/articles/${id}`, { article }), posts: true };
  return toRemote(await site.network.call(call, articleSchema));
}

function toRemote({ id, url }: v.InferOutput<typeof articleSchema>): RemotePost {
  return { id: String(id), url: webUrl(url) };
}

/** The API cannot delete an article, so it becomes a draft again. One that no longer exists is removed already. */
async function unpublish({ network, write }: DevtoSite, { id }: RemotePost): Promise<void> {
  const call = write('PUT', `/articles/${encodeURIComponent(id)}`, { article: { published: false } });
  const response = await network.send(call);
  if (response.status === 404 && errorOf(response.text) !== '') return;
  network.read(response, call, articleSchema);
}

function errorOf(text: string): string {
  try {
    return v.parse(errorSchema, JSON.parse(text)).error;
  } catch {
    return '';
  }
}
