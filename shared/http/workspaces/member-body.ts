import * as v from 'valibot';
import { MEMBER_PRODUCTS, MEMBER_ROLES } from '#shared/domain/workspaces/workspace.ts';
import { singleLine } from '#shared/http/text-field.ts';

/** The longest address that mail can carry (RFC 5321, 4.5.3.1.3, without its brackets). */
const LONGEST_EMAIL = 254;

/** Settable members of a member. Products come back in the order of the products, each once. */
export const memberFields = {
  name: singleLine(1, 100),
  email: v.pipe(singleLine(3, LONGEST_EMAIL), v.email('invalid_format: Use an e-mail address.')),
  role: v.pipe(
    v.string(),
    v.picklist(MEMBER_ROLES, `invalid_format: Use one of ${MEMBER_ROLES.join(', ')}.`),
  ),
  products: v.pipe(
    v.array(
      v.pipe(
        v.string(),
        v.picklist(MEMBER_PRODUCTS, `invalid_format: Use one of ${MEMBER_PRODUCTS.join(', ')}.`),
      ),
    ),
    v.minLength(1, 'too_few_items: Name at least one product.'),
    v.maxLength(20, 'too_many_items: Name each product once.'),
    v.transform((named) => MEMBER_PRODUCTS.filter((product) => named.includes(product))),
  ),
};
