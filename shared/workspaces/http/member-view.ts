import * as v from 'valibot';
import { created, id } from '#shared/platform/http/view-field.ts';
import { withDescription } from '#shared/platform/http/with-description.ts';
import { withTitle } from '#shared/platform/http/with-title.ts';
import { type Member, MEMBER_PRODUCTS, MEMBER_ROLES } from '#shared/platform/identity/workspace.ts';

/** The permissions of each role. */
export const ROLE =
  '`admin` has all permissions; `editor` has all permissions of their products except webhooks; ' +
  '`viewer` can only read';

/** The role of a member. */
export const memberRole = withDescription(v.picklist(MEMBER_ROLES), ROLE);

/** A member in responses. */
export const memberSchema = withDescription(
  withTitle(
    'Member',
    v.object({
      id,
      name: withDescription(v.string(), 'Name of the member'),
      email: withDescription(v.string(), 'Email address; unique in the workspace'),
      role: memberRole,
      products: withDescription(
        v.array(v.picklist(MEMBER_PRODUCTS)),
        'The products that the role applies to',
      ),
      created_at: created,
    }),
  ),
  'A member of the workspace. API keys act for members',
);

/** Converts a member to its representation. */
export function memberView(member: Member): v.InferInput<typeof memberSchema> {
  const { name, email, role, products, createdAt } = member;
  return { id: member.id, name, email, role, products: [...products], created_at: createdAt.toISOString() };
}
