import * as v from 'valibot';
import { issue } from '#shared/platform/core/issue.ts';
import { strictFields } from '#shared/platform/core/json-object.ts';
import { orderParameter } from '#shared/platform/http/list-query.ts';
import { localDate } from '#shared/platform/http/local-time-field.ts';
import { withDescription } from '#shared/platform/http/with-description.ts';
import { POST_STATUSES } from '#shared/publishing/domain/post.ts';
import { searchText } from '#shared/publishing/domain/texts/search-text.ts';
import { keywordParameter } from './list-filters.ts';
import {
  isOnePosition,
  isPageInReach,
  numberedPageParameters,
  PAGE_OUT_OF_REACH,
  TWO_POSITIONS,
} from './numbered-page.ts';

const MAX_IDS = 50;

/** Values of the filter `status`: a name, its number, or `trash`. */
const STATUS_WORDS = [...POST_STATUSES, ...POST_STATUSES.map((_, index) => String(index)), 'trash'];

const DIGITS = /^\d+$/u;
/** More digits than the largest id has. */
const TOO_LARGE = /^\d{16,}$/u;
/** An id or a name, as a regular expression that every language supports. */
const TAG = String.raw`\s*[^,\s][^,]*`;
const TAG_LIST_ADVICE = 'Use IDs or names of tags separated by commas, such as 1,News.';

/** Ids separated by commas. The gateway joins repeated parameters in the same way. */
const idList = v.pipe(
  v.string(),
  v.regex(/^\d{1,15}(?:,\d{1,15})*$/u, issue('invalid_format', 'Use IDs separated by commas, such as 1,2.')),
  v.metadata({ pattern: `^\\d{1,15}(,\\d{1,15}){0,${MAX_IDS - 1}}$` }),
  v.transform((text) => [...new Set(text.split(',').map(Number))]),
  v.maxLength(MAX_IDS, issue('too_many_items', `Use at most ${MAX_IDS} IDs.`)),
);

/**
 * Ids or names of tags, separated by commas. A value of digits is an id, any other value is a name, in the form in which names are
 * compared. A tag whose name is a number or contains a comma is only found by its id.
 */
const tagList = v.pipe(
  v.string(),
  v.metadata({ pattern: `^${TAG}(,${TAG}){0,${MAX_IDS - 1}}$` }),
  v.transform((text) => text.split(',').map((each) => each.trim())),
  v.everyItem((each) => each !== '', issue('invalid_format', TAG_LIST_ADVICE)),
  v.everyItem((each) => !TOO_LARGE.test(each), issue('invalid_format', TAG_LIST_ADVICE)),
  v.transform((parts) => [
    ...new Set(parts.map((each) => (DIGITS.test(each) ? Number(each) : searchText(each)))),
  ]),
  v.maxLength(MAX_IDS, issue('too_many_items', `Use at most ${MAX_IDS} IDs or names.`)),
);

/** Query parameters of the list of posts; `from` and `to` are days in the time zone of the workspace, both inclusive. */
export const postQuery = v.pipe(
  strictFields({
    ...numberedPageParameters,
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
        tagList,
        `Only posts with one of these tags: at most ${MAX_IDS} IDs or names, separated by commas. Upper and lower case are the same`,
      ),
    ),
    keyword: keywordParameter('Only posts whose text contains this string'),
    from: v.optional(withDescription(localDate, 'First day of the range, in the time zone of the workspace')),
    to: v.optional(withDescription(localDate, 'Last day of the range, in the time zone of the workspace')),
    order: orderParameter,
  }),
  v.forward(v.partialCheck([['page'], ['limit']], isPageInReach, PAGE_OUT_OF_REACH), ['page']),
  v.forward(v.partialCheck([['page'], ['cursor']], isOnePosition, TWO_POSITIONS), ['page']),
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
