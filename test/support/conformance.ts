import { gunzipSync } from 'node:zlib';
import { OPERATIONS } from '#functions/registry.ts';
import { createAnswerCheck, type Received } from '#scripts/conformance/answer-check.ts';
import { createRouteFinder } from '#scripts/conformance/find-route.ts';
import { readOpenApi } from '#scripts/conformance/open-api.ts';
import type { HttpContext, HttpEvent, HttpResult } from '#shared/http/exchange.ts';
import { noteAnswer } from './answers-seen.ts';

type Run = (event: HttpEvent, context: HttpContext) => Promise<HttpResult>;

const document = readOpenApi();
const faultsOf = createAnswerCheck(document);
const findRoute = createRouteFinder(document);
const names = new Map(
  OPERATIONS.flatMap(({ name, routes }) => routes.map(({ method, path }) => [`${method} ${path}`, name])),
);

/** Functions of operations, by name, whose every answer has to be what openapi.json says of it. */
export function conforming<F extends Readonly<Record<string, Run>>>(functions: F): F {
  const checked = Object.entries(functions).map(([name, run]) => [name, conformingOne(name, run)]);
  return Object.fromEntries(checked);
}

/** The same for one function. */
export function conformingOne(name: string, run: Run): Run {
  return async (event, context) => {
    const result = await run(event, context);
    requireConformingResult(name, event, result);
    return result;
  };
}

/**
 * Refuses what a function gives if openapi.json says otherwise. Operations of a test's own, and the route that nobody can ask for,
 * are not documented.
 */
export function requireConformingResult(
  name: string,
  { rawPath, requestContext: { http } }: Pick<HttpEvent, 'rawPath' | 'requestContext'>,
  { statusCode = 200, headers = {}, body, isBase64Encoded }: HttpResult,
): void {
  const { routes = [] } = OPERATIONS.find((operation) => operation.name === name) ?? {};
  const sameMethod = routes.filter(({ method }) => method === http.method);
  // Not every test knows the path that its request would have.
  const path = findRoute(http.method, rawPath);
  const route = sameMethod.find((each) => each.path === path) ?? sameMethod[0] ?? routes[0];
  if (!route) return;
  const texts = Object.entries(headers).map(([key, value]) => [key.toLowerCase(), String(value)]);
  const received: Record<string, string> = Object.fromEntries(texts);
  const bytes = Buffer.from(body ?? '', isBase64Encoded === true ? 'base64' : 'utf8');
  const isZipped = received['content-encoding'] === 'gzip' && bytes.length > 0;
  const text = (isZipped ? gunzipSync(bytes) : bytes).toString();
  const answer = { status: statusCode, headers: received, text: text === '' ? undefined : text };
  requireDocumented(route.method, route.path, answer);
}

/** `fetch`, but an answer of the API that openapi.json does not know is an error. Redirects are not followed. */
export async function conformingFetch(input: string | Request, init: RequestInit = {}): Promise<Response> {
  const request = new Request(input, { redirect: 'manual', ...init });
  const { method, url } = request;
  const response = await fetch(request);
  const text = await response.clone().text();
  const path = findRoute(method, new URL(url).pathname);
  if (path !== undefined) {
    const headers = Object.fromEntries(response.headers);
    const answer = { status: response.status, headers, text: text === '' ? undefined : text };
    requireDocumented(method, path, answer);
  }
  return response;
}

/** Refuses an answer to a documented path if openapi.json says otherwise. */
export function requireDocumented(method: string, path: string, answer: Received): void {
  noteAnswer(names.get(`${method} ${path}`) ?? '', answer.status, answer.text);
  const faults = faultsOf(path, method, answer);
  if (faults.length === 0) return;
  const what = `${method} ${path} answers ${answer.status}, but not as openapi.json says`;
  throw new Error([what, ...faults, answer.text?.slice(0, 1000) ?? ''].join('\n'));
}
