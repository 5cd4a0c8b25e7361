import { startHttpPart, type HttpPart, type PartRequest, type PartResponse } from '#local/http-part.ts';
import { createLinkedIn } from './linkedin.ts';

/** The app at the local network. It is public: it opens nothing but this server. */
const LOCAL_APP = { clientId: 'local-app', clientSecret: 'local-secret' };

const AUTHORISATION = '/oauth/v2/authorization';
const CALLBACK = /^http:\/\/(?:127\.0\.0\.1|localhost|\[::1\]):\d+\/oauth\/callback\/linkedin$/u;
const HTML = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': "default-src 'none'",
};

/**
 * Stands for LinkedIn on this machine, so that accounts can be connected without an app there. The consent page asks the person; the
 * decision is part of its links. `GET /posts` lists what was published,
 * and `GET /secrets` every code and token that was issued.
 */
export async function startLocalNetwork({ now }: { readonly now: () => number }): Promise<HttpPart> {
  const clock = () => new Date(now());
  const linkedIn = createLinkedIn(clock, { ...LOCAL_APP, registers: (uri) => CALLBACK.test(uri) });

  const part = await startHttpPart({
    port: 0,
    handle: async (request) => {
      const { method, url } = request;
      if (method === 'GET' && url.pathname === '/secrets') return asJson(200, linkedIn.issuer.secrets());
      if (method === 'GET' && url.pathname === '/posts') return asJson(200, linkedIn.posts);
      if (method === 'GET' && url.pathname === AUTHORISATION && !url.searchParams.has('decision'))
        return { status: 200, headers: HTML, body: consentPage(url) };
      return answer(request);
    },
  });
  linkedIn.mood.uploadOrigin = part.address;
  return part;

  function answer(request: PartRequest): PartResponse {
    linkedIn.issuer.mood.denies = request.url.searchParams.get('decision') === 'deny';
    const { status, headers = {}, json } = linkedIn.deal(request);
    return json === undefined ? { status, headers } : asJson(status, json, headers);
  }
}

function asJson(
  status: number,
  value: unknown,
  headers: Readonly<Record<string, string>> = {},
): PartResponse {
  return { status, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(value) };
}

function consentPage({ pathname, search }: URL): string {
  const link = (decision: string) =>
    `${pathname}${search.replaceAll('&', '&amp;').replaceAll('"', '%22')}&amp;decision=${decision}`;
  return `<!doctype html><html lang="en"><title>Local network</title><h1>Local network</h1><p>Ada L., may the app publish posts for you?</p><p><a href="${link('allow')}">Allow</a> <a href="${link('deny')}">Deny</a></p>`;
}
