import type { SecretBox } from '#shared/platform/core/secret-box.ts';
import type { OperationHandler } from '#shared/platform/http/handler.ts';
import { httpFunction } from '#shared/platform/http/http-function.ts';
import type { HttpMethod, Operation } from '#shared/platform/http/operation.ts';
import { createDynamoApiKeyStore } from '#shared/platform/identity/store/dynamo-api-key-store.ts';
import type { Clock } from '#shared/platform/runtime/clock.ts';
import { createDynamoIdempotencyStore } from '#shared/platform/store/dynamo-idempotency-store.ts';
import { type Provisions, provisionsOf } from './provisions.ts';

/*
 * Entries of operations: each makes what the general steps of its kind of operation need and passes to `build` what the
 * operation's own adapters are built from. The type of an entry accepts only operations of its kind, so an operation cannot be
 * deployed without its key store or its idempotency store, and a bundle has no store that its operation does not use.
 */

type Keyed = Operation & { readonly access: { readonly kind: 'key' } };
type Methods<M extends HttpMethod> = { readonly routes: readonly { readonly method: M }[] };

/** An operation with an API key that is no POST. */
export function httpEntry<const O extends Keyed & Methods<Exclude<HttpMethod, 'POST'>>, R>(
  operation: O,
  build: (provisions: Provisions<O>) => OperationHandler<O, R>,
) {
  const provisions = provisionsOf(operation);
  const { clock, log, core } = provisions;
  return httpFunction(operation, build(provisions), { clock, log, keys: createDynamoApiKeyStore(core) });
}

type CreateSecrets = (provisions: { readonly secretKeyId: string; readonly clock: Clock }) => SecretBox;

/** A POST with an API key whose responses have no secret: they are stored under the idempotency key of the request. */
export function postEntry<const O extends Keyed & Methods<'POST'>, R>(
  operation: O & ('seal-replay' extends O['uses'][number] ? never : unknown),
  build: (provisions: Provisions<O>) => OperationHandler<O, R>,
) {
  const provisions = provisionsOf<O>(operation);
  const { clock, log, core } = provisions;
  const idempotency = { store: createDynamoIdempotencyStore(core) };
  const keys = createDynamoApiKeyStore(core);
  return httpFunction<O, R>(operation, build(provisions), { clock, log, keys, idempotency });
}

/** A POST with an API key whose response has a secret: the stored response holds the secret encrypted. */
export function secretPostEntry<const O extends Keyed & Methods<'POST'>, R>(
  operation: O & ('seal-replay' | 'open-replay' extends O['uses'][number] ? unknown : never),
  createSecrets: CreateSecrets,
  build: (provisions: Provisions<O>, secrets: SecretBox) => OperationHandler<O, R>,
) {
  const provisions = provisionsOf<O>(operation);
  const { clock, log, core, secretKeyId } = provisions;
  const secrets = createSecrets({ secretKeyId, clock });
  const idempotency = { store: createDynamoIdempotencyStore(core), secrets };
  const keys = createDynamoApiKeyStore(core);
  return httpFunction<O, R>(operation, build(provisions, secrets), { clock, log, keys, idempotency });
}
