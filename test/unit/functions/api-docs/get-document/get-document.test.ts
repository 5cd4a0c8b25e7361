import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { gunzipSync } from 'node:zlib';
import { parse, type DefaultTreeAdapterTypes } from 'parse5';
import { describe, expect, it } from 'vitest';
import { parse as parseYaml } from 'yaml';
import { DOCUMENTS } from '#functions/api-docs/get-document/documents.ts';
import { createHandler as createGetDocumentHandler } from '#functions/api-docs/get-document/handler.ts';
import { operation } from '#functions/api-docs/get-document/operation.ts';
import { OPERATIONS } from '#functions/registry.ts';
import { createRouteTable } from '#local/gateway/route-table.ts';
import { operationId } from '#shared/api-docs/operation-id.ts';
import { PROBLEMS } from '#shared/api-docs/problems.ts';
import { httpFunction } from '#shared/platform/http/http-function.ts';
import { SITE_FONT } from '#shared/platform/render/site-font.ts';
import { type DeployedFiles, deployedFiles } from '#shared/platform/runtime/deployed-files.ts';
import { NOW } from '#test/support/builders/platform/command-builders.ts';
import { conformingOne } from '#test/support/fixtures/platform/conformance.ts';
import {
  HOSTS,
  aLambdaContext,
  anHttpEvent,
  type RequestParts,
} from '#test/support/fixtures/platform/http-event.ts';
import { createRecordingLog } from '#test/support/fixtures/platform/recording-log.ts';

const ENTRY = new URL('../../../../../functions/api-docs/get-document/index.ts', import.meta.url).href;
const PAGES = DOCUMENTS.filter(({ mediaType }) => mediaType === 'text/html').map(({ path }) => path);

type Served = {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
};

function start(files: DeployedFiles = deployedFiles(ENTRY)) {
  return serving(conformingOne(operation.name, createFunction(files)));
}

function createFunction(files: DeployedFiles) {
  const services = { clock: () => NOW, hosts: HOSTS, log: createRecordingLog() };
  return httpFunction(operation, createGetDocumentHandler({ files }), services);
}

function serving(handler: ReturnType<typeof createFunction>) {
  return async (path: string, parts: RequestParts = {}): Promise<Served> => {
    const result = await handler(anHttpEvent({ path, ...parts }), aLambdaContext());
    const { statusCode = 0, headers = {}, body = '', isBase64Encoded } = result;
    const bytes = Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8');
    const isZipped = headers['Content-Encoding'] === 'gzip' && bytes.length > 0;
    return { status: statusCode, headers, text: (isZipped ? gunzipSync(bytes) : bytes).toString() };
  };
}

const get = start();
const GZIP = { headers: { 'accept-encoding': 'gzip, br' } };

