import * as v from 'valibot';
import { issue } from '#shared/platform/core/issue.ts';
import { strictFields } from '#shared/platform/core/json-object.ts';
import { orderParameter, pageParameters } from '#shared/platform/http/list-query.ts';
import { localDate } from '#shared/platform/http/local-time-field.ts';
import { singleLine } from '#shared/platform/http/text-field.ts';
import { withDescription } from '#shared/platform/http/with-description.ts';
import { POST_STATUSES } from '#shared/publishing/domain/post.ts';

const MAX_IDS = 50;
const KEYWORD_LIMIT = 200;

/** Values of the filter `status`: a name, its number, or `trash`. */
const STATUS_WORDS = [...POST_STATUSES, ...POST_STATUSES.map((_, index) => String(index)), 'trash'];

/** Ids separated by commas. The gateway joins repeated parameters in the same way. */
const idList = v.pipe(
  v.string(),
  v.regex(/^\d{1,15}(?:,\d{1,15})*$/u, issue('invalid_format', 'Use IDs separated by commas, such as 1,2.')),
  v.metadata({ pattern: `^\\d{1,15}(,\\d{1,15}){0,${MAX_IDS - 1}}$` }),
  v.transform((text) => [...new Set(text.split(',').map(Number))]),
  v.maxLength(MAX_IDS, issue('too_many_items', `Use at most ${MAX_IDS} IDs.`)),
);

/** Query parameters of the list of posts; `from` and `to` are days in the time zone of the workspace, both inclusive. */
export const postQuery = v.pipe(
  strictFields({
    ...pageParameters,
    status: v.optional(
      withDescription(
        v.picklist(STATUS_WORDS),
        'Only posts with this status, by name or number, or `trash` for posts in the trash',
      ),
    ),
    accounts: v.optional(
      withDescription(
        idList,
        `Only posts to one of these accounts: at most ${MAX_IDS} IDs, separated by commas`,
      ),
    ),
    tags: v.optional(
      withDescription(
        idList,
        `Only posts with one of these tags: at most ${MAX_IDS} IDs, separated by commas`,
      ),
    ),
    keyword: v.optional(
      withDescription(singleLine(1, KEYWORD_LIMIT), 'Only posts whose text contains this string'),
    ),
    from: v.optional(withDescription(localDate, 'First day of the range, in the time zone of the workspace')),
    to: v.optional(withDescription(localDate, 'Last day of the range, in the time zone of the workspace')),
    order: orderParameter,
  }),
  v.forward(
    v.partialCheck(
      [['from'], ['to']],
      ({ from, to }) => from === undefined || to === undefined || from <= to,
      issue('out_of_range', '"to" must not be before "from".'),
    ),
    ['to'],
  ),
);

/** Converts the `status` parameter to the filter of the store. */
export function statusFilter(word: string | undefined) {
  if (word === 'trash') return { trashed: true };
  const status = POST_STATUSES.find((name, index) => name === word || String(index) === word);
  return { trashed: false, status };
}
