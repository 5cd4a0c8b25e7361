import * as v from 'valibot';
import { createPlatformCalls } from '#bench/cost/platform-calls.ts';

/** A browser of a person, and a bot, whose requests are the same but are not counted. */
export const PERSON = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0';
export const BOT = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';

const LINKS = 10;

const pageSchema = v.object({ data: v.object({ id: v.string(), revision: v.string() }) });

/** Publishes a page with ten links, and returns its URL. */
export async function publishPage(baseUrl: string, apiKey: string): Promise<string> {
  const { call } = createPlatformCalls(baseUrl, apiKey);
  const pages = '/api/v1/biolinks/pages';
  const { data } = v.parse(pageSchema, await call('POST', pages, { title: 'Measured', slug: 'measured' }));
  for (let index = 0; index < LINKS; index += 1) {
    const link = { type: 'link', title: `Link ${index}`, url: `https://example.com/${index}` };
    await call('POST', `${pages}/${data.id}/blocks`, link);
  }
  await call('POST', `${pages}/${data.id}/status`, { status: 'active' }, { 'if-match': '*' });
  return `${baseUrl}/measured`;
}

/** Requests the page and reads the whole response. */
export async function view(url: string, agent: string): Promise<void> {
  const response = await fetch(url, { headers: { 'user-agent': agent } });
  const text = await response.text();
  if (response.status !== 200 || !text.endsWith('</html>\n')) throw new Error(`${url}: ${response.status}`);
}