describe('get-document, happy', () => {
  it.each(DOCUMENTS)('serves $path', async ({ path, mediaType }) => {
    const { status, headers, text } = await get(path);

    expect([status, headers['Content-Type']]).toEqual([
      200,
      mediaType.startsWith('font/') ? mediaType : `${mediaType}; charset=utf-8`,
    ]);
    expect(text.length).toBeGreaterThan(800);
  });

  it.each(DOCUMENTS)(
    'compresses $path for a client that accepts it, as another representation',
    async ({ path }) => {
      const plain = await get(path);
      const zipped = await get(path, GZIP);

      expect(zipped.headers).toMatchObject({ 'Content-Encoding': 'gzip', Vary: 'Accept-Encoding' });
      expect(plain.headers['Content-Encoding']).toBeUndefined();
      expect(zipped.text === plain.text).toBe(true);
      expect(zipped.headers['ETag']).not.toBe(plain.headers['ETag']);
    },
  );

  it.each(DOCUMENTS)('returns 304 for $path to a client with the current tag', async ({ path }) => {
    const { headers } = await get(path, GZIP);
    const again = await get(path, { headers: { ...GZIP.headers, 'if-none-match': String(headers['ETag']) } });

    expect([again.status, again.text, again.headers['ETag']]).toEqual([304, '', headers['ETag']]);
    expect(again.headers['Cache-Control']).toBe(headers['Cache-Control']);
  });

  it('returns only the headers for HEAD', async () => {
    const { status, headers, text } = await get('/openapi.json', { method: 'HEAD', ...GZIP });

    expect([status, headers['Content-Encoding'], text]).toEqual([200, 'gzip', '']);
  });

  it.each([
    ['script', /<script src="([^"?]+)\?v=([^"]+)"/u],
    ['font', /<link rel="preload" href="([^"?]+)\?v=([^"]+)"/u],
  ])('marks the %s, under its versioned address, as immutable, and no other document', async (_, address) => {
    const { text } = await get('/docs');
    const [, path = '', release = ''] = address.exec(text) ?? [];

    expect((await get(path, { query: { v: release } })).headers['Cache-Control']).toBe(
      'public, max-age=31536000, immutable',
    );
    expect((await get(path, { query: { v: '0.0.1' } })).headers['Cache-Control']).toBe('public, max-age=300');
    expect((await get('/openapi.json', { query: { v: release } })).headers['Cache-Control']).toBe(
      'public, max-age=300',
    );
  });

  it('serves the bytes of the font unchanged, compressed or not', async () => {
    const file = readFileSync(createRequire(import.meta.url).resolve(SITE_FONT.module));
    const handler = createFunction(deployedFiles(ENTRY));
    const sent = async (parts: RequestParts) => {
      const { body = '' } = await handler(anHttpEvent({ path: SITE_FONT.path, ...parts }), aLambdaContext());
      return Buffer.from(body, 'base64');
    };

    expect((await sent({})).equals(file)).toBe(true);
    expect(gunzipSync(await sent(GZIP)).equals(file)).toBe(true);
  });

  it('rejects a body of more than 256 KiB, although it ignores bodies', async () => {
    expect((await get('/docs', { body: 'x'.repeat(256 * 1024 + 1) })).status).toBe(413);
  });

  it('serves the committed document', async () => {
    const { read } = deployedFiles(ENTRY);

    expect((await get('/openapi.json')).text === (await read('docs/api/openapi.json')).toString()).toBe(true);
  });

  it('serves the same document as YAML', async () => {
    const [json, yaml] = await Promise.all([get('/openapi.json'), get('/openapi.yaml')]);

    expect(parseYaml(yaml.text)).toEqual(JSON.parse(json.text));
  });

  it('reads and compresses a document once', async () => {
    const files = deployedFiles(ENTRY);
    const reads: string[] = [];
    const again = start({
      ...files,
      readGzipped(path) {
        reads.push(path);
        return files.readGzipped(path);
      },
    });
    await Promise.all([again('/openapi.json'), again('/openapi.json', GZIP), again('/openapi.json')]);

    expect(reads).toEqual(['docs/api/openapi.json']);
  });

  it('reads a file again that could not be read', async () => {
    const files = deployedFiles(ENTRY);
    let isBroken = true;
    const mended = start({
      ...files,
      read: (path) => (isBroken ? Promise.reject(new Error('EIO')) : files.read(path)),
    });
    expect((await mended('/docs/errors')).status).toBe(500);
    isBroken = false;

    expect((await mended('/docs/errors')).status).toBe(200);
  });
});

describe('get-document, the routes of API Gateway', () => {
  it('cover each document with less than half of the routes', () => {
    const { select } = createRouteTable(
      operation.gatewayRoutes.map(({ method, path }) => ({
        routeKey: `${method} ${path}`,
        functionName: 'it',
      })),
    );

    for (const { path } of DOCUMENTS)
      expect([path, select('GET', path), select('HEAD', path)]).toEqual([
        path,
        expect.anything(),
        expect.anything(),
      ]);
    expect(operation.gatewayRoutes.length).toBeLessThan(operation.routes.length / 2);
  });

  it.each(['/docs/nothing', '/docs/operations', '/docs/__proto__', '/docs/errors.json'])(
    'also match %s, which is the 404 of an unknown path',
    async (path) => {
      // An unknown path is not documented.
      const { status, text } = await serving(createFunction(deployedFiles(ENTRY)))(path);

      expect([status, JSON.parse(text)]).toEqual([
        404,
        expect.objectContaining({
          code: 'route_not_found',
          detail: expect.stringContaining('Compare the path with the API reference'),
        }),
      ]);
    },
  );
});

