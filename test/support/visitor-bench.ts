import { randomBytes } from 'node:crypto';
import { createAcknowledgePageHandler } from '#functions/acknowledge-page/handler.ts';
import { operation as acknowledgePage } from '#functions/acknowledge-page/operation.ts';
import { createChooseConsentHandler } from '#functions/choose-consent/handler.ts';
import { operation as chooseConsent } from '#functions/choose-consent/operation.ts';
import { createGetPageAssetHandler } from '#functions/get-page-asset/handler.ts';
import { operation as getPageAsset } from '#functions/get-page-asset/operation.ts';
import { createGetPublicPageHandler } from '#functions/get-public-page/handler.ts';
import { operation as getPublicPage } from '#functions/get-public-page/operation.ts';
import { createGetRobotsHandler } from '#functions/get-robots/handler.ts';
import { operation as getRobots } from '#functions/get-robots/operation.ts';
import { createGetSitemapHandler } from '#functions/get-sitemap/handler.ts';
import { operation as getSitemap } from '#functions/get-sitemap/operation.ts';
import { createUnlockPageHandler } from '#functions/unlock-page/handler.ts';
import { operation as unlockPage } from '#functions/unlock-page/operation.ts';
import type { Block, BlockContent } from '#shared/domain/pages/block.ts';
import type { Page } from '#shared/domain/pages/page.ts';
import { httpFunction } from '#shared/http/http-function.ts';
import { refusalPage } from '#shared/page/visit-answers.ts';
import { createVisits } from '#shared/page/visits.ts';
import { newId } from '#shared/runtime/ids.ts';
import { createPassKey } from '#shared/runtime/pass-key.ts';
import { aContext, NOW } from './builders.ts';
import { conformingOne } from './conformance.ts';
import { aLambdaContext, anHttpEvent } from './http-event.ts';
import { createMemorySecretBox } from './memory-secret-box.ts';
import { aPage } from './page-builders.ts';
import { createMemoryBench } from './platform-bench.ts';
import { createRecordingLog } from './recording-log.ts';
import { createTestClock } from './test-clock.ts';

/** Where pages without a domain of their own are, in these tests. */
const PAGES_HOST = 'pages.example.com';

export type VisitRequest = {
  readonly method?: string;
  readonly host?: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly cookies?: readonly string[];
  /** Fields of a form. */
  readonly form?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly sourceIp?: string;
};

export type VisitAnswer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly cookies: readonly string[];
  readonly body: string;
  readonly isBase64: boolean;
};

export type VisitorBench = ReturnType<typeof createVisitorBench>;

