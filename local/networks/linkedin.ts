import * as v from 'valibot';
import type { PartRequest } from '#local/http-part.ts';
import type { Clock } from '#shared/platform/runtime/clock.ts';
import { createTokenIssuer, type NetworkReply, type RegisteredApp } from './token-issuer.ts';

/** A post of a member. */
export type LinkedInPost = {
  readonly urn: string;
  readonly author: string;
  /** As readers see it. */
  readonly text: string;
  readonly hashtags: readonly string[];
  readonly visibility: string;
  readonly content: unknown;
};

export type LinkedInImage = { readonly urn: string; readonly mimeType: string; readonly bytes: Uint8Array };

/** How LinkedIn reacts to requests. */
export type LinkedInMood = {
  /** The time until which every request is rate-limited. */
  limitedUntil: Date | null;
  /** The origin of upload addresses. */
  uploadOrigin: string;
};

export type LinkedIn = ReturnType<typeof createLinkedIn>;

const image = v.object({ id: v.string(), altText: v.optional(v.string()) });
const uploadBody = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ initializeUploadRequest: v.object({ owner: v.string() }) }),
);
/** A link card needs a title. */
const postBody = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    author: v.string(),
    commentary: v.string(),
    visibility: v.picklist(['PUBLIC', 'CONNECTIONS']),
    distribution: v.object({ feedDistribution: v.literal('MAIN_FEED') }),
    lifecycleState: v.literal('PUBLISHED'),
    content: v.optional(
      v.object({
        media: v.optional(image),
        multiImage: v.optional(v.object({ images: v.pipe(v.array(image), v.minLength(2)) })),
        article: v.optional(v.object({ source: v.string(), title: v.pipe(v.string(), v.nonEmpty()) })),
      }),
    ),
  }),
);

const MAX_CHARACTERS = 3000;
const MAX_IMAGES = 20;
const AVATAR = 'https://media.example/ada.jpg';

/** LinkedIn's authorisation server and Posts API with one app, according to the public documentation. */
export function createLinkedIn(clock: Clock, app: RegisteredApp) {
  const issuer = createTokenIssuer(clock, [app]);
  const posts: LinkedInPost[] = [];
  const images: LinkedInImage[] = [];
  const uploads = new Set<string>();
  const mood: LinkedInMood = { limitedUntil: null, uploadOrigin: 'http://127.0.0.1' };
  let posted = 0;

  function deal(request: PartRequest): NetworkReply {
    const { url } = request;
    const name = `${request.method} ${url.pathname}`;
    if (name === 'GET /oauth/v2/authorization') return issuer.authorise(url);
    const limited = checkLimit();
    if (limited) return limited;
    if (name === 'POST /oauth/v2/accessToken') return issuer.token(request);
    const member = issuer.memberOf(request);
    if (!member) return problem(401, 'The token used in the request is invalid');
    const author = `urn:li:person:${member.sub}`;
    if (name === 'GET /v2/userinfo')
      return { status: 200, json: { sub: member.sub, name: member.name, picture: AVATAR } };
    if (name.startsWith('PUT /upload/')) return takeFile(request, url.pathname.slice('/upload/'.length));
    const { headers } = request;
    if (!/^\d{6}$/u.test(String(headers['linkedin-version'])))
      return problem(426, 'A version must be present');
    if (headers['x-restli-protocol-version'] !== '2.0.0') return problem(400, 'Unsupported protocol version');
    if (name === 'POST /rest/images') return beginUpload(request, author, url);
    if (name === 'POST /rest/posts') return takePost(request, author);
    if (name.startsWith('DELETE /rest/posts/'))
      return removePost(decodeURIComponent(url.pathname.slice('/rest/posts/'.length)), author);
    return problem(404, 'No virtual resource found');
  }

  function checkLimit(): NetworkReply | undefined {
    const { limitedUntil } = mood;
    if (limitedUntil === null || clock() >= limitedUntil) return undefined;
    const seconds = Math.ceil((limitedUntil.getTime() - clock().getTime()) / 1000);
    return {
      ...problem(429, 'Resource level throttle limit reached'),
      headers: { 'retry-after': String(seconds) },
    };
  }

  function beginUpload({ body }: PartRequest, author: string, url: URL): NetworkReply {
    const asked = v.safeParse(uploadBody, body.toString());
    const isOwn = asked.success && asked.output.initializeUploadRequest.owner === author;
    if (url.searchParams.get('action') !== 'initializeUpload' || !isOwn)
      return problem(403, 'Not enough permissions to upload');
    const id = `C5522AQ${uploads.size}`;
    uploads.add(id);
    const uploadUrl = `${mood.uploadOrigin}/upload/${id}`;
    return { status: 200, json: { value: { uploadUrl, image: `urn:li:image:${id}` } } };
  }

  function takeFile({ body, headers }: PartRequest, id: string): NetworkReply {
    if (!uploads.has(id)) return problem(404, 'Unknown upload');
    const mimeType = headers['content-type'] ?? '';
    images.push({ urn: `urn:li:image:${id}`, mimeType, bytes: new Uint8Array(body) });
    return { status: 201 };
  }

  function takePost({ body }: PartRequest, author: string): NetworkReply {
    const sent = v.safeParse(postBody, body.toString());
    if (!sent.success) return problem(400, `Validation failed: ${v.getDotPath(sent.issues[0]) ?? 'body'}`);
    const { commentary, visibility, content = null } = sent.output;
    if (sent.output.author !== author) return problem(403, 'Field Value validation failed: author');
    const { text, hashtags } = readLittleText(commentary);
    if (text.length > MAX_CHARACTERS)
      return problem(422, `commentary exceeds the limit of ${MAX_CHARACTERS} characters`);
    const used = [content?.media ?? [], content?.multiImage?.images ?? []].flat().map(({ id }) => id);
    if (used.some((id) => !images.some(({ urn }) => urn === id))) return problem(400, 'Unknown image');
    if (used.length > MAX_IMAGES) return problem(400, 'Too many images');
    posted += 1;
    const urn = `urn:li:share:${7_000_000_000_000_000_000n + BigInt(posted)}`;
    posts.push({ urn, author, text, hashtags, visibility, content });
    return { status: 201, headers: { 'x-restli-id': urn } };
  }

  function removePost(urn: string, author: string): NetworkReply {
    const index = posts.findIndex((post) => post.urn === urn);
    if (index === -1) return { status: 204 };
    if (posts[index]?.author !== author) return problem(403, 'Not the author');
    posts.splice(index, 1);
    return { status: 204 };
  }

  return { deal, app, issuer, posts, images: images as readonly LinkedInImage[], mood };
}

/** Reads the "little" format. An unescaped reserved character ends the text, as on LinkedIn. */
function readLittleText(commentary: string): { readonly text: string; readonly hashtags: readonly string[] } {
  const hashtags: string[] = [];
  let text = '';
  let rest = commentary;
  while (rest !== '') {
    const [tagged, tag = ''] = /^\{hashtag\|\\#\|([\p{L}\p{N}]+)\}/u.exec(rest) ?? [];
    if (tagged !== undefined) {
      hashtags.push(tag);
      text += `#${tag}`;
      rest = rest.slice(tagged.length);
    } else if (rest.startsWith('\\')) {
      text += rest.slice(1, 2);
      rest = rest.slice(2);
    } else {
      const first = rest.slice(0, 1);
      if (/[|{}@[\]()<>#*_~]/u.test(first)) break;
      text += first;
      rest = rest.slice(1);
    }
  }
  return { text, hashtags };
}

function problem(status: number, message: string): NetworkReply {
  return { status, json: { status, code: 'ERROR', message } };
}
