import { type CatalogueEvent, catalogueEvent } from './catalogue-event.ts';
import { ONLY_ALL } from './channel-rules.ts';
import { constant, required } from './field.ts';
import { count, flag, listOf, text, uuid } from './fields.ts';

const account = { id: required(uuid), name: text, provider: text, status: text };
const post = { id: required(uuid), status: required(count) };

const accountId = '0198f39c-1a04-7d3b-8f62-7be0c5a9d218';
const postId = '0198f39d-8c73-7b19-a4e5-30d6f1827c4b';
const sampleAccount = { id: accountId, name: 'Moreau Lights', provider: 'mastodon', status: 'connected' };

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
    data: { id: required(uuid), deleted: constant(true) },
    sample: { id: accountId, deleted: true },
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
    data: { ids: required(listOf(required(uuid))), deleted: required(flag), to_trash: required(flag) },
    sample: { ids: [postId, '0198f39e-05be-7c80-9d17-a2e4b6f30851'], deleted: false, to_trash: true },
  }),
];
