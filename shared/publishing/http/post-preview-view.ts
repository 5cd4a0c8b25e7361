import * as v from 'valibot';
import { count } from '#shared/platform/http/view-field.ts';
import { withDescription } from '#shared/platform/http/with-description.ts';
import { withTitle } from '#shared/platform/http/with-title.ts';
import { PROVIDERS } from '#shared/publishing/domain/account.ts';
import type { AccountPreview } from '#shared/publishing/domain/post-preview.ts';

/** The preview of a post on one of its accounts, in responses. */
export const accountPreviewSchema = withDescription(
  withTitle(
    'AccountPreview',
    v.object({
      account_id: withDescription(count, 'ID of the account'),
      provider: withDescription(v.picklist(PROVIDERS), 'The social network of the account'),
      version: withDescription(count, 'Index of the version in the request that the account gets'),
      posts: withDescription(
        v.array(
          v.object({
            title: withDescription(
              v.nullable(v.string()),
              'The title of an article on WordPress or dev.to; null on other social networks',
            ),
            text: withDescription(
              v.string(),
              'The text as the social network gets it, with the link and without the title',
            ),
            characters: withDescription(
              count,
              'Length of the text, including a title that is its first line, as the social network counts it',
            ),
            limit: withDescription(
              v.nullable(count),
              'The maximum of `characters` on the social network; null without a limit',
            ),
            media: withDescription(v.array(count), 'IDs of files in the media library, in this order'),
          }),
        ),
        'The posts of the thread, in order',
      ),
    }),
  ),
  'What will be published to one account',
);

/** Converts the preview of an account to its response. */
export function accountPreviewView({
  accountId,
  provider,
  version,
  items,
}: AccountPreview): v.InferInput<typeof accountPreviewSchema> {
  const posts = items.map(({ title, text, characters, limit, media }) => ({
    title,
    text,
    characters,
    limit,
    media: [...media],
  }));
  return { account_id: accountId, provider, version, posts };
}
