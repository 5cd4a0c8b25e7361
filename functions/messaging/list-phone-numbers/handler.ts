import { phoneNumberView } from '#shared/messaging/http/phone-number-view.ts';
import type { PhoneNumberReader } from '#shared/messaging/ports/phone-number-store.ts';
import { decodeCursor } from '#shared/platform/http/cursor.ts';
import { toPage } from '#shared/platform/http/list-query.ts';
import type { OperationHandler } from '#shared/platform/http/operation.ts';
import type { operation } from './operation.ts';

type Dependencies = { readonly numbers: Pick<PhoneNumberReader, 'list'> };

/** Lists phone numbers, newest first. */
export function createHandler({ numbers }: Dependencies): OperationHandler<typeof operation> {
  return {
    async handle({ principal: { workspaceId }, query: { limit, cursor } }) {
      const scope = { list: 'phone-numbers', workspace: workspaceId };
      const after = decodeCursor(cursor, scope);
      const all = (await numbers.list(workspaceId)).toReversed();
      const found = all.filter(({ id }) => after === undefined || id < after);
      return { status: 200, body: toPage(found, limit, scope, phoneNumberView) };
    },
  };
}
