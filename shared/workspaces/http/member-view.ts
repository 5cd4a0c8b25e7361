import * as v from 'valibot';
import { created, id } from '#shared/platform/http/view-field.ts';
import { named } from '#shared/platform/http/named-schema.ts';
import { type Member, MEMBER_PRODUCTS, MEMBER_ROLES } from '#shared/platform/identity/workspace.ts';
import { described } from '#shared/platform/http/described.ts';

/** What a role may do, in words. */
export const ROLE =
  '`admin`: everything; `editor`: everything of their products but webhooks; `viewer`: reading';

/** What a member may do. */
export const memberRole = described(v.picklist(MEMBER_ROLES), ROLE);

/** A member as shown. */
export const memberSchema = described(
  named(
    'Member',
    v.object({
      id,
      name: described(v.string(), 'Their name'),
      email: described(v.string(), 'Their address; unique in the workspace'),
      role: memberRole,
      products: described(v.array(v.picklist(MEMBER_PRODUCTS)), 'What the role is about'),
      created_at: created,
    }),
  ),
  'Somebody of the workspace. Keys act for members',
);

/** The representation of a member. */
export function memberView(member: Member): v.InferInput<typeof memberSchema> {
  const { name, email, role, products, createdAt } = member;
  return { id: member.id, name, email, role, products: [...products], created_at: createdAt.toISOString() };
}