describe('get-document, security', () => {
  it.each(PAGES)('%s loads nothing from another host', async (path) => {
    const { headers, text } = await get(path);
    const policy = String(headers['Content-Security-Policy']);

    expect(policy).toMatch(/^default-src 'none'; /u);
    expect(policy).not.toMatch(/https?:|\*|unsafe-eval|script-src[^;]*unsafe-inline/u);
    expect(policy).toContain("base-uri 'none'; form-action 'none'; frame-ancestors 'none'");
    expect(headers).toMatchObject({ 'X-Frame-Options': 'DENY', 'X-Content-Type-Options': 'nosniff' });
    expect([...text.matchAll(/(?:src|<link[^>]* href)="(?!\/|data:)[^"]*"/gu)]).toEqual([]);
  });

  it.each(PAGES)(
    'allows the inline script of %s by its hash, and its style if no script writes styles',
    async (path) => {
      const { headers, text } = await get(path);
      const policy = String(headers['Content-Security-Policy']);
      const inline = [...text.matchAll(/<(script|style)>([^]*?)<\/(?:script|style)>/gu)];

      expect(inline.map(([, element]) => element)).toEqual(
        path === '/docs' ? ['style', 'script'] : ['style'],
      );
      for (const [, element, code = ''] of inline) {
        const hash = `'sha256-${createHash('sha256').update(code).digest('base64')}'`;
        const isByHash = path !== '/docs' || element === 'script';
        expect(policy.includes(`${element}-src ${isByHash ? '' : "'unsafe-inline'"}`)).toBe(true);
        expect(policy.includes(hash)).toBe(isByHash);
      }
    },
  );

  it('has no script in pages that are only read', async () => {
    for (const path of PAGES.filter((page) => page !== '/docs'))
      expect((await get(path)).text).not.toContain('<script');
  });
});

describe('/docs/errors', () => {
  it('has a paragraph at the address of each problem type, with its status and title', async () => {
    const { text } = await get('/docs/errors');
    const ids = [...text.matchAll(/<section id="([^"]+)">([^]*?)<\/section>/gu)];

    expect(ids.map(([, id = '']) => id).toSorted()).toEqual(Object.keys(PROBLEMS).toSorted());
    for (const [, id = '', section] of ids) {
      const { status, title } = PROBLEMS[id as keyof typeof PROBLEMS];
      expect(section).toContain(`<span class="status">${status}</span>`);
      expect(section).toContain(`<p class="title">${title}</p>`);
    }
  });

  it('lists the codes by status first', async () => {
    const { text } = await get('/docs/errors');
    const [nav = ''] = /<nav aria-label="Codes by status">[^]*?<\/nav>/u.exec(text) ?? [];
    const statuses = [...nav.matchAll(/id="status-(\d+)"/gu)].map(([, status]) => Number(status));

    expect(statuses).toEqual(
      [...new Set(Object.values(PROBLEMS).map(({ status }) => status))].toSorted((a, b) => a - b),
    );
    expect([...nav.matchAll(/href="#([^"]+)"/gu)]).toHaveLength(Object.keys(PROBLEMS).length);
  });
});

describe('the guides', () => {
  it.each(PAGES)('%s is well-formed HTML', async (path) => {
    const errors: string[] = [];
    parse((await get(path)).text, { onParseError: ({ code }) => void errors.push(code) });

    expect(errors).toEqual([]);
  });

  it.each(PAGES.filter((page) => page !== '/docs'))(
    '%s contains no leftover Markdown syntax',
    async (path) => {
      const prose = textOutsideCode(parse((await get(path)).text));

      expect(prose).not.toMatch(/\*\*|`|\]\(|^\s*(?:#|\||- )/mu);
    },
  );

  it.each(PAGES.filter((page) => page !== '/docs'))('%s links only to documents that exist', async (path) => {
    const links = [...(await get(path)).text.matchAll(/href="(\/[^"#?]*)["?]/gu)].map(
      ([, link = '']) => link,
    );
    const known = new Set<string>(['/', '/console', ...DOCUMENTS.map((document) => document.path)]);

    expect(links.filter((link) => !known.has(link))).toEqual([]);
  });

  it.each(PAGES.filter((page) => page !== '/docs'))('%s lists every page and marks itself', async (path) => {
    const [, nav = ''] = /<nav aria-label="Documentation">([^]*?)<\/nav>/u.exec((await get(path)).text) ?? [];
    const links = [...nav.matchAll(/<a href="([^"]+)"( aria-current="page")?>/gu)];

    expect(new Set(links.map(([, link]) => link))).toEqual(new Set(PAGES));
    expect(links.filter(([, , current]) => current).map(([, link]) => link)).toEqual([path]);
  });

  it.each(PAGES.filter((page) => page !== '/docs'))(
    '%s has one element of each id, and links to no other id',
    async (path) => {
      const { text } = await get(path);
      const ids = [...text.matchAll(/ id="([^"]+)"/gu)].map(([, id]) => id);
      const targets = [...text.matchAll(/href="#([^"]+)"/gu)].map(([, id]) => id);

      expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
      expect(targets.filter((id) => !ids.includes(id))).toEqual([]);
    },
  );

  it.each(PAGES)('%s has no relative link, which would end outside the documents', async (path) => {
    const links = [...(await get(path)).text.matchAll(/href="([^"]*)"/gu)].map(([, link = '']) => link);

    expect(links.filter((link) => !/^(?:\/|#|https:\/\/|data:)/u.test(link))).toEqual([]);
  });
});

describe('documents for language models', () => {
  const GUIDES = PAGES.filter((page) => page !== '/docs');

  it.each(GUIDES)('%s names its text in Markdown, which has the same sections', async (path) => {
    const page = (await get(path)).text;
    const [, twin = ''] = /<link rel="alternate" type="text\/markdown" href="([^"]+)"/u.exec(page) ?? [];
    const { status, text } = await get(twin);
    const headings = [...text.matchAll(/^## (.+)$/gmu)].map(([, heading = '']) => heading);

    expect([twin, status]).toEqual([`${path}.md`, 200]);
    expect(headings.length).toBeGreaterThan(3);
    for (const heading of headings) expect(page).toContain(heading.replaceAll('`', ''));
  });

  it('states the status of each error code', async () => {
    const { text } = await get('/docs/errors.md');

    for (const [code, { status, title }] of Object.entries(PROBLEMS))
      expect(text).toContain(`## ${code}\n\n${status}: ${title}\n\n`);
  });

  it('lists each operation once, with its permissions', async () => {
    const { text } = await get('/docs/operations.md');
    const ids = [...text.matchAll(/^- `(\w+)`: `[A-Z]+ \/[^`]*`\. /gmu)].map(([, id]) => id);
    const operations = OPERATIONS.filter(({ routes }) => routes.length > 0).map(({ name, routes: [first] }) =>
      first?.docs ? first.docs.id : operationId(name),
    );

    expect(ids).toEqual([...new Set(ids)]);
    expect(ids).toEqual(expect.arrayContaining(operations));
    expect(text).toContain('`updatePage`: `PATCH /api/v1/biolinks/pages/{page}`');
    expect(text).toContain('Requires `biolinks:pages:write`; also `biolinks:pages:publish` if');
    expect(text).not.toMatch(/HEAD|\(alias\)/u);
  });

  it('links the other documents from /llms.txt', async () => {
    const { text } = await get('/llms.txt');
    const links = [...text.matchAll(/\]\((\/[^)]+)\)/gu)].map(([, link = '']) => link);
    const markdown = DOCUMENTS.filter(({ mediaType }) => mediaType === 'text/markdown');

    expect(text).toMatch(/^# Workspace platform\n\n> /u);
    expect(links).toEqual(expect.arrayContaining(markdown.map(({ path }) => path)));
    for (const link of links) expect((await get(link)).status).toBe(200);
  });
});

type Node = DefaultTreeAdapterTypes.Node;

function textOutsideCode(node: Node): string {
  if (node.nodeName === 'code' || node.nodeName === 'style') return '';
  if ('value' in node) return node.value;
  return 'childNodes' in node ? node.childNodes.map(textOutsideCode).join('') : '';
}
