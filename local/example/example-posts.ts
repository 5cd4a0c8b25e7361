import * as v from 'valibot';
import { daysAfter } from '#shared/platform/core/calendar-date.ts';
import { localDay } from '#shared/platform/identity/calendar.ts';
import type { ExampleApi } from './example-api.ts';
import type { ExampleStep } from './example-step.ts';

/** The accounts of the example, in the sandbox, which publishes nothing. The second one rejects one of the posts. */
const ACCOUNTS = ['Lamp shop', 'Lamp shop on the coast'] as const;

type ExamplePost = {
  readonly text: string;
  /** Days after today. */
  readonly day: number;
  readonly time: string;
  /** What happens to it after it was written. */
  readonly outcome: 'draft' | 'scheduled' | 'published' | 'failed';
};

/** A week of posts: what went out today, what is planned, and what is still an idea. */
export const EXAMPLE_POSTS: readonly ExamplePost[] = [
  { text: 'New in the window: the brass desk lamp.', day: 0, time: '08:00', outcome: 'published' },
  { text: 'Open until eight on Thursdays.', day: 0, time: '09:30', outcome: 'failed' },
  { text: 'How we repair a floor lamp, step by step.', day: 1, time: '10:00', outcome: 'scheduled' },
  { text: 'Three lamps for small rooms.', day: 2, time: '17:30', outcome: 'scheduled' },
  { text: 'Weekend offer: bulbs at half the price.', day: 4, time: '09:00', outcome: 'scheduled' },
  { text: 'Which lamp shall we restore next?', day: 5, time: '12:00', outcome: 'draft' },
  { text: 'Behind the scenes: the workshop.', day: 6, time: '15:00', outcome: 'draft' },
];

const meSchema = v.object({
  data: v.object({ workspace: v.object({ id: v.string(), timezone: v.string() }) }),
});
const accountsSchema = v.object({ data: v.array(v.object({ id: v.number(), name: v.string() })) });
const postsSchema = v.object({ data: v.array(v.object({ id: v.string(), status_name: v.string() })) });
const createdSchema = v.object({ data: v.object({ id: v.string() }) });

/** Connects the accounts. */
export const ACCOUNT_STEPS: readonly ExampleStep[] = ACCOUNTS.map(
  (name): ExampleStep =>
    ({ api }) =>
      connect(api, name),
);

/** Connects the accounts, and writes the posts. */
export const POST_STEPS: readonly ExampleStep[] = [
  ...ACCOUNT_STEPS,
  ...EXAMPLE_POSTS.map(
    (post): ExampleStep =>
      ({ api }) =>
        write(api, post),
  ),
];

async function connect(api: ExampleApi, name: string): Promise<void> {
  const { base } = await open(api);
  const { data } = v.parse(accountsSchema, await api.send('GET', `${base}/accounts`));
  if (data.some((account) => account.name === name)) return;
  await api.send('POST', `${base}/accounts`, { provider: 'sandbox', name, credentials: {} });
}

async function write(api: ExampleApi, { text, day, time, outcome }: ExamplePost): Promise<void> {
  const { base, timezone } = await open(api);
  const keyword = encodeURIComponent(text);
  const { data: found } = v.parse(postsSchema, await api.send('GET', `${base}/posts?keyword=${keyword}`));
  const { data: accounts } = v.parse(accountsSchema, await api.send('GET', `${base}/accounts`));
  const idOf = (name: string) => accounts.find((account) => account.name === name)?.id ?? 0;
  const [first, second] = ACCOUNTS.map(idOf);
  const own = { account_id: second, is_original: false, content: [{ body: text }] };
  const body = {
    accounts: [first, second],
    date: daysAfter(localDay(new Date(), timezone), day),
    time,
    versions: [
      { account_id: 0, is_original: true, content: [{ body: text }] },
      ...(outcome === 'failed' ? [{ ...own, options: { sandbox: { fail: 'refused' } } }] : []),
    ],
  };
  const post = found[0]?.id ?? v.parse(createdSchema, await api.send('POST', `${base}/posts`, body)).data.id;
  // An interrupted step may have scheduled the post already.
  if (outcome === 'draft' || (found[0] && found[0].status_name !== 'draft')) return;
  await api.send('POST', `${base}/posts/schedule/${post}`, { postNow: outcome !== 'scheduled' });
}

/** The workspace of the key, and the path of its API. */
async function open(api: ExampleApi): Promise<{ readonly base: string; readonly timezone: string }> {
  const { id, timezone } = v.parse(meSchema, await api.send('GET', '/api/v1/me')).data.workspace;
  return { base: `/os/api/${id}`, timezone };
}
