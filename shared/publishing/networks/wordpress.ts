import * as v from 'valibot';
import { cutText } from '#shared/platform/core/text.ts';
import type { HttpClient } from '#shared/platform/network/http-client.ts';
import type { Clock } from '#shared/platform/runtime/clock.ts';
import { accountServer } from '#shared/publishing/domain/account-credentials.ts';
import { wordpressArticle } from '#shared/publishing/domain/article-text.ts';
import { wordpressOptions } from '#shared/publishing/domain/network-options.ts';
import type { RemotePost } from '#shared/publishing/domain/publish-result.ts';
import type { RemoteProfile } from '#shared/publishing/domain/remote-profile.ts';
import type { PublishingProvider } from '#shared/publishing/ports/publishing-provider.ts';
import { articleHtml, escapeHtml } from './article-html.ts';
import { chooseArticle, notListed, publishArticle, runDigest } from './publish-article.ts';
import type { ThreadItem } from './publish-thread.ts';
import { finalError, unauthorisedError } from './publishing-stop.ts';
import type { PublishingStopError } from './publishing-stop.ts';
import { quoteNetwork } from './quote-network.ts';
import { readOptions } from './read-options.ts';
import { removeBy } from './remove-by.ts';
import { toProfile, verifyBy, webUrl } from './verify.ts';
import { uploadImage } from './wordpress-media.ts';
import { errorSchema, postSchema, termSchema, userSchema } from './wordpress-schemas.ts';
import { openSite } from './wordpress-site.ts';
import type { Site } from './wordpress-site.ts';

/** Characters of the text and hexadecimal digits of the run in a slug, which can have 200 characters. */
const SLUG_WORDS = 60;
const SLUG_DIGITS = 12;
const POST_FIELDS = 'id,slug,status,link';
/** An article in one of these states is visible to its readers. */
const PUBLISHED: ReadonlySet<string> = new Set(['publish', 'private']);

type Options = v.InferOutput<typeof wordpressOptions>;
type Post = v.InferOutput<typeof postSchema>;

/**
 * Publishes to a WordPress site with its REST API, in two phases: a draft whose slug is derived from the run, then its
 * publication by id, which can be repeated. Each attempt first looks for the slug (docs/specification/publishing.md#unknown-outcome).
 */
export function createWordPressProvider(dependencies: {
  readonly http: HttpClient;
  readonly clock: Clock;
}): PublishingProvider {
  return {
    name: 'wordpress',
    deduplicationMs: Number.POSITIVE_INFINITY,
    async verify(credentials) {
      const site = openSite(dependencies, credentials);
      return verifyBy(() => readProfile(site, accountServer(credentials)));
    },
    async publish(request) {
      const site = openSite(dependencies, request.credentials);
      return publishArticle(request, 'WordPress', async (item) => {
        const options = readOptions(wordpressOptions, request, 'WordPress');
        const slug = slugOf(request.key, item);
        const post =
          (await findPost(site, slug)) ?? (await createDraft(site, request.key, slug, item, options));
        return PUBLISHED.has(post.status) ? toRemote(post) : publishDraft(site, post, options);
      });
    },
    async remove({ credentials, remote }) {
      const site = openSite(dependencies, credentials);
      return removeBy(() => moveToTrash(site, remote));
    },
  };
}

async function readProfile({ network, read }: Site, server: string | null): Promise<RemoteProfile> {
  const question = read('/users/me', { context: 'edit' });
  const response = await network.send(question);
  if (response.status === 404) {
    throw finalError(
      'network_refused',
      'The site has no REST API at this address. Use the address of the site, and choose permalinks other than ' +
        '“Plain” in the settings of WordPress.',
    );
  }
  const user = network.read(response, question, userSchema);
  const { id, username, name, avatar_urls: avatars, capabilities } = user;
  if (Array.isArray(capabilities) || capabilities['publish_posts'] !== true) {
    throw unauthorisedError(
      'The user may not publish posts on this site: the capability publish_posts is missing. Use a user with the role ' +
        'Author, Editor or Administrator.',
    );
  }
  const image = Array.isArray(avatars) ? undefined : avatars['96'];
  return toProfile(username, name, image ?? null, { server, id });
}

/**
 * The slug of the article: words of its text and a digest of the run. It stays the slug of the published article, because a
 * repetition finds the article by it. Options can change between two runs with one key, so they are not part of it.
 */
function slugOf(key: string, { body, url }: ThreadItem): string {
  const { title } = wordpressArticle({ body, url }, null);
  const words = title
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/gu, '-')
    .slice(0, SLUG_WORDS)
    .replaceAll(/^-+|-+$/gu, '');
  return `${words === '' ? 'post' : words}-${runDigest(key, SLUG_DIGITS)}`;
}

