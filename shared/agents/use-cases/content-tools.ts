import * as v from 'valibot';
import { InputError } from '#shared/agents/ports/platform-api.ts';
import { type AgentTool, defineTool, ifMatchOf } from './agent-tool.ts';
import { counted, day, id, page, present, revisionField, text, time } from './inputs.ts';

const post = id('ID of the post');
const pageId = id('ID of the page');

const revised = v.object({
  data: v.object({
    revision: v.string(),
    scheduled_at: v.nullish(v.string()),
    date: v.nullish(v.string()),
    time: v.nullish(v.string()),
    timezone: v.string(),
    accounts: v.array(v.number()),
  }),
});

const statusOfPage = v.object({ data: v.object({ status: v.string(), revision: v.string() }) });

/** Tools about posts, pages and broadcasts. */
export const CONTENT_TOOLS: readonly AgentTool[] = [
  defineTool({
    name: 'list_accounts',
    title: 'Which social accounts are connected?',
    description:
      'Lists the social accounts of the workspace. `draft_post` needs the numeric `id` of each account.',
    effect: 'reads',
    operations: ['listAccounts'],
    input: v.strictObject(page),
    run: async (input, api) => (await api.call('listAccounts', { parameters: present(input) })).body,
  }),
  defineTool({
    name: 'list_posts',
    title: 'Which posts are planned or published?',
    description:
      'Lists posts, newest first. With `from` and `to`, lists the posts whose date is in this range.',
    effect: 'reads',
    operations: ['listPosts'],
    input: v.strictObject({
      status: v.optional(
        v.pipe(
          v.picklist(['draft', 'scheduled', 'published', 'failed', 'trash']),
          v.description('Only posts with this status'),
        ),
      ),
      from: v.optional(day('First date, YYYY-MM-DD')),
      to: v.optional(day('Last date, YYYY-MM-DD')),
      keyword: v.optional(text('Only posts that contain this text')),
      ...page,
    }),
    run: async (input, api) => (await api.call('listPosts', { parameters: present(input) })).body,
  }),
  defineTool({
    name: 'draft_post',
    title: 'Draft a post',
    description:
      'Creates a draft for one or more social accounts and returns the post. Nothing is published. `warnings` says what would prevent publishing. ' +
      '`date` and `time` are in the time zone of the workspace, and a post is published at this time only after `schedule_post`. With both, the key ' +
      'also needs `publishing:posts:publish`.',
    effect: 'creates',
    operations: ['createPost'],
    input: v.strictObject({
      text: text('Text of the post', 20_000),
      accounts: v.pipe(
        v.array(v.pipe(v.number(), v.integer())),
        v.minLength(1),
        v.maxLength(20),
        v.description('Numeric IDs of the accounts, from list_accounts'),
      ),
      date: v.optional(day('Date, YYYY-MM-DD')),
      time: v.optional(time('Time, HH:MM')),
    }),
    async run({ text: body, ...rest }, api, idempotencyKey) {
      const versions = [{ account_id: 0, is_original: true, content: [{ body }] }];
      return (await api.call('createPost', { body: { ...present(rest), versions }, idempotencyKey })).body;
    },
  }),
  defineTool({
    name: 'schedule_post',
    title: 'Schedule or publish a post',
    description:
      'Schedules a draft for its date and time, in the time zone of the workspace. With `now: true`, publishes it now. Returns `status` and ' +
      '`scheduled_at`. A post that failed on some accounts is published again only to those. To change the date or the text of a draft first, use `call_operation` with ' +
      '`updatePost`, which replaces all fields.',
    effect: 'sends',
    operations: ['getPost', 'schedulePost'],
    input: v.strictObject({
      post,
      now: v.optional(v.pipe(v.boolean(), v.description('Whether to publish the post now')), false),
    }),
    async preview({ post: of, now }, api) {
      const { body } = await api.call('getPost', { parameters: { post: of } });
      const { data } = v.parse(revised, body);
      if (!now && (!data.date || !data.time))
        throw new InputError(
          'The post has no date or no time. Set both with `call_operation` and `updatePost`, or send `now: true`.',
        );
      const when = now ? 'now' : `at ${data.date} ${data.time} (${data.timezone})`;
      return {
        effect: `The post would be published ${when} to its ${counted(data.accounts.length, 'account', 'accounts')}.`,
        shown: body,
        state: data.revision,
        revision: data.revision,
      };
    },
    async run({ post: of, now }, api, idempotencyKey, preview) {
      const body = { postNow: now };
      const call = { parameters: { post: of }, body, idempotencyKey, ...ifMatchOf(preview) };
      return (await api.call('schedulePost', call)).body;
    },
  }),
  defineTool({
    name: 'list_pages',
    title: 'Which pages exist?',
    description: 'Lists the bio-link pages of the workspace, newest first.',
    effect: 'reads',
    operations: ['listPages'],
    input: v.strictObject(page),
    run: async (input, api) => (await api.call('listPages', { parameters: present(input) })).body,
  }),
  defineTool({
    name: 'get_page',
    title: 'What is on a page?',
    description:
      'Returns a bio-link page (`page`) and its blocks (`blocks`). `edit_page` needs `page.data.revision`; operations on blocks need `blocks_revision`.',
    effect: 'reads',
    operations: ['getPage', 'listBlocks'],
    input: v.strictObject({ page: pageId }),
    async run(input, api) {
      const [found, blocks] = await Promise.all([
        api.call('getPage', { parameters: input }),
        api.call('listBlocks', { parameters: input }),
      ]);
      return { page: found.body, blocks: blocks.body, blocks_revision: blocks.revision };
    },
  }),
  defineTool({
    name: 'edit_page',
    title: 'Edit a page',
    description:
      'Changes the title, tagline, handle or theme of a bio-link page and returns the page. Omitted fields keep their values. Visitors of an active ' +
      'page see the change at once: it needs `confirm`, and the key needs `biolinks:pages:publish`. If the page has changed since `revision`, the result is 412: read ' +
      'the page again with `get_page`. Change blocks with `call_operation`.',
    effect: 'depends',
    operations: ['getPage', 'updatePage'],
    input: v.strictObject({
      page: pageId,
      revision: revisionField('The `revision` of the page that the change is based on'),
      title: v.optional(text('Title')),
      tagline: v.optional(text('Text below the title', 1000)),
      handle: v.optional(text('Handle')),
      theme: v.optional(text('ID of a theme')),
    }),
    async preview({ page: of }, api) {
      const { body } = await api.call('getPage', { parameters: { page: of } });
      const { data } = v.parse(statusOfPage, body);
      if (data.status !== 'active') return null;
      return {
        effect: 'Visitors of the page would see the change at once.',
        shown: body,
        state: data.revision,
      };
    },
    run: async ({ page: of, revision, ...body }, api) =>
      (await api.call('updatePage', { parameters: { page: of }, ifMatch: revision, body: present(body) }))
        .body,
  }),
  defineTool({
    name: 'get_page_analytics',
    title: 'How often is a page visited?',
    description:
      'Returns the total views, clicks and visitors of a bio-link page, and rows by `group`. By default the last 28 days.',
    effect: 'reads',
    operations: ['getPageAnalytics'],
    input: v.strictObject({
      page: pageId,
      from: v.optional(day('First day, YYYY-MM-DD')),
      to: v.optional(day('Last day, YYYY-MM-DD')),
      group: v.optional(
        v.pipe(
          v.picklist(['day', 'block', 'referrer', 'device']),
          v.description('What each row is: a day (default), a link, a referrer or a kind of device'),
        ),
      ),
    }),
    run: async (input, api) => (await api.call('getPageAnalytics', { parameters: present(input) })).body,
  }),
  defineTool({
    name: 'list_broadcasts',
    title: 'Which broadcasts exist?',
    description:
      'Lists broadcasts, newest first, with state, approval, progress, `blocked_reason` and `error`.',
    effect: 'reads',
    operations: ['listBroadcasts'],
    input: v.strictObject({
      state: v.optional(
        v.pipe(
          v.picklist(['draft', 'scheduled', 'in_flight', 'finished', 'cancelled', 'failed']),
          v.description('Only broadcasts in this state'),
        ),
      ),
      ...page,
    }),
    run: async (input, api) => (await api.call('listBroadcasts', { parameters: present(input) })).body,
  }),
];
