import { describe, expect, it } from 'vitest';
import { DownloadError, type RemoteFile, type RemoteFiles } from '#shared/files/ports/remote-files.ts';
import { HttpFailureError, type HttpReply } from '#shared/platform/network/http-client.ts';
import { createLinkCards } from '#shared/publishing/networks/link-card.ts';
import rows from '#test/corpus/page-heads.json' with { type: 'json' };

const PAGE = 'https://shop.example/p/1';
const HTML = { 'content-type': 'text/html; charset=utf-8' };

function page(text: string): HttpReply {
  return { status: 200, headers: HTML, text };
}

/** Reads cards of these pages; every picture has so many bytes. */
function cardsOf(
  pages: Readonly<Record<string, HttpReply>>,
  size = 4,
  mimeType: RemoteFile['mimeType'] = 'image/png',
) {
  const opened: string[] = [];
  const asked: string[] = [];
  const pictures: RemoteFiles = {
    async open(url) {
      opened.push(url);
      if (url.includes('missing')) throw new DownloadError('http_error', 'No.');
      const body = (async function* bytes() {
        yield new Uint8Array(size);
      })();
      return { mimeType, body, close: () => undefined };
    },
  };
  const http = async ({ url }: { readonly url: string }) => {
    asked.push(url);
    const reply = pages[url];
    if (reply === undefined) throw new HttpFailureError('blocked', 'No.');
    return reply;
  };
  return { readCard: createLinkCards({ http, pictures }), opened, asked };
}

describe('link cards', () => {
  it.each(rows)('of $input ($report)', async ({ input, right }) => {
    const { readCard, opened } = cardsOf({ [PAGE]: page(input) });

    const card = await readCard(PAGE);

    expect(card && { title: card.title, description: card.description, picture: opened[0] ?? null }).toEqual(
      right ?? undefined,
    );
  });

  it('follows redirects, and finds a picture relative to the last page', async () => {
    const { readCard, opened } = cardsOf({
      [PAGE]: { status: 301, headers: { location: '/p/lamps/' }, text: '' },
      'https://shop.example/p/lamps/': page('<title>Lamps</title><meta property="og:image" content="a.png">'),
    });

    expect(await readCard(PAGE)).toMatchObject({ title: 'Lamps', picture: { mimeType: 'image/png' } });
    expect(opened).toEqual(['https://shop.example/p/lamps/a.png']);
  });

  it.each<readonly [string, HttpReply]>([
    ['that is missing', { ...page('<title>Not found</title>'), status: 404 }],
    ['that is no HTML', { ...page('<title>x</title>'), headers: { 'content-type': 'application/pdf' } }],
    ['in another encoding', page('<title>B\ufffdcher</title>')],
    ['without a title', page('<p>Hello</p>')],
    ['that redirects in a circle', { status: 302, headers: { location: PAGE }, text: '' }],
    [
      'that redirects to a blocked address',
      { status: 302, headers: { location: 'http://10.0.0.1/' }, text: '' },
    ],
  ])('are left out for a page %s', async (_, reply) => {
    const { readCard, asked } = cardsOf({ [PAGE]: reply });

    expect(await readCard(PAGE)).toBeUndefined();
    expect(asked.length).toBeLessThanOrEqual(4);
  });

  it.each([
    ['is larger than Bluesky allows', 'a.png', 1_000_001, 'image/png' as const],
    ['is a video', 'a.mp4', 4, 'video/mp4' as const],
    ['cannot be read', 'missing.png', 4, 'image/png' as const],
  ])('have no picture that %s', async (_, name, size, type) => {
    const html = `<title>Lamps</title><meta property="og:image" content="/${name}">`;
    const { readCard } = cardsOf({ [PAGE]: page(html) }, size, type);

    expect(await readCard(PAGE)).toEqual({ title: 'Lamps', description: '', picture: null });
  });

  it('are found behind the long scripts of a head (meyt/linkpreview#30)', async () => {
    const script = `<script>${'var a = "<meta>"; '.repeat(40_000)}</script>`;
    const html = `<head>${script}<meta property="og:title" content="Lamps"></head>`;
    const { readCard } = cardsOf({ [PAGE]: page(html) });

    expect(await readCard(PAGE)).toMatchObject({ title: 'Lamps' });
  });

  it('ask for the beginning of a page, because pages can be larger than every other response', async () => {
    const sent: unknown[] = [];
    const http = async (request: { readonly url: string }) => {
      sent.push(request);
      return page('<title>Lamps</title>');
    };
    const pictures: RemoteFiles = {
      async open() {
        throw new DownloadError('http_error', 'No.');
      },
    };
    await createLinkCards({ http, pictures })(PAGE);

    expect(sent).toMatchObject([{ url: PAGE, beginning: true }]);
  });

  it.each([
    '<meta '.repeat(160_000),
    '<meta '.repeat(15_000),
    `<meta content="${'"<meta content="'.repeat(6000)}`,
    '<title>'.repeat(14_000),
  ])('are not slow to find in a page that has almost one', async (html) => {
    const began = process.cpuUsage();
    await cardsOf({ [PAGE]: page(html) }).readCard(PAGE);
    expect(process.cpuUsage(began).user).toBeLessThan(3_000_000);
  });
});
