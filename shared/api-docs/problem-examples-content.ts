import { at, type ProblemExample } from './problem-example.ts';

/** Examples of the codes about fields, posts, pages, broadcasts and subscriptions. */
export const CONTENT_EXAMPLES = {
  unknown_field: at('#/nmae', 'The field does not exist. Remove it.'),
  unknown_parameter: { detail: 'The query parameter does not exist. Remove it.', at: { parameter: 'limt' } },
  field_not_updatable: at('#/status', 'This operation does not set the field. Use setPageStatus.'),
  required: at('#/name', 'The field is required.'),
  invalid_type: at('#/name', 'Send a string.'),
  invalid_format: at('#/status', 'Use one of draft, active, archived.'),
  invalid_date: at('#/date', 'Use an existing day from 1970 to 2100 in the format YYYY-MM-DD.'),
  invalid_time: at('#/time', 'Use a time from 00:00 to 23:59 in the format HH:mm.'),
  invalid_url: at('#/url', 'Use an absolute URL with a valid host, such as https://example.com/webhooks.'),
  invalid_color: at('#/hex_color', 'Use a colour in the format #rrggbb.'),
  invalid_characters: at('#/name', 'Use one line of text without control characters.'),
  too_short: at('#/name', 'Use at least 1 character.'),
  too_long: at('#/name', 'Use at most 100 characters.'),
  too_few_items: at('#/versions', 'Send at least 1 item.'),
  too_many_items: at('#/accounts', 'Send at most 100 items.'),
  out_of_range: at('#/position', 'Use a position from 0 to 4; the last one adds the block at the end.'),
  url_not_https: at('#/url', 'The URL must start with https://.'),
  url_not_public: at('#/url', 'The host name resolves to an address that is not public. Use a public host.'),
  event_unknown: at(
    '#/subscriptions/0/event',
    'No event has this name. The operation listAvailableEvents returns all names.',
  ),
  event_not_subscribed: at(
    '#/event',
    'The endpoint does not subscribe to this event. Use one of its events, or add the subscription first.',
  ),
  event_not_ingestible: at(
    '#/event',
    'Only the platform can emit publishing events. Use a salesbot.* event.',
  ),
  subscription_repeated: at(
    '#/subscriptions/1/filter',
    'Another subscription has the same event and channel, but another filter. Combine both filters with $or in one subscription.',
  ),
  channel_unknown: at(
    '#/subscriptions/0/channel',
    'Use one of all, whatsapp, facebook, instagram, sms, tiktok.',
  ),
  channel_not_allowed: at('#/subscriptions/0/channel', 'Use "all" for publishing.post.published.'),
  channel_status_unsupported: at(
    '#/subscriptions/0/channel',
    'The channel "sms" never reports salesbot.message.read_or_seen. Use another channel or "all".',
  ),
  filter_path_unknown: at('#/subscriptions/0/filter/post.status', 'No such field. Use one of id, status.'),
  filter_operator_unknown: at(
    '#/subscriptions/0/filter/status/$like',
    'Use one of $eq, $ne, $in, $nin, $gt, $gte, $lt, $lte, $exists.',
  ),
  filter_operator_not_allowed: at(
    '#/subscriptions/0/filter/id/$gt',
    'id accepts only $eq, $ne, $in, $nin, $exists.',
  ),
  filter_too_deep: at(
    '#/subscriptions/0/filter/$not/$not/$not/$not/$not',
    'Use at most 4 levels of $and, $or, $not.',
  ),
  filter_too_large: at('#/subscriptions/0/filter', 'A filter has at most 1,024 bytes of JSON.'),
  header_name_invalid: at(
    '#/headers',
    "Header 2: Use a name of 1 to 64 letters, digits and the characters !#$%&'*+-.^_`|~, not of digits only.",
  ),
  header_reserved: at('#/headers/Host', 'This name is reserved. Use another name, such as X-Api-Key.'),
  header_repeated: at(
    '#/headers/x-key',
    'Names of headers that differ only in the case of letters, or in `_` and `-`, are the same. Send this name only once.',
  ),
  header_value_invalid: at(
    '#/headers/X-Key',
    'Use 1 to 1024 visible ASCII characters, with spaces and tabs only between them.',
  ),
  broadcast_sent_by_platform:
    'The platform sends the broadcast and counts its recipients. Read the progress with getBroadcast.',
  broadcast_sent_externally:
    'Your messaging system sends the broadcast. The operation is for broadcasts with the sender platform.',
  broadcast_nothing_to_retry:
    'No recipient of the broadcast has the status failed. Recipients are kept for 90 days.',
  broadcast_budget_reached:
    'The messages cost 12.49000 dollars so far, and the next one would exceed the budget. Send a higher amount in budget.amount.',
  broadcast_state_invalid:
    'The broadcast is in the state finished. The operation is allowed only in the state in_flight.',
  broadcast_not_editable:
    'The broadcast is in the state in_flight. The operation is allowed only in the states draft and scheduled.',
  approval_outdated:
    'The broadcast was edited after its approval. Have it approved again, or use a key with salesbot:broadcasts:approve.',
  approval_required: 'Approve the broadcast before it is sent.',
  approval_not_required:
    'The broadcast does not require an approval. To require one, set requires_approval to true first.',
  message_type_unsupported: at('#/message/type', 'Use one of text, image, video, document, template.'),
  audience_invalid: at('#/audience', 'Use at most 16384 bytes of JSON.'),
  post_publishing: 'The post is being published right now. Repeat the request after the time in Retry-After.',
  post_already_published: 'The post is already published. To publish the content again, duplicate the post.',
  post_already_scheduled:
    'The post is already scheduled. Change the post with updatePost, or stop its publication with unschedulePost.',
  post_not_submitted:
    'The post does not wait for approval. Submit it with submitPost, or schedule it with schedulePost.',
  post_not_failed: 'The post is not a failed post. Only a failed post can be published again to one account.',
  slot_unavailable: 'The posting queue has no slots. Add slots with updatePostingQueue.',
  post_not_on_networks: 'The post has never been published, so it cannot be removed from a social network.',
  post_in_trash: 'The post is in the trash. Restore it first.',
  media_not_uploaded:
    'The upload has 1024 bytes instead of the declared 2048. Upload the declared file, or create a new media file that declares your file correctly.',
  original_version_invalid: at(
    '#/versions/0/is_original',
    'The first version must be the original. Send is_original: true for it.',
  ),
  version_account_not_listed: at(
    '#/versions/1/account_id',
    'Account 12 is not in accounts. Add it there, or remove this version.',
  ),
  duplicate_version_account: at(
    '#/versions/2/account_id',
    'An earlier version is for the same account, 12. Remove one of the two versions.',
  ),
  schedule_in_past: at(
    '#/date',
    'The date and time are in the past: 2026-11-20T08:00:00.000Z. Set a date and a time in the future, or publish the post now.',
  ),
  schedule_incomplete: at('#/time', 'A scheduled post needs a time. Set a date and a time.'),
  schedule_conflict: at(
    '#/queue',
    'These fields choose different times for the post. Send only one of schedule, schedule_now and queue.',
  ),
  accounts_required: at(
    '#/accounts',
    'A scheduled post needs at least one account. Add an account to the post.',
  ),
  account_not_connected: at(
    '#/accounts/0',
    'Account 12 is no longer authorised. Reconnect it, or remove it from the post.',
  ),
  credentials_refused: at(
    '#/credentials',
    'The social network responded with 401 Unauthorized: "The access token is invalid". Connect the account with valid credentials.',
  ),
  connect_state_invalid: at(
    '#/state',
    'This installation did not issue the state, or the state was changed. Send state and code unchanged from the same fragment, or start the connection again with startConnection.',
  ),
  connect_code_invalid: at(
    '#/code',
    'The code does not belong to the state, or the code was changed. Send state and code unchanged from the same fragment, or start the connection again with startConnection.',
  ),
  connect_state_foreign:
    'Another member started the connection, or it was started in another workspace. Start the connection again with startConnection.',
  connect_state_expired:
    'The connection was not completed in time. Start the connection again with startConnection.',
  connect_state_used:
    'An earlier request has already used the state, with or without success. Start the connection again with startConnection.',
  account_exists:
    'The workspace has connected this account on mastodon as account 7. Send the credentials to that account with updateAccount, or disconnect it first.',
  oauth_app_missing:
    'Neither the workspace nor this installation has an app at linkedin. Register an app there, and store its client ID and secret with setOauthApp.',
  redirect_not_allowed: at(
    '#/redirect',
    'This installation does not allow redirects to this address. Leave redirect out to return to the console, or use an address that the operator has allowed.',
  ),
  content_empty: at('#/versions/0/content/0', 'Add a text, a link or a media file.'),
  network_limit_exceeded: at(
    '#/versions/0/content/0/body',
    'Text and link have 512 characters. The maximum on mastodon is 500. Shorten the text.',
  ),
  options_invalid: at(
    '#/versions/0/options/mastodon/visibility',
    'Use one of public, unlisted, private, direct.',
  ),
  block_limit_reached: 'A page can have at most 100 blocks. Delete a block first.',
  page_too_large:
    'The blocks of the page would have 262200 bytes together. The maximum is 262144. Shorten or delete blocks.',
  block_order_invalid: at('#/ids', 'Send the ID of every block of the page exactly once.'),
  slug_taken: 'Another page of this domain has this slug. Use a different slug.',
  slug_reserved: at('#/slug', 'The slug is reserved for the platform. Use a different one.'),
  domain_in_use: 'Move or delete the pages on this domain first.',
  domain_not_verified:
    'There is no TXT record at _workspace-challenge.links.example.com yet. Publish the expected record, then repeat the request. A new record can take hours to become visible.',
  domain_not_connected: at(
    '#/domain',
    'The workspace has no verified domain with this ID. Use the ID of a verified domain from listDomains, or null for the default domain.',
  ),
  page_status_transition_invalid: 'The status cannot change from archived to active. Change it to draft.',
  theme_unknown: at('#/theme', 'Use one of paper, ink.'),
  font_unknown: at('#/appearance/font_override', 'Use one of system, system-serif.'),
  title_required: at(
    '#/status',
    'An active page needs a title. Send a title, or make the page a draft first.',
  ),
  parameter_conflict: { detail: 'Send either page or cursor, not both.', at: { parameter: 'page' } },
  password_conflict: at('#/settings/protection', 'Set a password or remove it, not both.'),
  permission_unknown: at(
    '#/permissions/0',
    'No permission has this name. The API reference lists all names at the operation createApiKey.',
  ),
  timezone_unknown: at('#/timezone', 'Use an IANA name such as "Europe/Berlin".'),
} as const satisfies Readonly<Record<string, ProblemExample>>;
