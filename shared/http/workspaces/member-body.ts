import * as v from 'valibot';
import { MEMBER_PRODUCTS, MEMBER_ROLES } from '#shared/domain/workspaces/workspace.ts';
import { mailAddress } from '#shared/http/mail-address.ts';
import { singleLine } from '#shared/http/text-field.ts';

/** Settable members of a member. Products come back in the order of the products, each once. */
export const memberFields = {
  name: singleLine(1, 100),
  email: mailAddress,
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
