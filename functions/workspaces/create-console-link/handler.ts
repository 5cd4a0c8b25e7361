import { ValidationError } from '#shared/platform/core/errors.ts';
import { HOUR_SECONDS } from '#shared/platform/core/time-units.ts';
import { loadCaller } from '#shared/platform/http/load-workspace.ts';
import type { OperationHandler } from '#shared/platform/http/operation.ts';
import type { WorkspaceReader } from '#shared/platform/identity/workspace-store.ts';
import type { Member } from '#shared/platform/identity/workspace.ts';
import { hashApiKey } from '#shared/platform/runtime/api-key.ts';
import { newId } from '#shared/platform/runtime/ids.ts';
import { consoleUrl } from '#shared/workspaces/domain/console-url.ts';
import { newConsoleKey } from '#shared/workspaces/domain/new-console-key.ts';
import { requireGrantable } from '#shared/workspaces/domain/require-grantable.ts';
import type { ManagedKeyStore } from '#shared/workspaces/ports/managed-key-store.ts';
import type { operation } from './operation.ts';

type Dependencies = {
  readonly workspaces: Pick<WorkspaceReader, 'findMember'>;
  readonly keys: Pick<ManagedKeyStore, 'createConsoleKey'>;
  readonly generateKey: () => string;
};

const DEFAULT_SECONDS = HOUR_SECONDS;

/** Creates a key that expires soon, and a link that opens the console with it. Only this response contains the key. */
export function createHandler({
  workspaces,
  keys,
  generateKey,
}: Dependencies): OperationHandler<typeof operation, Member> {
  return {
    load: ({ principal }) => loadCaller(workspaces, principal),

    async handle({ principal, resource: caller, body, now, baseUrl, command }) {
      const granted = body.permissions ?? [...principal.permissions];
      requireGrantable(granted, principal, caller);
      const expiresAt = expiryOf(body.expires_in, principal.keyExpiresAt, now);

      const { key, text } = newConsoleKey(
        caller,
        { granted, expiresAt },
        { now, newId, generateKey, hashKey: hashApiKey },
      );
      const response = {
        status: 201,
        headers: { Location: `${baseUrl}/api/v1/api-keys/${key.id}` },
        body: {
          data: {
            id: key.id,
            expires_at: expiresAt.toISOString(),
            url: consoleUrl(baseUrl, text, body.path),
          },
        },
      };
      await keys.createConsoleKey(key, caller, await command(response, { handsOut: granted }));
      return response;
    },
  };
}

/** A key expires at the latest with the key that creates it (docs/specification.md#expiry-of-created-keys). */
function expiryOf(seconds: number | undefined, callerExpiresAt: Date | null, now: Date): Date {
  const wanted = new Date(now.getTime() + (seconds ?? DEFAULT_SECONDS) * 1000);
  if (!callerExpiresAt || wanted <= callerExpiresAt) return wanted;
  if (seconds === undefined) return callerExpiresAt;
  const detail = `Your key expires at ${callerExpiresAt.toISOString()}. Use a shorter time, or leave expires_in out.`;
  throw new ValidationError([{ pointer: '#/expires_in', code: 'out_of_range', detail }]);
}
