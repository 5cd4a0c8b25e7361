import * as v from 'valibot';
import { issue } from '#shared/platform/core/issue.ts';
import { strictFields } from '#shared/platform/core/json-object.ts';
import { singleLine } from '#shared/platform/http/text-field.ts';
import { withDescription } from '#shared/platform/http/with-description.ts';
import { PROVIDERS } from '#shared/publishing/domain/account.ts';
import {
  isOnePosition,
  isPageInReach,
  numberedPageParameters,
  PAGE_OUT_OF_REACH,
  TWO_POSITIONS,
} from './numbered-page.ts';

const KEYWORD_LIMIT = 200;

/** The parameter `keyword`, which is compared without regard to case. */
export function keywordParameter(description: string) {
  return v.optional(withDescription(singleLine(1, KEYWORD_LIMIT), description));
}

/** Query parameters of lists whose items have a name. */
export const namedItemsQuery = v.pipe(
  strictFields({
    ...numberedPageParameters,
    keyword: keywordParameter('Only items whose name, or alternative text, contains this string'),
  }),
  v.forward(v.partialCheck([['page'], ['limit']], isPageInReach, PAGE_OUT_OF_REACH), ['page']),
  v.forward(v.partialCheck([['page'], ['cursor']], isOnePosition, TWO_POSITIONS), ['page']),
);

const NAMES: readonly string[] = PROVIDERS;
const PROVIDER = NAMES.join('|');

/** Names of networks separated by commas. The gateway joins repeated parameters in the same way. */
const providerList = v.pipe(
  v.string(),
  v.regex(
    new RegExp(`^(?:${PROVIDER})(?:,(?:${PROVIDER}))*$`, 'u'),
    issue('invalid_format', `Use names of social networks separated by commas: ${NAMES.join(', ')}.`),
  ),
  v.metadata({ pattern: `^(${PROVIDER})(,(${PROVIDER}))*$` }),
  v.transform((text) => [...new Set(text.split(','))]),
);

/** Query parameters of the list of accounts. */
export const accountQuery = v.pipe(
  strictFields({
    ...numberedPageParameters,
    keyword: keywordParameter('Only accounts whose name or user name contains this string'),
    providers: v.optional(
      withDescription(providerList, 'Only accounts of one of these social networks, separated by commas'),
    ),
  }),
  v.forward(v.partialCheck([['page'], ['limit']], isPageInReach, PAGE_OUT_OF_REACH), ['page']),
  v.forward(v.partialCheck([['page'], ['cursor']], isOnePosition, TWO_POSITIONS), ['page']),
);
