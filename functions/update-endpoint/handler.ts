import { requireProducts } from '#shared/domain/endpoints/endpoint-access.ts';
import { editEndpoint } from '#shared/domain/endpoints/edit-endpoint.ts';
import { type Endpoint, endpointProducts } from '#shared/domain/endpoints/endpoint.ts';
import { endpointStats, STATS_DELIVERIES } from '#shared/domain/endpoints/endpoint-stats.ts';
import { InvalidContentError } from '#shared/domain/errors.ts';
import type { DeliveryStore } from '#shared/domain/ports/delivery-store.ts';
import type { EndpointStore } from '#shared/domain/ports/endpoint-store.ts';
import type { TargetGuard } from '#shared/domain/ports/target-guard.ts';
import { checkEndpointBody, urlFinding } from '#shared/http/endpoints/endpoint-body.ts';
import { endpointRevision, endpointTag, endpointView } from '#shared/http/endpoints/endpoint-view.ts';
import { loadEndpoint } from '#shared/http/endpoints/load-endpoint.ts';
import type { OperationHandler } from '#shared/http/handler.ts';
import type { operation } from './operation.ts';

type Dependencies = {
  readonly endpoints: Pick<EndpointStore, 'find' | 'save'>;
  readonly deliveries: Pick<DeliveryStore, 'list'>;
  readonly guard: TargetGuard;
};

/** Edits an endpoint. `subscriptions` replace the list; a change of a delivery setting cancels what is queued (G97). */
export function createUpdateEndpointHandler({
  endpoints,
  deliveries,
  guard,
}: Dependencies): OperationHandler<typeof operation, Endpoint> {
  return {
    load: (request) => loadEndpoint(endpoints, request),
    revisionOf: endpointRevision,

    async handle({ principal, resource: before, body, now, baseUrl, command }) {
      const enables = body.enabled === true && !before.enabled;
      // Enabling checks the stored URL again: what was public at create need not be now (G101).
      const url = body.url ?? (enables ? before.url : undefined);
      const urlProblem = url === undefined ? undefined : guard.checkForm(url, baseUrl);
      const { subscriptions, warnings } = checkEndpointBody(body.subscriptions, urlProblem);

      const description = body.description === '' ? null : body.description;
      const change = editEndpoint(
        before,
        { ...body, description, subscriptions: body.subscriptions && subscriptions },
        now,
      );
      const after = change?.endpoint ?? before;
      requireProducts(principal, endpointProducts(after));
      const refused = url === undefined ? undefined : await guard.check(url);
      if (refused) throw new InvalidContentError([urlFinding(refused)]);

      const latest = await deliveries.list(before.id, { order: 'desc', limit: STATS_DELIVERIES });
      const data = endpointView(after, endpointStats(latest), now);
      const answer = { status: 200, headers: endpointTag(after), body: { data, warnings } };
      if (change) await endpoints.save(before, change, await command(answer));
      return answer;
    },
  };
}
