import { conflict, forbidden, invalid, missing } from '#shared/platform/core/error-kind.ts';

export const connect_state_foreign = () =>
  forbidden('connect_state_foreign', 'Another member started the connection');
export const post_not_found = () => missing('post_not_found', 'post');
export const account_not_found = () =>
  missing('account_not_found', 'account', {
    detail: 'The workspace has no social account with this ID.',
  });
export const tag_not_found = () => missing('tag_not_found', 'tag');
export const removal_not_found = () =>
  missing('removal_not_found', 'removal', {
    detail: 'The workspace has no removal of a post with this ID, or the removal has expired after 30 days.',
  });
export const oauth_network_not_found = () =>
  missing('oauth_network_not_found', 'social network', {
    detail: 'No social network with this name is connected by OAuth. Use linkedin.',
  });
export const oauth_app_not_found = () =>
  missing('oauth_app_not_found', 'app', {
    detail: 'The workspace has no app of its own at this social network.',
  });
// A publishing run ends within seconds, or its watchdog ends it (docs/specification/publishing.md#posts-being-published).
export const post_publishing = () =>
  conflict('post_publishing', 'The post is being published', { 'Retry-After': '30' });
export const post_already_published = () =>
  conflict('post_already_published', 'The post is already published');
export const post_already_scheduled = () =>
  conflict('post_already_scheduled', 'The post is already scheduled');
export const post_not_submitted = () => conflict('post_not_submitted', 'The post does not wait for approval');
export const post_not_failed = () => conflict('post_not_failed', 'The post is not a failed post');
export const slot_unavailable = () => conflict('slot_unavailable', 'The posting queue has no free slot');
export const post_not_on_networks = () => conflict('post_not_on_networks', 'No social network has the post');
export const post_in_trash = () => conflict('post_in_trash', 'The post is in the trash');
export const account_exists = () =>
  conflict('account_exists', 'The workspace has connected the social account already');
export const oauth_app_missing = () =>
  conflict('oauth_app_missing', 'No app at the social network is stored');
export const connect_state_expired = () =>
  conflict('connect_state_expired', 'The connection was not completed in time');
export const connect_state_used = () => conflict('connect_state_used', 'The state was already used');
export const original_version_invalid = () =>
  invalid('original_version_invalid', 'The first version must be the only original version');
export const version_account_not_listed = () =>
  invalid('version_account_not_listed', 'The account of the version is not listed');
export const duplicate_version_account = () =>
  invalid('duplicate_version_account', 'Two versions are for the same account');
export const schedule_incomplete = () => invalid('schedule_incomplete', 'A date and a time are required');
export const schedule_conflict = () => invalid('schedule_conflict', 'The request chooses more than one time');
export const accounts_required = () => invalid('accounts_required', 'An account is required');
export const account_not_connected = () => invalid('account_not_connected', 'The account is not connected');
export const credentials_refused = () =>
  invalid('credentials_refused', 'The social network rejected the credentials');
export const connect_state_invalid = () => invalid('connect_state_invalid', 'The state is not valid');
export const connect_code_invalid = () => invalid('connect_code_invalid', 'The code is not valid');
export const redirect_not_allowed = () => invalid('redirect_not_allowed', 'The redirect is not allowed');
export const network_limit_exceeded = () =>
  invalid('network_limit_exceeded', 'The content exceeds a limit of the social network');
export const options_invalid = () =>
  invalid('options_invalid', 'The social network does not support the option value');

declare module '#shared/platform/core/errors.ts' {
  interface DeclaredErrors {
    readonly publishing: typeof import('#shared/publishing/errors.ts');
  }
}