/** Finds the article of a run. WordPress appends -2 to the slug of a second copy, which a late request can create. */
async function findPost({ network, read }: Site, slug: string): Promise<Post | undefined> {
  const question = read('/posts', {
    slug: [slug, `${slug}-2`, `${slug}-3`].join(','),
    status: 'any',
    context: 'edit',
    _fields: POST_FIELDS,
  });
  const found = await network.call(question, v.array(postSchema));
  return chooseArticle(found.map((post) => ({ ...post, published: PUBLISHED.has(post.status) })));
}

async function createDraft(
  site: Site,
  key: string,
  slug: string,
  item: ThreadItem,
  options: Options,
): Promise<Post> {
  await checkTerms(site, 'categories', options.categories ?? []);
  await checkTerms(site, 'tags', options.tags ?? []);
  const files = await uploadImages(site, key, item);
  const { title, text } = wordpressArticle(item, options.title);
  // A post without title, text and excerpt needs content.
  const shown = text === '' && item.url === null ? files : files.slice(1);
  const images = shown.map(({ url, altText }) => ({ url, altText }));
  const draft = site.write('/posts', {
    status: 'draft',
    slug,
    title: escapeHtml(title),
    content: articleHtml(text, item.url, images),
    excerpt:
      options.excerpt === undefined || options.excerpt === null ? undefined : escapeHtml(options.excerpt),
    categories: options.categories ?? undefined,
    tags: options.tags ?? undefined,
    format: options.format ?? undefined,
    featured_media: files[0]?.id,
  });
  // A lost response is harmless: nobody sees a draft, and the next attempt finds it.
  const created = await site.network.call(draft, postSchema);
  // A draft that an earlier request created in the meantime has a lower id, and each attempt has to choose the same one.
  const found = await findPost(site, slug);
  if (found !== undefined) return found;
  throw created.slug.startsWith(slug) ? notListed('WordPress') : slugChanged(created);
}

/** WordPress ignores unknown categories and tags without a word, and publishes in its default category. @throws PublishingStopError */
async function checkTerms(
  { network, read }: Site,
  kind: 'categories' | 'tags',
  ids: readonly number[],
): Promise<void> {
  if (ids.length === 0) return;
  const question = read(`/${kind}`, { include: ids.join(','), per_page: '100', _fields: 'id' });
  const known = new Set((await network.call(question, v.array(termSchema))).map(({ id }) => id));
  const unknown = ids.filter((id) => !known.has(id));
  if (unknown.length === 0) return;
  throw finalError(
    'options_invalid',
    `The site has no ${kind} with these IDs: ${unknown.join(', ')}. Use the IDs of ${kind} of the site in options.wordpress.${kind}.`,
  );
}

/** The error if a plugin of the site changes slugs. The draft is not published, because no attempt would find it. */
function slugChanged({ id }: Post): PublishingStopError {
  return finalError(
    'network_refused',
    `The site changes the slugs of posts, so that a repetition would not be recognised. The draft ${id} was not ` +
      'published. Publish it on the site, or switch off the plugin that changes slugs.',
  );
}

async function uploadImages(site: Site, key: string, { media }: ThreadItem) {
  const files = [];
  for (const file of media) {
    const { id, source_url: url } = await uploadImage(site, key, file);
    // The article has the text as its author wrote it. WordPress removes some of its characters in the library.
    files.push({ id, url, altText: file.altText });
  }
  return files;
}

async function publishDraft(site: Site, { id }: Post, { status }: Options): Promise<RemotePost> {
  const call = { ...site.write(`/posts/${id}`, { status: status ?? 'publish' }), posts: true };
  const post = await site.network.call(call, postSchema);
  if (PUBLISHED.has(post.status)) return toRemote(post);
  throw finalError(
    'network_refused',
    `WordPress did not publish the post ${id}: its status is ${cutText(quoteNetwork(post.status, []), 20, 'code-points')}. Publish it on the site.`,
  );
}

function toRemote({ id, link }: Post): RemotePost {
  return { id: String(id), url: webUrl(link) };
}

/** Moves a post to the trash of the site. A post that the site no longer has, or has in its trash, is removed already. */
async function moveToTrash({ network, remove }: Site, { id }: RemotePost): Promise<void> {
  const call = remove(`/posts/${encodeURIComponent(id)}`);
  const response = await network.send(call);
  const isOwn = v.is(errorSchema, parse(response.text));
  if (isOwn && (response.status === 404 || response.status === 410)) return;
  if (isOwn && response.status === 501) {
    throw finalError('network_refused', 'The site has no trash. Delete the post on the site.');
  }
  network.read(response, call, v.object({ id: v.number() }));
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
