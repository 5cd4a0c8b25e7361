import type { SecretBox } from '#shared/platform/core/secret-box.ts';
import { createStageHosts } from '#shared/platform/core/stage-hosts.ts';
import { httpFunction } from '#shared/platform/http/http-function.ts';
import type { HttpServices } from '#shared/platform/http/http-services.ts';
import type { Operation, OperationHandler } from '#shared/platform/http/operation.ts';
import { createRateLimiter } from '#shared/platform/http/rate-limiter.ts';
import type { RenderErrorPage, RenderMissingPage } from '#shared/platform/http/respond.ts';
import { createDynamoApiKeyStore } from '#shared/platform/identity/store/dynamo-api-key-store.ts';
import type { ApiKeyStore } from '#shared/platform/identity/workspace-store.ts';
import { systemClock } from '#shared/platform/runtime/clock.ts';
import { createLog } from '#shared/platform/runtime/logger.ts';
import { systemRandom } from '#shared/platform/runtime/system-random.ts';
import { createDynamoIdempotencyStore } from '#shared/platform/store/dynamo-idempotency-store.ts';
import { createDynamoRateCounter } from '#shared/platform/store/dynamo-rate-counter.ts';
import {
  type AllProvisions,
  createProvisions,
  listVariable,
  type Provisions,
  requiredVariable,
} from './provisions.ts';

/** The first part of an entry creates the provisions of the operation. Each part creates services of the HTTP chain. */
type FirstPart<Services> = (operation: Operation) => {
  readonly provisions: AllProvisions;
  readonly services: Services;
};
type Part<Services, Needed = AllProvisions> = (provisions: Needed) => Services;

type Idempotency = NonNullable<HttpServices['idempotency']>;
type StoredResponses = Part<{ idempotency: Idempotency & { secrets?: never } }>;
export type SealedResponses = Part<{ idempotency: Idempotency & { secrets: SecretBox } }>;
type MissingPage = FirstPart<{ renderMissingPage: RenderMissingPage }>;
type ErrorPage<Needed> = Part<{ renderErrorPage: RenderErrorPage }, Needed>;

type Methods<O extends Operation> = O['routes'][number]['method'];

/** The parts that an operation needs. A declaration that contradicts itself has no parts, so its entry does not compile. */
type PartsOf<O extends Operation> = O['access']['kind'] extends 'key'
  ? Methods<O> extends 'POST'
    ? readonly [typeof caller, 'seal-replay' extends O['uses'][number] ? Sealed<O> : StoredResponses]
    : 'POST' extends Methods<O>
      ? never
      : readonly [typeof caller]
  : O['htmlErrors'] extends true
    ? readonly [typeof capabilities, ErrorPage<Provisions<O>>]
    : O['uses'] extends readonly []
      ? O['htmlMissing'] extends true
        ? readonly [MissingPage]
        : readonly []
      : readonly [typeof capabilities];

type Sealed<O extends Operation> = 'open-replay' extends O['uses'][number] ? SealedResponses : never;

/**
 * The entry of an operation. `parts` create what its chain needs, and `build` creates its handler from the provisions. An `index.ts`
 * names the parts of its operation, so that its bundle contains no store that it does not use. A wrong or missing part does not
 * compile. A public operation without capabilities has no part, and its bundle has no AWS client.
 */
export function httpEntry<const O extends Operation, R>(
  operation: O,
  parts: PartsOf<O>,
  build: (provisions: Provisions<O>) => OperationHandler<O, R>,
) {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the types of the parts depend on the operation
  const [first = withoutCapabilities, ...others] = parts as readonly [FirstPart<object>?, ...Part<object>[]];
  const { provisions, services } = first(operation);
  const { clock, log } = provisions;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the types of the provisions depend on the operation
  const handler = build(provisions as typeof provisions & Provisions<O>);
  // oxlint-disable-next-line typescript/no-unsafe-assignment -- the parts decide which services there are
  const created: HttpServices = Object.assign(
    { clock, log, hosts: stageHosts() },
    services,
    ...others.map((part) => part(provisions)),
  );
  return httpFunction(operation, handler, created);
}

/** The hosts of the stage, which the variables of every operation name. */
function stageHosts() {
  return createStageHosts({
    apiOrigins: listVariable('API_ORIGINS', process.env),
    pageHost: requiredVariable('PAGE_HOST', process.env),
  });
}

function withoutCapabilities({ name }: Operation) {
  const provisions = { clock: systemClock, log: createLog(name, process.env) };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- such an operation may use nothing else
  return { provisions: provisions as AllProvisions, services: {} };
}

/** The first part of a public operation. */
export const capabilities: FirstPart<{ keys?: never }> = (operation) => ({
  provisions: createProvisions(operation),
  services: {},
});

/** The first part of an operation with an API key: what authenticates and limits the caller. */
export const caller: FirstPart<Pick<HttpServices, 'rateLimiter'> & { keys: ApiKeyStore }> = (operation) => {
  const provisions = createProvisions(operation);
  const { core, log } = provisions;
  // Only the local stack sets `RATE_LIMITS`; no template has it.
  const isLimited = process.env['RATE_LIMITS'] !== 'off';
  const rateLimiter = isLimited
    ? createRateLimiter(operation, createDynamoRateCounter(core), log, systemRandom)
    : undefined;
  return { provisions, services: { keys: createDynamoApiKeyStore(core), rateLimiter } };
};

/** The second part of a POST with an API key: its responses are stored. Every POST is granted these writes. */
export const storedResponses: StoredResponses = ({ core }) => ({
  idempotency: { store: createDynamoIdempotencyStore(core) },
});

/** The second part of an operation that people open in a browser. */
export function errorPage<Needed>(
  create: (provisions: Needed) => RenderErrorPage,
): ErrorPage<NoInfer<Needed>> {
  return (provisions) => ({ renderErrorPage: create(provisions) });
}

/** The part of an operation without capabilities that answers requests to unknown paths. */
export function missingPages(render: RenderMissingPage): MissingPage {
  return (operation) => ({
    provisions: withoutCapabilities(operation).provisions,
    services: { renderMissingPage: render },
  });
}
