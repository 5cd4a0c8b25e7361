import * as v from 'valibot';
import { route_not_found } from '#shared/platform/core/platform-errors.ts';
import { anyQuery } from '#shared/platform/http/list-query.ts';
import { defineOperation, type PathParameter } from '#shared/platform/http/operation.ts';

const part = { form: 'text', notFound: route_not_found } as const satisfies PathParameter;

const ABOUT =
  'Returns the page of the console, whose script shows the screen that the path names. The page sends requests with the API key ' +
  'that the person enters.';

/** The paths of screens have up to three parts after `/console`. */
const PAGES = [
  { path: '/console', id: 'showConsole', summary: 'Open the console' },
  { path: '/console/{screen}', id: 'showConsoleScreen', summary: 'Open a screen of the console' },
  { path: '/console/{screen}/{item}', id: 'showConsoleItem', summary: 'Open an item in the console' },
  {
    path: '/console/{screen}/{item}/{part}',
    id: 'showConsolePart',
    summary: 'Open a part of an item in the console',
  },
].map((page) => ({ ...page, description: ABOUT, mediaType: 'text/html' }));

const FILE = {
  path: '/console/files/{file}',
  id: 'getConsoleFile',
  summary: 'Get a file of the console',
  description: 'The page of `showConsole` loads these files. The content of a name never changes.',
  mediaType: 'text/javascript',
};

export const operation = defineOperation({
  name: 'get-console',
  product: 'meta',
  summary: 'Open the console',
  description: ABOUT,
  routes: [...PAGES, FILE].flatMap(({ path, ...docs }) => [
    { method: 'GET', path, docs } as const,
    { method: 'HEAD', path, docs } as const,
  ]),
  access: { kind: 'public' },
  servedAt: 'api',
  params: {
    screen: { ...part, example: 'endpoints' },
    item: { ...part, example: 'a' },
    part: { ...part, example: 'b' },
    file: { ...part, example: 'main.js' },
  },
  query: anyQuery,
  uses: ['console-frames', 'upload-origin'],
  responses: { 200: v.string() },
});
