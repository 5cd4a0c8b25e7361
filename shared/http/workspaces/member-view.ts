import * as v from 'valibot';
import { timestamp, uuid } from '#shared/http/view-field.ts';
import { named } from '#shared/http/named-schema.ts';
import { type Member, MEMBER_PRODUCTS, MEMBER_ROLES } from '#shared/domain/workspaces/workspace.ts';

/** A member as shown. */
export const memberSchema = named(
  'Member',
  v.object({
    id: uuid,
    name: v.string(),
    email: v.string(),
    role: v.picklist(MEMBER_ROLES),
    products: v.array(v.picklist(MEMBER_PRODUCTS)),
    created_at: timestamp,
  }),
);

/** The representation of a member. */
export function memberView(member: Member): v.InferInput<typeof memberSchema> {
  const { id, name, email, role, products, createdAt } = member;
  return { id, name, email, role, products: [...products], created_at: createdAt.toISOString() };
}
