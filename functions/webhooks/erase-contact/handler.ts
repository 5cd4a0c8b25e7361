import type { OperationHandler } from '#shared/platform/http/operation.ts';
import { hashContact } from '#shared/platform/runtime/contact-hash.ts';
import { newId } from '#shared/platform/runtime/ids.ts';
import { newErasure } from '#shared/webhooks/domain/erasure.ts';
import type { ErasureStore } from '#shared/webhooks/ports/erasure-store.ts';
import type { operation } from './operation.ts';

type Dependencies = { readonly erasures: Pick<ErasureStore, 'create'> };

/**
 * Accepts an erasure request (docs/specification.md#erasure). The response does not show whether anything is stored:
 * contacts are not resources of the platform, but of the systems that send events about them.
 */
export function createHandler({ erasures }: Dependencies): OperationHandler<typeof operation> {
  return {
    async handle({ principal: { workspaceId }, body, now, command }) {
      const erasure = newErasure({ id: newId(now), workspaceId, contact: hashContact(body.contact_id) }, now);
      const response = { status: 202, body: { data: { id: erasure.id, state: erasure.state } } };
      await erasures.create(erasure, await command(response));
      return response;
    },
  };
}
