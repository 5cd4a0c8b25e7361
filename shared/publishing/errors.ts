import { declareErrors } from '#shared/platform/core/error-kind.ts';

/** The errors of this product. */
export const publishingErrors = declareErrors({
  connect_state_foreign: { status: 403, title: 'Another member started the connection' },
  post_not_found: { status: 404, title: 'Post not found', detail: 'The workspace has no post with this ID.' },
  account_not_found: {
    status: 404,
    title: 'Account not found',
    detail: 'The workspace has no social account with this ID.',
  },
  tag_not_found: { status: 404, title: 'Tag not found', detail: 'The workspace has no tag with this ID.' },
  removal_not_found: {
    status: 404,
    title: 'Removal not found',
    detail: 'The workspace has no removal of a post with this ID, or the removal has expired after 30 days.',
  },
  oauth_network_not_found: {
    status: 404,
    title: 'Social network not found',
    detail: 'No social network with this name is connected by OAuth. Use linkedin.',
  },
  oauth_app_not_found: {
    status: 404,
    title: 'App not found',
    detail: 'The workspace has no app of its own at this social network.',
  },
  // A publishing run ends within seconds, or its watchdog ends it (docs/specification/publishing.md#posts-being-published).
  post_publishing: { status: 409, title: 'The post is being published', headers: { 'Retry-After': '30' } },
  post_already_published: { status: 409, title: 'The post is already published' },
  post_already_scheduled: { status: 409, title: 'The post is already scheduled' },
  post_not_submitted: { status: 409, title: 'The post does not wait for approval' },
  post_not_failed: { status: 409, title: 'The post is not a failed post' },
  slot_unavailable: { status: 409, title: 'The posting queue has no free slot' },
  post_not_on_networks: { status: 409, title: 'No social network has the post' },
  post_in_trash: { status: 409, title: 'The post is in the trash' },
  oauth_app_missing: { status: 409, title: 'No app at the social network is stored' },
  connect_state_expired: { status: 409, title: 'The connection was not completed in time' },
  connect_state_used: { status: 409, title: 'The state was already used' },
  original_version_invalid: { status: 422, title: 'The first version must be the only original version' },
  version_account_not_listed: { status: 422, title: 'The account of the version is not listed' },
  duplicate_version_account: { status: 422, title: 'Two versions are for the same account' },
  schedule_incomplete: { status: 422, title: 'A date and a time are required' },
  schedule_conflict: { status: 422, title: 'The request chooses more than one time' },
  accounts_required: { status: 422, title: 'An account is required' },
  account_not_connected: { status: 422, title: 'The account is not connected' },
  credentials_refused: { status: 422, title: 'The social network rejected the credentials' },
  connect_state_invalid: { status: 422, title: 'The state is not valid' },
  connect_code_invalid: { status: 422, title: 'The code is not valid' },
  redirect_not_allowed: { status: 422, title: 'The redirect is not allowed' },
  content_empty: { status: 422, title: 'The content is empty' },
  network_limit_exceeded: { status: 422, title: 'The content exceeds a limit of the social network' },
  options_invalid: { status: 422, title: 'The social network does not support the option value' },
});

declare module '#shared/platform/core/errors.ts' {
  interface DeclaredErrors {
    readonly publishing: typeof publishingErrors;
  }
}
