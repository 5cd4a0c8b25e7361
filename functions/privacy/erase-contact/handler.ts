import type { ErasureRequests } from '#shared/events/ports/erasure-requests.ts';
import { planErasure } from '#shared/events/recording/erasure.ts';
import { hashContact } from '#shared/events/runtime/contact-hash.ts';
import type { OperationHandler } from '#shared/platform/http/operation.ts';
import { newId } from '#shared/platform/runtime/ids.ts';
import type { operation } from './operation.ts';

type Dependencies = { readonly erasures: ErasureRequests };

/**
 * Accepts an erasure request (docs/specification/privacy.md#erasure). The response does not show whether anything is stored:
 * most contacts are not resources of the platform, but of the systems that send events about them.
 */
export function createHandler({ erasures }: Dependencies): OperationHandler<typeof operation> {
  return {
    async handle({ principal: { workspaceId }, body, now, command }) {
      const contact = hashContact(body.contact_id);
      const last = await erasures.findLast(workspaceId, contact);
      const plan = planErasure(last, { id: newId(now), workspaceId, contact }, now);
      const { erasure } = plan;
      const response = { status: 202, body: { data: { id: erasure.id, state: erasure.state } } };
      const context = await command(response);
      if (plan.kind === 'merge') await erasures.merge(erasure, context);
      else await erasures.create(erasure, context, plan.last);
      return response;
    },
  };
}
