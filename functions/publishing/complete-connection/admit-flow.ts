import type { Change } from '#shared/platform/core/change.ts';
import type { ErrorKind } from '#shared/platform/core/error-kind.ts';
import { type ErrorCode, PlatformError, ValidationError } from '#shared/platform/core/errors.ts';
import type { Principal } from '#shared/platform/core/principal.ts';
import type { SecretBox } from '#shared/platform/core/secret-box.ts';
import { type ConnectFlow, isExpired } from '#shared/publishing/domain/oauth/connect-flow.ts';
import * as publishingErrors from '#shared/publishing/errors.ts';
import type { ConnectClaims } from '#shared/publishing/ports/connect-claims.ts';
import { openCode, openFlow } from '#shared/publishing/use-cases/connect-flows.ts';

export type AdmitDependencies = {
  readonly connectClaims: ConnectClaims;
  readonly stateSecrets: Pick<SecretBox, 'open'>;
  readonly codeSecrets: Pick<SecretBox, 'open'>;
};

const AGAIN = 'Start the connection again with startConnection.';

/**
 * Checks that the caller may complete a connection, and claims the connection. The claim comes last, so that a request which fails a
 * check does not use up the connection of somebody else. Its write checks the key, too, so that a revoked key uses up nothing.
 * @throws PlatformError `connect_state_foreign` · `connect_state_expired` · `connect_state_used`
 * @throws ValidationError `connect_state_invalid` · `connect_code_invalid`
 */
export async function admitFlow(
  { connectClaims, stateSecrets, codeSecrets }: AdmitDependencies,
  {
    body: sent,
    principal: { workspaceId, memberId },
    now,
    change,
  }: {
    readonly body: { readonly state: string; readonly code: string };
    readonly principal: Pick<Principal, 'workspaceId' | 'memberId'>;
    readonly now: Date;
    readonly change: () => Change;
  },
): Promise<{ readonly flow: ConnectFlow; readonly code: string }> {
  const flow = await openFlow(stateSecrets, sent.state);
  if (!flow)
    throw invalid(
      'state',
      publishingErrors.connect_state_invalid,
      'This installation did not issue the state, or the state was changed.',
    );
  if (flow.workspaceId !== workspaceId || flow.memberId !== memberId)
    throw new PlatformError(
      publishingErrors.connect_state_foreign,
      `Another member started the connection, or it was started in another workspace. ${AGAIN}`,
    );
  if (isExpired(flow, now))
    throw new PlatformError(
      publishingErrors.connect_state_expired,
      `The connection was not completed in time. ${AGAIN}`,
    );
  const code = await openCode(codeSecrets, flow, sent.code);
  if (code === undefined)
    throw invalid(
      'code',
      publishingErrors.connect_code_invalid,
      'The code does not belong to the state, or the code was changed.',
    );
  if (!(await connectClaims.claim(flow, change())))
    throw new PlatformError(
      publishingErrors.connect_state_used,
      `An earlier request has already used the state, with or without success. ${AGAIN}`,
    );
  return { flow, code };
}

function invalid(member: 'state' | 'code', error: ErrorKind<ErrorCode>, detail: string): ValidationError {
  const advice = `${detail} Send state and code unchanged from the same fragment, or start the connection again with startConnection.`;
  return new ValidationError([{ pointer: `#/${member}`, ...error(), detail: advice }]);
}
