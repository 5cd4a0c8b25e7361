import * as v from 'valibot';
import { cutText } from '#shared/platform/core/text.ts';
import type { HttpClient, HttpReply } from '#shared/platform/network/http-client.ts';
import type { Clock } from '#shared/platform/runtime/clock.ts';
import { linkedinOptions } from '#shared/publishing/domain/network-options.ts';
import { outgoingText } from '#shared/publishing/domain/outgoing-text.ts';
import { publishThread, type ThreadItem } from '#shared/publishing/networks/publish-thread.ts';
import { finalError, retryableError, toResult } from '#shared/publishing/networks/publishing-stop.ts';
import { readOptions } from '#shared/publishing/networks/read-options.ts';
import { removeBy } from '#shared/publishing/networks/remove-by.ts';
import { toProfile, verifyBy } from '#shared/publishing/networks/verify.ts';
import type { PublishingProvider } from '#shared/publishing/ports/publishing-provider.ts';
import { isSuccess, openLinkedIn } from './linkedin-api.ts';
import { type PostImage, uploadImage } from './linkedin-images.ts';
import { errorSchema, postUrnSchema, userInfoSchema } from './linkedin-schemas.ts';
import { littleText } from './little-text.ts';

const MAX_TITLE = 200;
const VISIBILITIES = { public: 'PUBLIC', connections: 'CONNECTIONS' } as const;
const UNKNOWN =
  'An earlier attempt may have published the post, and LinkedIn cannot detect a duplicate. Check the account, and ' +
  'publish the post again only if it is missing there.';
const THREAD = 'LinkedIn has no threads. Use a version with one post for this account.';
const NO_ID =
  'LinkedIn accepted the post but returned no ID for it. Check the account before you publish the post again.';

/**
 * Publishes to the profile of a LinkedIn member with the Posts API. LinkedIn does not detect a repetition, so an attempt with
 * an unknown outcome is never repeated (docs/specification/publishing.md#unknown-outcome).
 */
export function createLinkedInProvider(dependencies: {
  readonly http: HttpClient;
  readonly clock: Clock;
  /** Origin of the API. */
  readonly origin: string;
}): PublishingProvider {
  return {
    name: 'linkedin',
    deduplicationMs: 0,
    async verify(credentials) {
      const { network, get } = openLinkedIn(dependencies, credentials);
      return verifyBy(async () => {
        const { sub, name, picture } = await network.call(get('/v2/userinfo'), userInfoSchema);
        return toProfile(sub, name, picture, { id: sub });
      });
    },
    async publish(request) {
      const { unknownSince, done, items } = request;
      if (done.length < items.length) {
        if (unknownSince !== null) return toResult(finalError('outcome_unknown', UNKNOWN), done);
        if (items.length > 1) return toResult(finalError('network_refused', THREAD), done);
      }
      return publishThread(request, async (item) => {
        const { visibility } = readOptions(linkedinOptions, request, 'LinkedIn');
        const linkedIn = openLinkedIn(dependencies, request.credentials);
        const images: PostImage[] = [];
        for (const media of item.media) images.push(await uploadImage(linkedIn, dependencies.origin, media));
        const call = {
          ...linkedIn.post('/rest/posts', {
            author: linkedIn.author,
            commentary: littleText(outgoingText(item)),
            visibility: VISIBILITIES[visibility ?? 'public'],
            distribution: {
              feedDistribution: 'MAIN_FEED',
              targetEntities: [],
              thirdPartyDistributionChannels: [],
            },
            ...contentOf(item, images),
            lifecycleState: 'PUBLISHED',
            isReshareDisabledByAuthor: false,
          }),
          posts: true,
        };
        const response = await linkedIn.network.send(call);
        if (!isSuccess(response)) linkedIn.network.read(response, call, v.never());
        const urn = v.safeParse(postUrnSchema, response.headers['x-restli-id']);
        if (!urn.success) throw retryableError('network_unavailable', NO_ID, { unknown: true });
        return { id: urn.output, url: `https://www.linkedin.com/feed/update/${urn.output}/` };
      });
    },
    async remove({ credentials, remote }) {
      const { network, remove } = openLinkedIn(dependencies, credentials);
      return removeBy(async () => {
        const call = remove(`/rest/posts/${encodeURIComponent(remote.id)}`);
        const response = await network.send(call);
        if (response.status === 204 || isMissing(response)) return;
        network.read(response, call, v.never());
      });
    },
  };
}

/** A 404 of a proxy is a page instead of an error of LinkedIn. */
function isMissing({ status, text }: HttpReply): boolean {
  return status === 404 && v.is(v.pipe(v.string(), v.parseJson(), errorSchema), text);
}

function contentOf({ url }: ThreadItem, images: readonly PostImage[]) {
  const [first] = images;
  if (images.length > 1) return { content: { multiImage: { images } } };
  if (first !== undefined) return { content: { media: first } };
  const link = url === null ? null : URL.parse(url);
  if (link === null) return {};
  // LinkedIn requires a title and does not read it from the page.
  const title = cutText(`${link.host}${link.pathname === '/' ? '' : link.pathname}`, MAX_TITLE, 'utf-16');
  return { content: { article: { source: url, title } } };
}
