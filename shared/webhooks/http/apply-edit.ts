import type { SubscriptionRequest } from '#shared/events/subscriptions/subscription-rules.ts';
import type { CommandContext } from '#shared/platform/core/change.ts';
import { ValidationError } from '#shared/platform/core/errors.ts';
import type { Principal } from '#shared/platform/core/principal.ts';
import type { StageHosts } from '#shared/platform/core/stage-hosts.ts';
import type { TargetGuard } from '#shared/platform/core/target-guard.ts';
import type { HandlerResponse } from '#shared/platform/http/operation.ts';
import { editEndpoint, type EndpointEdit } from '#shared/webhooks/domain/edit-endpoint.ts';
import { requireProducts } from '#shared/webhooks/domain/endpoint-access.ts';
import { endpointStats, STATS_DELIVERIES } from '#shared/webhooks/domain/endpoint-stats.ts';
import { type Endpoint, endpointProducts } from '#shared/webhooks/domain/endpoint.ts';
import {
  isSameOrigin,
  type RequestHeader,
  type RequestHeaders,
} from '#shared/webhooks/domain/request-headers.ts';
import { requireEnableAllowed } from '#shared/webhooks/domain/require-enabled.ts';
import type { DeliveryReader } from '#shared/webhooks/ports/delivery-store.ts';
import type { EndpointStore } from '#shared/webhooks/ports/endpoint-store.ts';
import { checkEndpointBody, urlIssue } from './endpoint-body.ts';
import { endpointTag, endpointView } from './endpoint-view.ts';

/** What every operation that edits an endpoint needs. */
export type EditDependencies = {
  readonly endpoints: Pick<EndpointStore, 'find' | 'save'>;
  readonly deliveries: Pick<DeliveryReader, 'list'>;
  readonly guard: TargetGuard;
};

/** A requested edit, whose subscriptions and headers are not checked yet. Headers come with a function that encrypts them. */
export type RequestedEdit = Omit<EndpointEdit, 'subscriptions' | 'headers'> & {
  readonly subscriptions?: readonly SubscriptionRequest[] | undefined;
  readonly headers?:
    | {
        readonly sent: Readonly<Record<string, unknown>> | null;
        readonly seal: (headers: readonly RequestHeader[]) => Promise<RequestHeaders | null>;
      }
    | undefined;
};

type EditRequest = {
  readonly principal: Principal;
  readonly resource: Endpoint;
  readonly now: Date;
  readonly baseUrl: string;
  readonly hosts: StageHosts;
  readonly command: (response: HandlerResponse) => Promise<CommandContext>;
};

/**
 * Edits an endpoint; all operations that edit share it. `subscriptions` replaces the list. A change of a delivery setting
 * cancels pending deliveries (docs/specification/webhooks.md#edits-cancel-deliveries). Enabling the endpoint, or resuming it by a
 * takeover, checks its URL and products again (#enabling-and-pausing).
 */
export async function applyEdit(
  { endpoints, deliveries, guard }: EditDependencies,
  { principal, resource: before, now, baseUrl, hosts, command }: EditRequest,
  requested: RequestedEdit,
): Promise<HandlerResponse> {
  const resumes = requested.takenOverBy !== undefined && before.suspendedReason !== null;
  const enables = (requested.enabled === true && !before.enabled) || (resumes && before.enabled);
  // A URL that was public when the endpoint was created may no longer be.
  const url = requested.url ?? (enables ? before.url : undefined);
  const urlProblem = url === undefined ? undefined : guard.checkForm(url, baseUrl);
  const { subscriptions, warnings, headers } = checkEndpointBody(
    requested.subscriptions,
    urlProblem,
    requested.headers?.sent,
  );
  requireHeadersForNewOrigin(before, requested);

  const changedSubscriptions = requested.subscriptions && subscriptions;
  requireProducts(
    principal,
    endpointProducts({ subscriptions: changedSubscriptions ?? before.subscriptions }),
  );
  const blocked = url === undefined ? undefined : await guard.check(url);
  if (blocked) throw new ValidationError([urlIssue(blocked)]);
  if (requested.enabled === true && requested.takenOverBy === undefined) requireEnableAllowed(before);
  const edit: EndpointEdit = {
    ...requested,
    subscriptions: changedSubscriptions,
    headers: requested.headers && (await requested.headers.seal(headers)),
  };
  const change = editEndpoint(before, edit, now);
  const after = change?.endpoint ?? before;

  const latest = await deliveries.list(before, { order: 'desc', limit: STATS_DELIVERIES });
  const data = endpointView(after, endpointStats(latest), now, hosts.apiOrigin);
  const response = { status: 200, headers: endpointTag(after), body: { data, warnings } };
  if (change) await endpoints.save(before, change, await command(response));
  return response;
}

/**
 * Nobody can read the values of request headers, so an edit must not send them to another origin (docs/specification/webhooks.md#headers-and-hosts).
 * @throws ValidationError
 */
function requireHeadersForNewOrigin(before: Endpoint, { url, headers }: RequestedEdit): void {
  if (before.headers === null || headers || url === undefined) return;
  if (isSameOrigin(url, before.url)) return;
  const detail =
    'The new URL has another origin (scheme, host or port), and the endpoint has request headers. Send `headers` for the new URL, or ' +
    'null to remove them.';
  throw new ValidationError([{ pointer: '#/headers', code: 'required', detail }]);
}
