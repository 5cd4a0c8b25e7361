import { type CatalogueEvent, catalogueEvent } from './catalogue-event.ts';
import { ONLY_ALL } from './channel-rules.ts';
import { constant, described, required } from './field.ts';
import { count, flag, listOf, text, uuid } from './fields.ts';

const accountId = described(required(uuid), 'What paths of the API name the account by: its `uuid`.');
const account = {
  id: accountId,
  name: described(text, 'What the workspace calls it.'),
  provider: described(text, 'The network, such as `mastodon`.'),
  status: described(text, '`connected`, `needs_reauth` or `disabled`.'),
};
const post = {
  id: described(required(uuid), 'What the API names the post by.'),
  status: described(required(count), '0 draft, 1 scheduled, 2 published, 3 failed.'),
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

/** Specification, Publishing events. Post status: 0 draft, 1 scheduled, 2 published, 3 failed (G23). */
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
    data: { id: accountId, deleted: constant(true) },
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
    description: 'Posts are deleted for good, or moved to the trash.',
    data: {
      ids: described(required(listOf(required(uuid))), 'Ids of the posts, at most 100.'),
      deleted: described(required(flag), 'Whether they are gone for good.'),
      to_trash: described(required(flag), 'Whether they were moved to the trash.'),
    },
    sample: { ids: [postId, '0198f39e-05be-7c80-9d17-a2e4b6f30851'], deleted: false, to_trash: true },
  }),
];
