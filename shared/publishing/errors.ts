// The errors of this product. Each is an export of its own, so that a bundle contains only those that its function uses.

export const connect_state_foreign = {
  code: 'connect_state_foreign',
  status: 403,
  title: 'Another member started the connection',
} as const;
export const post_not_found = {
  code: 'post_not_found',
  status: 404,
  title: 'Post not found',
  detail: 'The workspace has no post with this ID.',
} as const;
export const account_not_found = {
  code: 'account_not_found',
  status: 404,
  title: 'Account not found',
  detail: 'The workspace has no social account with this ID.',
} as const;
export const tag_not_found = {
  code: 'tag_not_found',
  status: 404,
  title: 'Tag not found',
  detail: 'The workspace has no tag with this ID.',
} as const;
export const removal_not_found = {
  code: 'removal_not_found',
  status: 404,
  title: 'Removal not found',
  detail: 'The workspace has no removal of a post with this ID, or the removal has expired after 30 days.',
} as const;
export const oauth_network_not_found = {
  code: 'oauth_network_not_found',
  status: 404,
  title: 'Social network not found',
  detail: 'No social network with this name is connected by OAuth. Use linkedin.',
} as const;
export const oauth_app_not_found = {
  code: 'oauth_app_not_found',
  status: 404,
  title: 'App not found',
  detail: 'The workspace has no app of its own at this social network.',
} as const;
// A publishing run ends within seconds, or its watchdog ends it (docs/specification/publishing.md#posts-being-published).
export const post_publishing = {
  code: 'post_publishing',
  status: 409,
  title: 'The post is being published',
  headers: { 'Retry-After': '30' },
} as const;
export const post_already_published = {
  code: 'post_already_published',
  status: 409,
  title: 'The post is already published',
} as const;
export const post_already_scheduled = {
  code: 'post_already_scheduled',
  status: 409,
  title: 'The post is already scheduled',
} as const;
export const post_not_submitted = {
  code: 'post_not_submitted',
  status: 409,
  title: 'The post does not wait for approval',
} as const;
export const post_not_failed = {
  code: 'post_not_failed',
  status: 409,
  title: 'The post is not a failed post',
} as const;
export const slot_unavailable = {
  code: 'slot_unavailable',
  status: 409,
  title: 'The posting queue has no free slot',
} as const;
export const post_not_on_networks = {
  code: 'post_not_on_networks',
  status: 409,
  title: 'No social network has the post',
} as const;
export const post_in_trash = {
  code: 'post_in_trash',
  status: 409,
  title: 'The post is in the trash',
} as const;
export const oauth_app_missing = {
  code: 'oauth_app_missing',
  status: 409,
  title: 'No app at the social network is stored',
} as const;
export const connect_state_expired = {
  code: 'connect_state_expired',
  status: 409,
  title: 'The connection was not completed in time',
} as const;
export const connect_state_used = {
  code: 'connect_state_used',
  status: 409,
  title: 'The state was already used',
} as const;
export const original_version_invalid = {
  code: 'original_version_invalid',
  status: 422,
  title: 'The first version must be the only original version',
} as const;
export const version_account_not_listed = {
  code: 'version_account_not_listed',
  status: 422,
  title: 'The account of the version is not listed',
} as const;
export const duplicate_version_account = {
  code: 'duplicate_version_account',
  status: 422,
  title: 'Two versions are for the same account',
} as const;
export const schedule_incomplete = {
  code: 'schedule_incomplete',
  status: 422,
  title: 'A date and a time are required',
} as const;
export const schedule_conflict = {
  code: 'schedule_conflict',
  status: 422,
  title: 'The request chooses more than one time',
} as const;
export const accounts_required = {
  code: 'accounts_required',
  status: 422,
  title: 'An account is required',
} as const;
export const account_not_connected = {
  code: 'account_not_connected',
  status: 422,
  title: 'The account is not connected',
} as const;
export const credentials_refused = {
  code: 'credentials_refused',
  status: 422,
  title: 'The social network rejected the credentials',
} as const;
export const connect_state_invalid = {
  code: 'connect_state_invalid',
  status: 422,
  title: 'The state is not valid',
} as const;
export const connect_code_invalid = {
  code: 'connect_code_invalid',
  status: 422,
  title: 'The code is not valid',
} as const;
export const redirect_not_allowed = {
  code: 'redirect_not_allowed',
  status: 422,
  title: 'The redirect is not allowed',
} as const;
export const content_empty = { code: 'content_empty', status: 422, title: 'The content is empty' } as const;
export const network_limit_exceeded = {
  code: 'network_limit_exceeded',
  status: 422,
  title: 'The content exceeds a limit of the social network',
} as const;
export const options_invalid = {
  code: 'options_invalid',
  status: 422,
  title: 'The social network does not support the option value',
} as const;

declare module '#shared/platform/core/errors.ts' {
  interface DeclaredErrors {
    readonly publishing: typeof import('#shared/publishing/errors.ts');
  }
}
