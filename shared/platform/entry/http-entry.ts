import type { SecretBox } from '#shared/platform/core/secret-box.ts';
import { httpFunction } from '#shared/platform/http/http-function.ts';
import type { OperationHandler, HttpMethod, Operation } from '#shared/platform/http/operation.ts';
import { createDynamoApiKeyStore } from '#shared/platform/identity/store/dynamo-api-key-store.ts';
import type { Capability } from '#shared/platform/runtime/capabilities.ts';
import type { Clock } from '#shared/platform/runtime/clock.ts';
import type { SealingKey } from '#shared/platform/runtime/kms-secret-box.ts';
import { createDynamoIdempotencyStore } from '#shared/platform/store/dynamo-idempotency-store.ts';
import { createDynamoRateCounter } from '#shared/platform/store/dynamo-rate-counter.ts';
import type { WritableTable } from '#shared/platform/store/table.ts';
import { type Provisions, createProvisions } from './provisions.ts';

/*
 * Entries of operations. An entry creates the stores that the HTTP pipeline needs, and passes the provisions of the operation to
 * `build`, which creates the adapters of its handler. The type of each entry accepts only one kind of operation. An operation
 * therefore always has its key store and its idempotency store, and its bundle contains no store that it does not use.
 */

type Keyed = Operation & { readonly access: { readonly kind: 'key' } };
/** Accepts an operation only if it declares the capability. */
type Declares<O extends Operation, C extends Capability> = C extends O['uses'][number] ? unknown : never;
type Methods<M extends HttpMethod> = { readonly routes: readonly { readonly method: M }[] };

/** The entry of an operation with an API key and another method than POST. */
export function httpEntry<const O extends Keyed & Methods<Exclude<HttpMethod, 'POST'>>, R>(
  operation: O,
  build: (provisions: Provisions<O>) => OperationHandler<O, R>,
) {
  const provisions = createProvisions(operation);
  const { clock, log, core } = provisions;
  return httpFunction(operation, build(provisions), { clock, log, ...callerServices(core) });
}

type CreateSecrets = (key: SealingKey, clock: Clock) => SecretBox;

/**
 * The entry of a POST with an API key whose responses contain no secret. The responses are stored under the idempotency key
 * of the request; every POST is granted these writes.
 */
export function postEntry<const O extends Keyed & Methods<'POST'>, R>(
  operation: O & ('seal-replay' extends O['uses'][number] ? never : unknown),
  build: (provisions: Provisions<O>) => OperationHandler<O, R>,
) {
  const provisions = createProvisions<O>(operation);
  const { clock, log, core } = provisions;
  const idempotency = { store: createDynamoIdempotencyStore(core) };
  return httpFunction<O, R>(operation, build(provisions), {
    clock,
    log,
    ...callerServices(core),
    idempotency,
  });
}

/** The entry of a POST with an API key whose response contains a secret. The secret is encrypted in the stored response. */
export function secretPostEntry<const O extends Keyed & Methods<'POST'>, R>(
  operation: O & Declares<O, 'seal-replay'> & Declares<O, 'open-replay'>,
  createSecrets: CreateSecrets,
  build: (provisions: Provisions<O>) => OperationHandler<O, R>,
) {
  const provisions = createProvisions<O>(operation);
  const { clock, log, core, replayKey } = provisions;
  const secrets = createSecrets(replayKey, clock);
  const idempotency = { store: createDynamoIdempotencyStore(core), secrets };
  return httpFunction<O, R>(operation, build(provisions), {
    clock,
    log,
    ...callerServices(core),
    idempotency,
  });
}

/** What authenticates and limits the caller. Only the local stack sets `RATE_LIMITS`; no template has it. */
function callerServices(core: WritableTable) {
  const isLimited = process.env['RATE_LIMITS'] !== 'off';
  return {
    keys: createDynamoApiKeyStore(core),
    rateCounter: isLimited ? createDynamoRateCounter(core) : undefined,
  };
}
