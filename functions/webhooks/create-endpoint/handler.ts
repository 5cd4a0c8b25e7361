import { subscribedProducts } from '#shared/events/subscriptions/subscription-set.ts';
import { ValidationError, PlatformError } from '#shared/platform/core/errors.ts';
import type { SecretBox } from '#shared/platform/core/secret-box.ts';
import type { TargetGuard } from '#shared/platform/core/target-guard.ts';
import type { OperationHandler } from '#shared/platform/http/operation.ts';
import type { WorkspaceReader } from '#shared/platform/identity/workspace-store.ts';
import { newId } from '#shared/platform/runtime/ids.ts';
import { requireProducts } from '#shared/webhooks/domain/endpoint-access.ts';
import { endpointStats } from '#shared/webhooks/domain/endpoint-stats.ts';
import type { Endpoint } from '#shared/webhooks/domain/endpoint.ts';
import { checkEndpointBody, urlIssue } from '#shared/webhooks/http/endpoint-body.ts';
import { endpointTag, endpointView } from '#shared/webhooks/http/endpoint-view.ts';
import type { EndpointStore } from '#shared/webhooks/ports/endpoint-store.ts';
import { sealHeaders } from '#shared/webhooks/sending/seal-headers.ts';
import { sealNewKey } from '#shared/webhooks/sending/seal-new-key.ts';
import { generateSigningSecret, secretHint } from '#shared/webhooks/sending/signing-secret.ts';
import type { operation } from './operation.ts';

const ENABLED_IGNORED = {
  code: 'enabled_ignored',
  pointer: '#/enabled',
  detail:
    'The endpoint was created paused. Enable it with enableEndpoint (POST …/enable) when your receiver is ready.',
} as const;

type Dependencies = {
  readonly endpoints: Pick<EndpointStore, 'create'>;
  readonly workspaces: Pick<WorkspaceReader, 'findMember'>;
  readonly secrets: Pick<SecretBox, 'seal'>;
  readonly guard: TargetGuard;
  readonly randomBytes: (size: number) => Buffer;
};

/** Creates an endpoint, always paused (docs/specification/webhooks.md#creating-an-endpoint). Only this response contains the secret. */
export function createHandler(deps: Dependencies): OperationHandler<typeof operation> {
  const { endpoints, workspaces, secrets, guard } = deps;

  return {
    async handle({ principal, body, now, baseUrl, hosts, command }) {
      const { workspaceId } = principal;
      const { subscriptions, warnings, headers } = checkEndpointBody(
        body.subscriptions,
        guard.checkForm(body.url, baseUrl),
        body.headers,
      );
      requireProducts(principal, subscribedProducts(subscriptions));
      const blocked = await guard.check(body.url);
      if (blocked) throw new ValidationError([urlIssue(blocked)]);

      const member = await workspaces.findMember(workspaceId, principal.memberId);
      if (!member)
        throw new PlatformError(
          'admin_required',
          'The member of this key has left the workspace. Use a key of an admin.',
        );

      const id = newId(now);
      const secret = generateSigningSecret(deps.randomBytes);
      const sealed = await secrets.seal(secret, { purpose: 'signing', workspace: workspaceId, subject: id });
      const key = body.asymmetric_signatures === true ? await sealNewKey(deps, { id, workspaceId }) : null;
      const endpoint: Endpoint = {
        id,
        workspaceId,
        name: body.name,
        description: body.description || null,
        url: body.url,
        enabled: false,
        suspendedReason: null,
        subscriptions,
        responsibleMember: { id: member.id, name: member.name },
        secrets: { current: sealed, hint: secretHint(secret), previous: null },
        signingKeys: key && { current: key, previous: null },
        headers: await sealHeaders(secrets, { id, workspaceId }, headers),
        settingsVersion: 1,
        shards: 1,
        revision: 1,
        createdAt: now,
        updatedAt: now,
      };
      const response = {
        status: 201,
        headers: { Location: `${baseUrl}/api/v1/workspace-webhooks/${id}`, ...endpointTag(endpoint) },
        body: {
          data: endpointView(endpoint, endpointStats([]), now, hosts.apiOrigin),
          warnings: body.enabled === true ? [...warnings, ENABLED_IGNORED] : warnings,
          secret,
        },
      };
      await endpoints.create(endpoint, await command(response));
      return response;
    },
  };
}
