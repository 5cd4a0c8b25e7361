import * as v from 'valibot';
import { MEMBER_PRODUCTS, MEMBER_ROLES } from '#shared/platform/identity/workspace.ts';
import { mailAddress } from '#shared/platform/http/mail-address.ts';
import { singleLine } from '#shared/platform/http/text-field.ts';
import { described } from '#shared/platform/http/described.ts';
import { ROLE } from './member-view.ts';

/** Settable members of a member. Products come back in the order of the products, each once. */
export const memberFields = {
  name: described(singleLine(1, 100), 'Their name'),
  email: described(mailAddress, 'Their address; unique in the workspace'),
  role: v.pipe(v.string(), v.picklist(MEMBER_ROLES), v.description(ROLE)),
  products: v.pipe(
    v.array(v.pipe(v.string(), v.picklist(MEMBER_PRODUCTS))),
    v.minLength(1, 'too_few_items: Name at least one product.'),
    v.maxLength(20, 'too_many_items: Name each product once.'),
    v.description('What the role is about; every product if a new member names none'),
    v.transform((named) => MEMBER_PRODUCTS.filter((product) => named.includes(product))),
  ),
};
