import { brotliDecompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { createHandler } from '#functions/platform/get-console/handler.ts';
import { operation } from '#functions/platform/get-console/operation.ts';
import { createStageHosts } from '#shared/platform/core/stage-hosts.ts';
import { httpFunction } from '#shared/platform/http/http-function.ts';
import { deployedFiles } from '#shared/platform/runtime/deployed-files.ts';
import { NOW } from '#test/support/builders/platform/command-builders.ts';
import { aLambdaContext, anHttpEvent } from '#test/support/fixtures/platform/http-event.ts';
import { createRecordingLog } from '#test/support/fixtures/platform/recording-log.ts';

const FILES = deployedFiles(
  new URL('../../../../../functions/platform/get-console/index.ts', import.meta.url).href,
);
/** Bundled once for all tests. */
const consoleFiles = { read: once((path: string) => FILES.read(path)) };
/** The first load in bytes, compressed with brotli: page, script, style and icon. */
const FIRST_LOAD_LIMIT = 60_000;

function once<T>(read: (path: string) => T): (path: string) => T {
  let first: { readonly value: T } | undefined;
  return (path) => (first ??= { value: read(path) }).value;
}

type Options = { host?: string; pageHost?: string; encoding?: string; frameOrigins?: readonly string[] };

function serve(path: string, options: Options = {}) {
  const { host = 'api.example.com', pageHost = 'pages.example.net', encoding = 'br' } = options;
  const { frameOrigins = [] } = options;
  const handler = createHandler({
    consoleFiles,
    frameOrigins,
    uploadOrigin: 'https://media.s3.eu-central-1.amazonaws.com',
  });
  const serveRequest = httpFunction(operation, handler, {
    clock: () => NOW,
    log: createRecordingLog(),
    hosts: createStageHosts({ apiOrigins: ['https://api.example.com'], pageHost }),
  });
  const headers = { host, 'accept-encoding': encoding };
  const [, file] = /^\/console\/files\/(.+)$/u.exec(path) ?? [];
  const event = anHttpEvent({ path, host, headers, ...(file === undefined ? {} : { params: { file } }) });
  return serveRequest(event, aLambdaContext());
}

function bytesOf({ body = '' }: { readonly body?: string | undefined }): Buffer {
  return Buffer.from(body, 'base64');
}

async function firstLoad(): Promise<{ page: string; files: string[] }> {
  const page = brotliDecompressSync(bytesOf(await serve('/console'))).toString();
  return { page, files: [...page.matchAll(/"(\/console\/files\/[^"]+)"/gu)].map(([, path]) => path ?? '') };
}

describe('get-console', () => {
  it('returns a page with a strict policy and no inline code', async () => {
    const { statusCode, headers } = await serve('/console');
    const { page } = await firstLoad();

    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Encoding': 'br',
      'Cache-Control': 'no-cache',
      'Cross-Origin-Opener-Policy': 'same-origin',
      'X-Frame-Options': 'DENY',
      'Referrer-Policy': 'no-referrer',
    });
    const policy = String(headers?.['Content-Security-Policy']).split('; ');
    expect(policy).toEqual([
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "img-src 'self' blob:",
      "connect-src 'self' https://media.s3.eu-central-1.amazonaws.com",
      'frame-src https://pages.example.net',
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
      "trusted-types 'none'",
    ]);
    expect(page).not.toMatch(/<style|style=|<script(?! type="module" src=)|\son\w+=/u);
  });

  it('returns the same page for every screen', async () => {
    const [home, screen] = [await serve('/console'), await serve('/console/deliveries/a/b')];

    expect(screen.body).toBe(home.body);
  });

  it('returns the files of the page, which can be cached forever', async () => {
    const { files } = await firstLoad();
    expect(files.filter((path) => path.endsWith('.js')).length).toBeGreaterThan(1);
    for (const path of files) {
      const { statusCode, headers } = await serve(path);

      expect(statusCode).toBe(200);
      expect(headers).toMatchObject({
        'Cache-Control': 'public, max-age=31536000, immutable',
        'Content-Encoding': 'br',
        'Cross-Origin-Resource-Policy': 'same-origin',
      });
      expect(path).toMatch(/^\/console\/files\/\w+-[A-Z\d]{8}\.(?:js|css|svg)$/u);
    }
  });

  it(`loads at most ${FIRST_LOAD_LIMIT} bytes first`, async () => {
    const { files } = await firstLoad();
    const sizes = [];
    for (const path of ['/console', ...files]) sizes.push(bytesOf(await serve(path)).length);

    expect(sizes.reduce((sum, size) => sum + size)).toBeLessThanOrEqual(FIRST_LOAD_LIMIT);
  });

  it('returns each file that a script of the first load imports', async () => {
    const { files } = await firstLoad();
    const names = (await Promise.all(files.map((path) => serve(path)))).flatMap((response) => {
      const text = brotliDecompressSync(bytesOf(response)).toString();
      return [...text.matchAll(/"\.\/([\w-]+\.js)"/gu)].map(([, name]) => name);
    });
    const statuses = names.map(async (name) => (await serve(`/console/files/${name}`)).statusCode);

    expect(names.length).toBeGreaterThan(2);
    expect(new Set(await Promise.all(statuses))).toEqual(new Set([200]));
  });

  it('returns the same bytes to clients without brotli', async () => {
    const { files } = await firstLoad();
    for (const path of files) {
      const plain = await serve(path, { encoding: 'gzip' });

      expect(plain.headers).not.toHaveProperty('Content-Encoding');
      expect(bytesOf(plain)).toEqual(brotliDecompressSync(bytesOf(await serve(path))));
    }
  });

  it('allows the browser to keep a key only if public pages have another origin', async () => {
    const own = brotliDecompressSync(bytesOf(await serve('/console'))).toString();
    const shared = brotliDecompressSync(
      bytesOf(await serve('/console', { pageHost: 'api.example.com' })),
    ).toString();

    expect(own).toContain('data-storage="session"');
    expect(shared).toContain('data-storage="none"');
  });

  it('can be shown in a frame only by the origins that the stage lists', async () => {
    const { headers: closed } = await serve('/console');
    const frameOrigins = ['https://portal.example.com', 'https://admin.example.com:8443'];
    const { headers: open } = await serve('/console', { frameOrigins });

    expect(closed?.['Content-Security-Policy']).toContain("frame-ancestors 'none';");
    expect(closed?.['X-Frame-Options']).toBe('DENY');
    expect(open?.['Content-Security-Policy']).toContain(
      'frame-ancestors https://portal.example.com https://admin.example.com:8443;',
    );
    expect(open).not.toHaveProperty('X-Frame-Options');
  });

  it.each([
    ['a host of public pages', '/console', { host: 'pages.example.net' }],
    ['a domain of a customer', '/console', { host: 'links.example.com' }],
    ['an unknown file', '/console/files/main.js', {}],
    ['a member of every object', '/console/files/constructor', {}],
  ])('returns 404 for %s', async (_, path, options) => {
    const { statusCode, body } = await serve(path, options);

    expect([statusCode, JSON.parse(body ?? '').code]).toEqual([404, 'route_not_found']);
  });
});
