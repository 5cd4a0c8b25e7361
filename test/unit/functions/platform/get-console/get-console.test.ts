import { readFile } from 'node:fs/promises';
import { brotliDecompressSync } from 'node:zlib';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { createHandler } from '#functions/platform/get-console/handler.ts';
import { operation } from '#functions/platform/get-console/operation.ts';
import { BUNDLED_ASSETS } from '#infra/bundling/bundled-assets.ts';
import { createStageHosts } from '#shared/platform/core/stage-hosts.ts';
import { httpFunction } from '#shared/platform/http/http-function.ts';
import { builtConsoleSchema } from '#shared/platform/runtime/build-console.ts';
import { deployedFiles } from '#shared/platform/runtime/deployed-files.ts';
import { NOW } from '#test/support/builders/platform/command-builders.ts';
import { aLambdaContext, anHttpEvent } from '#test/support/fixtures/platform/http-event.ts';
import { createRecordingLog } from '#test/support/fixtures/platform/recording-log.ts';

const FILES = deployedFiles(
  new URL('../../../../../functions/platform/get-console/index.ts', import.meta.url).href,
);
const BUNDLE = 'console/console.json';
const readBundle = once(() => FILES.read(BUNDLE));
/** Bundled once for all tests. */
const consoleFiles = { read: (path: string) => (path === BUNDLE ? readBundle() : FILES.read(path)) };
/** The first load in bytes, compressed with brotli: page, scripts, style and icon. */
const FIRST_LOAD_LIMIT = 60_000;
/** The script that delays the first paint, in bytes, not compressed. */
const THEME_LIMIT = 500;

function once<T>(read: () => T): () => T {
  let first: { readonly value: T } | undefined;
  return () => (first ??= { value: read() }).value;
}

type Options = {
  host?: string;
  apiOrigin?: string;
  pageHost?: string;
  encoding?: string;
  frameOrigins?: readonly string[];
};

function serve(path: string, options: Options = {}) {
  const { host = 'api.example.com', pageHost = 'pages.example.net', encoding = 'br' } = options;
  const { frameOrigins = [], apiOrigin = 'https://api.example.com' } = options;
  const handler = createHandler({
    consoleFiles,
    frameOrigins,
    uploadOrigin: 'https://media.s3.eu-central-1.amazonaws.com',
    stage: 'staging',
  });
  const serveRequest = httpFunction(operation, handler, {
    clock: () => NOW,
    log: createRecordingLog(),
    hosts: createStageHosts({ apiOrigins: [apiOrigin], pageHost }),
  });
  const headers = { host, 'accept-encoding': encoding };
  const [, file] = /^\/console\/files\/(.+)$/u.exec(path) ?? [];
  const event = anHttpEvent({ path, host, headers, ...(file === undefined ? {} : { params: { file } }) });
  return serveRequest(event, aLambdaContext());
}

function bytesOf({ body = '' }: { readonly body?: string | undefined }): Buffer {
  return Buffer.from(body, 'base64');
}

async function textOf(path: string, options?: Options): Promise<string> {
  return brotliDecompressSync(bytesOf(await serve(path, options))).toString();
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
      "font-src 'self'",
      "img-src 'self' blob:",
      "connect-src 'self' https://media.s3.eu-central-1.amazonaws.com",
      'frame-src https://pages.example.net',
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
      "trusted-types 'none'",
    ]);
    expect(page).not.toMatch(/<style|style=|<script(?!(?: type="module")? src=)|\son\w+=/u);
  });

  it(`runs a script of at most ${THEME_LIMIT} bytes before the style, which applies the chosen theme`, async () => {
    const { page } = await firstLoad();
    const [, script = ''] = /<script src="([^"]+)"><\/script>\n<link rel="stylesheet"/u.exec(page) ?? [];
    const text = await textOf(script);

    expect(text.length).toBeLessThanOrEqual(THEME_LIMIT);
    expect(text).toContain('localStorage');
    // It is no module, which would run after the first paint.
    expect(text).not.toMatch(/\b(?:import|export)\b/u);
    expect(page).toContain(
      '<meta name="theme-color" data-of="dark" media="(prefers-color-scheme:dark)" content="#0c0d10" />',
    );
  });

  it('names the ground of the frame as the colour of the bars of the browser', async () => {
    const { page, files } = await firstLoad();
    const style = await textOf(files.find((path) => path.endsWith('.css')) ?? '');
    const [, light, dark] = /--ground: ?light-dark\((#\w+), ?(#\w+)\)/u.exec(style) ?? [];
    const colours = [...page.matchAll(/name="theme-color"[^>]*content="(#\w+)"/gu)].map(
      ([, colour]) => colour,
    );

    expect(colours).toEqual([light, dark]);
  });

  it('returns the fonts that the style names, as they are, and none of them with the first load', async () => {
    const { page, files } = await firstLoad();
    const style = await textOf(files.find((path) => path.endsWith('.css')) ?? '');
    const fonts = [...style.matchAll(/url\("?\.\/([\w-]+\.woff2)"?\)/gu)].map(([, name]) => name ?? '');

    expect(page).not.toContain('woff2');
    expect(fonts.length).toBe(10);
    for (const name of fonts) {
      const response = await serve(`/console/files/${name}`);
      expect(response.headers).toMatchObject({
        'Content-Type': 'font/woff2',
        'Cache-Control': 'public, max-age=31536000, immutable',
      });
      expect(response.headers).not.toHaveProperty('Content-Encoding');
      expect(bytesOf(response).subarray(0, 4).toString()).toBe('wOF2');
    }
  });

  it('has the character ranges of the packages of the fonts', async () => {
    const root = new URL('../../../../../', import.meta.url);
    const own = await readFile(new URL('console/styles/fonts.css', root), 'utf8');
    const faces = [...own.matchAll(/([\w-]+)-wght-normal\.woff2'\)[^;]*;\s*unicode-range:([^;]+);/gu)];
    for (const [, name = '', range = ''] of faces) {
      const font = name.startsWith('inter') ? 'inter' : 'jetbrains-mono';
      const css = await readFile(
        new URL(`node_modules/@fontsource-variable/${font}/index.css`, root),
        'utf8',
      );
      const [, original] =
        new RegExp(`${name}-wght-normal\\.woff2[^;]*;\\s*unicode-range: ([^;]+);`, 'u').exec(css) ?? [];

      expect(range.replaceAll(/\s/gu, ''), name).toBe(original);
    }
    expect(faces.length).toBe(10);
  });

  it('deploys each file that it reads', async () => {
    const { files } = v.parse(builtConsoleSchema, JSON.parse((await readBundle()).toString()));
    const read = Object.values(files).flatMap((file) => ('path' in file ? [file.path] : []));
    const deployed = BUNDLED_ASSETS['get-console']?.map(({ path }) => path) ?? [];

    expect([BUNDLE, ...read].toSorted()).toEqual(deployed.toSorted());
  });

  it.each([
    ['the stage of the function', {}, 'staging'],
    ['local if there is no TLS', { apiOrigin: 'http://127.0.0.1:3000', host: '127.0.0.1:3000' }, 'local'],
  ])('names %s in the page', async (_, options, stage) => {
    expect(await textOf('/console', options)).toContain(` data-stage="${stage}">`);
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
