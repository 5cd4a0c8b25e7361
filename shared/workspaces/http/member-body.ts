import * as v from 'valibot';
import { boundedList } from '#shared/platform/core/bounded-list.ts';
import { issue } from '#shared/platform/core/issue.ts';
import { mailAddress } from '#shared/platform/http/mail-address.ts';
import { singleLine } from '#shared/platform/http/text-field.ts';
import { withDescription } from '#shared/platform/http/with-description.ts';
import { MEMBER_PRODUCTS, MEMBER_ROLES } from '#shared/platform/identity/workspace.ts';
import { ROLE } from './member-view.ts';

/** Fields of a member that clients set. Products are returned in a fixed order, each once. */
export const memberFields = {
  name: withDescription(singleLine(1, 100), 'Name of the member'),
  email: withDescription(mailAddress, 'Email address; unique in the workspace'),
  role: v.pipe(v.string(), v.picklist(MEMBER_ROLES), v.description(ROLE)),
  products: v.pipe(
    boundedList(v.pipe(v.string(), v.picklist(MEMBER_PRODUCTS))),
    v.minLength(1, issue('too_few_items', 'Send at least one product.')),
    v.maxLength(20, issue('too_many_items', 'Send each product only once.')),
    v.description('The products that the role applies to; all products by default'),
    v.transform((requested) => MEMBER_PRODUCTS.filter((product) => requested.includes(product))),
  ),
};
