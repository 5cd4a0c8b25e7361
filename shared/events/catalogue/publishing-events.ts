import { type CatalogueEvent, catalogueEvent } from './catalogue-event.ts';
import { ONLY_ALL } from './channel-rules.ts';
import { constant, withDescription, required } from './field.ts';
import { count, flag, listOf, text, uuid } from './fields.ts';

const accountId = withDescription(required(uuid), 'The `uuid` of the account, used in paths of the API');
const account = {
  id: accountId,
  name: withDescription(text, 'Display name of the account in the workspace'),
  provider: withDescription(text, 'The social network, such as `mastodon`'),
  status: withDescription(text, '`connected`, `needs_reauth` or `disabled`'),
};
const post = {
  id: withDescription(required(uuid), 'ID of the post in the API'),
  status: withDescription(required(count), '0 draft, 1 scheduled, 2 published, 3 failed'),
};

const sampleAccountId = '0198f39c-1a04-7d3b-8f62-7be0c5a9d218';
const postId = '0198f39d-8c73-7b19-a4e5-30d6f1827c4b';
const sampleAccount = {
  id: sampleAccountId,
  name: 'Moreau Lights',
  provider: 'mastodon',
  status: 'connected',
};

const ofAccounts = { group: 'Accounts', channels: ONLY_ALL };
const ofPosts = { group: 'Posts', channels: ONLY_ALL };

/** Publishing events. The status of a post is a number (docs/specification/publishing.md#post-status). */
export const PUBLISHING_EVENTS: readonly CatalogueEvent[] = [
  catalogueEvent({
    ...ofAccounts,
    name: 'publishing.account.added',
    title: 'Account added',
    description: 'A social account is connected.',
    data: account,
    sample: sampleAccount,
  }),
  catalogueEvent({
    ...ofAccounts,
    name: 'publishing.account.updated',
    title: 'Account updated',
    description: 'The name, the status or the authorisation of a social account changes.',
    data: account,
    sample: { ...sampleAccount, status: 'needs_reauth' },
  }),
  catalogueEvent({
    ...ofAccounts,
    name: 'publishing.account.deleted',
    title: 'Account deleted',
    description: 'A social account is removed.',
    data: { id: accountId, deleted: withDescription(constant(true), 'Always true') },
    sample: { id: sampleAccountId, deleted: true },
  }),
  catalogueEvent({
    ...ofPosts,
    name: 'publishing.post.scheduled',
    title: 'Post scheduled',
    description: 'A post is scheduled.',
    data: post,
    sample: { id: postId, status: 1 },
  }),
  catalogueEvent({
    ...ofPosts,
    name: 'publishing.post.published',
    title: 'Post published',
    description: 'A post is published to all of its accounts.',
    data: post,
    sample: { id: postId, status: 2 },
  }),
  catalogueEvent({
    ...ofPosts,
    name: 'publishing.post.publishing_failed',
    title: 'Post failed',
    description: 'Publishing a post fails for at least one of its accounts.',
    data: post,
    sample: { id: postId, status: 3 },
  }),
  catalogueEvent({
    ...ofPosts,
    name: 'publishing.post.deleted',
    title: 'Posts deleted',
    description: 'Posts are permanently deleted or moved to the trash.',
    data: {
      ids: withDescription(required(listOf(required(uuid))), 'IDs of the posts, at most 100'),
      deleted: withDescription(required(flag), 'Whether the posts were permanently deleted'),
      to_trash: withDescription(required(flag), 'Whether the posts were moved to the trash'),
    },
    sample: { ids: [postId, '0198f39e-05be-7c80-9d17-a2e4b6f30851'], deleted: false, to_trash: true },
  }),
];
