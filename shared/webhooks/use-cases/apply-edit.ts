import type { SubscriptionRequest } from '#shared/events/subscriptions/subscription-rules.ts';
import type { CommandContext } from '#shared/platform/core/change.ts';
import { ValidationError } from '#shared/platform/core/errors.ts';
import type { TargetGuard } from '#shared/platform/core/target-guard.ts';
import type { HandlerResponse } from '#shared/platform/http/operation.ts';
import type { Principal } from '#shared/platform/identity/principal.ts';
import { editEndpoint, type EndpointEdit } from '#shared/webhooks/domain/edit-endpoint.ts';
import { requireProducts } from '#shared/webhooks/domain/endpoint-access.ts';
import { endpointStats, STATS_DELIVERIES } from '#shared/webhooks/domain/endpoint-stats.ts';
import { type Endpoint, endpointProducts } from '#shared/webhooks/domain/endpoint.ts';
import { requireEnableAllowed } from '#shared/webhooks/domain/require-enabled.ts';
import { checkEndpointBody, urlIssue } from '#shared/webhooks/http/endpoint-body.ts';
import { endpointTag, endpointView } from '#shared/webhooks/http/endpoint-view.ts';
import type { DeliveryReader } from '#shared/webhooks/ports/delivery-store.ts';
import type { EndpointStore } from '#shared/webhooks/ports/endpoint-store.ts';

/** What every operation that edits an endpoint needs. */
export type EditDependencies = {
  readonly endpoints: Pick<EndpointStore, 'find' | 'save'>;
  readonly deliveries: Pick<DeliveryReader, 'list'>;
  readonly guard: TargetGuard;
};

/** A requested edit, whose subscriptions are not checked yet. */
export type RequestedEdit = Omit<EndpointEdit, 'subscriptions'> & {
  readonly subscriptions?: readonly SubscriptionRequest[] | undefined;
};

type EditRequest = {
  readonly principal: Principal;
  readonly resource: Endpoint;
  readonly now: Date;
  readonly baseUrl: string;
  readonly command: (response: HandlerResponse) => Promise<CommandContext>;
};

/**
 * Edits an endpoint; all operations that edit share it. `subscriptions` replaces the list. A change of a delivery setting
 * cancels pending deliveries (docs/specification.md#edits-cancel-deliveries). Enabling the endpoint, or resuming it by a
 * takeover, checks its URL and products again (#enabling-and-pausing).
 */
export async function applyEdit(
  { endpoints, deliveries, guard }: EditDependencies,
  { principal, resource: before, now, baseUrl, command }: EditRequest,
  requested: RequestedEdit,
): Promise<HandlerResponse> {
  const resumes = requested.takenOverBy !== undefined && before.suspendedReason !== null;
  const enables = (requested.enabled === true && !before.enabled) || (resumes && before.enabled);
  // A URL that was public when the endpoint was created may no longer be.
  const url = requested.url ?? (enables ? before.url : undefined);
  const urlProblem = url === undefined ? undefined : guard.checkForm(url, baseUrl);
  const { subscriptions, warnings } = checkEndpointBody(requested.subscriptions, urlProblem);

  const edit = { ...requested, subscriptions: requested.subscriptions && subscriptions };
  requireProducts(principal, endpointProducts({ subscriptions: edit.subscriptions ?? before.subscriptions }));
  const blocked = url === undefined ? undefined : await guard.check(url);
  if (blocked) throw new ValidationError([urlIssue(blocked)]);
  if (requested.enabled === true && requested.takenOverBy === undefined) requireEnableAllowed(before);
  const change = editEndpoint(before, edit, now);
  const after = change?.endpoint ?? before;

  const latest = await deliveries.list(before, { order: 'desc', limit: STATS_DELIVERIES });
  const data = endpointView(after, endpointStats(latest), now);
  const response = { status: 200, headers: endpointTag(after), body: { data, warnings } };
  if (change) await endpoints.save(before, change, await command(response));
  return response;
}
