import { isMediaType } from '#shared/files/domain/media.ts';
import { DownloadError, type RemoteFiles } from '#shared/files/ports/remote-files.ts';
import { receivedLine } from '#shared/platform/core/text.ts';
import { HttpFailureError, type HttpClient, type HttpReply } from '#shared/platform/network/http-client.ts';
import { pageFacts } from './page-facts.ts';

/** Timeouts for the picture of a link card, which is small. */
export const PICTURE_LIMITS = { connectMs: 4000, idleMs: 4000, deadlineMs: 10_000 };

/** What a page says about itself, for a card that shows its link. */
export type LinkCard = {
  readonly title: string;
  readonly description: string;
  readonly picture: { readonly mimeType: string; readonly bytes: Uint8Array<ArrayBuffer> } | null;
};

/** Reads the card of a page; undefined if there is none. Never throws for a page or its server. */
export type ReadLinkCard = (url: string) => Promise<LinkCard | undefined>;

const PAGE_MS = 5000;
const MAX_REDIRECTS = 3;
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
const MAX_TITLE = 300;
const MAX_DESCRIPTION = 1000;
/** Maximum size of the picture of a card (lexicon app.bsky.embed.external). */
const MAX_PICTURE = 1_000_000;

/**
 * Reads cards through the address guard: `http` and `pictures` connect to public addresses only, and each redirect is checked like the
 * first URL. A card that cannot be read is left out, because a page must not prevent publishing.
 */
export function createLinkCards({
  http,
  pictures,
}: {
  readonly http: HttpClient;
  readonly pictures: RemoteFiles;
}): ReadLinkCard {
  return async (url) => {
    const page = await readPage(http, url);
    if (page === undefined) return undefined;
    const { title, description, picture } = pageFacts(page.html);
    const shown = readable(title, MAX_TITLE);
    if (shown === null) return undefined;
    const source = picture === null ? null : URL.parse(picture, page.url);
    return {
      title: shown,
      description: readable(description, MAX_DESCRIPTION) ?? '',
      picture: source === null ? null : await readPicture(pictures, source.href),
    };
  };
}

/** A text of the page as one line; null if it shows nothing or has replacement characters: the page has another encoding than UTF-8. */
function readable(text: string | null, limit: number): string | null {
  return text?.includes('\ufffd') === true ? null : receivedLine(text, limit);
}

async function readPage(
  http: HttpClient,
  first: string,
): Promise<{ readonly url: string; readonly html: string } | undefined> {
  let url = first;
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
    const reply = await get(http, url);
    if (reply === undefined) return undefined;
    const { status, headers, text } = reply;
    if (!REDIRECTS.has(status)) {
      const isPage = /^(?:text\/html|application\/xhtml\+xml)\b/iu.test(headers['content-type'] ?? '');
      return status === 200 && isPage ? { url, html: text } : undefined;
    }
    const target = URL.parse(headers['location'] ?? '', url);
    if (target === null) return undefined;
    url = target.href;
  }
  return undefined;
}

async function get(http: HttpClient, url: string): Promise<HttpReply | undefined> {
  try {
    const headers = { accept: 'text/html, application/xhtml+xml' };
    return await http({ method: 'GET', url, headers, deadlineMs: PAGE_MS, beginning: true });
  } catch (error) {
    if (error instanceof HttpFailureError) return undefined;
    throw error;
  }
}

async function readPicture(pictures: RemoteFiles, url: string): Promise<LinkCard['picture']> {
  try {
    const { mimeType, body, close } = await pictures.open(url);
    try {
      if (!isMediaType(mimeType) || !mimeType.startsWith('image/')) return null;
      const chunks: Uint8Array[] = [];
      let size = 0;
      for await (const chunk of body) {
        size += chunk.length;
        if (size > MAX_PICTURE) return null;
        chunks.push(chunk);
      }
      return { mimeType, bytes: new Uint8Array(Buffer.concat(chunks)) };
    } finally {
      close();
    }
  } catch (error) {
    if (error instanceof DownloadError) return null;
    throw error;
  }
}