/** What visitors can reach, over memory fakes; `origin` is the local stack's to try plain http. */
export function createVisitorBench({ origin = `https://${PAGES_HOST}` } = {}) {
  const bench = createMemoryBench();
  const clock = createTestClock();
  const log = createRecordingLog();
  const secrets = createMemorySecretBox();
  const passwords: string[] = [];
  const newPassKey = () => createPassKey({ store: bench.passKeys, secrets, clock, randomBytes });
  const visits = createVisits({ store: bench.publicPages, origin, apiHosts: ['api.example.com'] });
  const plain = { clock, log };
  const services = { ...plain, refusalPage: refusalPage(origin.startsWith('https:')) };
  const unlock = createUnlockPageHandler({
    visits,
    tries: bench.unlockTries,
    passKey: newPassKey(),
    async verifyPassword(password, stored) {
      passwords.push(password);
      return stored.scrypt === `hash of ${password}`;
    },
  });
  const show = createGetPublicPageHandler({ visits, pixels: bench.pixels, passKey: newPassKey() });
  const asset = createGetPageAssetHandler({ readModule: async (path) => Buffer.from(`font ${path}`) });
  const sitemap = createGetSitemapHandler({ visits, store: bench.publicPages });
  const functions = [
    { operation: getPublicPage, run: httpFunction(getPublicPage, show, services) },
    { operation: unlockPage, run: httpFunction(unlockPage, unlock, services) },
    {
      operation: acknowledgePage,
      run: httpFunction(acknowledgePage, createAcknowledgePageHandler({ visits }), services),
    },
    {
      operation: chooseConsent,
      run: httpFunction(chooseConsent, createChooseConsentHandler({ visits }), services),
    },
    { operation: getRobots, run: httpFunction(getRobots, createGetRobotsHandler({ visits }), plain) },
    { operation: getSitemap, run: httpFunction(getSitemap, sitemap, plain) },
    { operation: getPageAsset, run: httpFunction(getPageAsset, asset, plain) },
  ];

  /** One request of a visitor, by the route that takes its path. */
  async function visit(path: string, request: VisitRequest = {}): Promise<VisitAnswer> {
    const form = request.form && new URLSearchParams(request.form).toString();
    const text = request.body ?? form;
    const method = request.method ?? (text === undefined ? 'GET' : 'POST');
    const found = functions
      .flatMap(({ operation: { name, routes }, run }) => routes.map((route) => ({ ...route, name, run })))
      .map((route) => ({ ...route, params: paramsOf(route.path, path) }))
      .filter((route) => route.method === method && route.params !== undefined)
      .toSorted((a, b) => a.path.split('{').length - b.path.split('{').length)[0];
    if (!found) throw new Error(`No route takes ${method} ${path}`);
    const event = anHttpEvent({
      method,
      path,
      ...(found.params ? { params: found.params } : {}),
      ...(request.query ? { query: request.query } : {}),
      headers: {
        ...(text === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
        ...request.headers,
      },
      ...(request.cookies ? { cookies: request.cookies } : {}),
      ...(text === undefined ? {} : { body: Buffer.from(text).toString('base64'), isBase64Encoded: true }),
    });
    event.requestContext.domainName = request.host ?? new URL(origin).host;
    event.requestContext.http.sourceIp = request.sourceIp ?? '192.0.2.1';
    const {
      statusCode = 0,
      headers = {},
      cookies = [],
      body = '',
      isBase64Encoded = false,
    } = await conformingOne(found.name, found.run)(event, aLambdaContext());
    const texts = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
    return { status: statusCode, headers: texts, cookies, body, isBase64: isBase64Encoded };
  }

  /** A page that visitors can reach, with blocks; active unless told otherwise. */
  async function publish(
    overrides: Partial<Page> = {},
    contents: readonly (BlockContent | Partial<Block>)[] = [],
  ): Promise<Page> {
    const page = aPage({ status: 'active', slug: 'ada', ...overrides });
    await bench.pages.create(page, aContext());
    for (const [position, each] of contents.entries()) {
      const block = aBlock(page.id, each);
      await bench.blocks.create(await bench.blocks.read(page.id), block, position, aContext());
    }
    return page;
  }

  return { ...bench, clock, log, secrets, passwords, functions, visit, publish };
}

/** A block that is shown, from its content or with members of its own. */
export function aBlock(pageId: string, each: BlockContent | Partial<Block>): Block {
  const own = 'type' in each ? { content: each } : each;
  return {
    id: newId(NOW),
    workspaceId: newId(NOW),
    pageId,
    content: { type: 'header', title: 'Header' },
    visible: true,
    startsAt: null,
    endsAt: null,
    createdAt: NOW,
    updatedAt: NOW,
    ...own,
  };
}

/** A page whose password is the one given, as the bench's `verifyPassword` reads it. */
export function lockedWith(password: string): Pick<Page, 'password' | 'passwordVersion'> {
  return { password: { scrypt: `hash of ${password}` }, passwordVersion: 1 };
}

/** Settings of a page with some of them changed. */
export function settings(changes: Partial<Page['settings']>): Pick<Page, 'settings'> {
  return { settings: { ...aPage().settings, ...changes } };
}

function paramsOf(template: string, path: string): Record<string, string> | undefined {
  const [expected, actual] = [template.split('/'), path.split('/')];
  if (expected.length !== actual.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, segment] of expected.entries()) {
    const part = actual[index] ?? '';
    if (segment.startsWith('{') && part !== '') params[segment.slice(1, -1)] = decodeURIComponent(part);
    else if (segment !== part) return undefined;
  }
  return params;
}
