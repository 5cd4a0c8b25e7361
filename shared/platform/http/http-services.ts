import type { StageHosts } from '#shared/platform/core/stage-hosts.ts';
import type { ApiKeyStore } from '#shared/platform/identity/workspace-store.ts';
import type { Clock } from '#shared/platform/runtime/clock.ts';
import type { Log } from '#shared/platform/runtime/logger.ts';
import type { Idempotency } from './idempotency.ts';
import type { Operation } from './operation.ts';
import type { RateLimiter } from './rate-limiter.ts';
import type { RenderErrorPage, RenderMissingPage } from './respond.ts';

/** What the chain of an operation uses. Public operations need no `keys`; only authenticated POSTs need `idempotency`. */
export type HttpServices = {
  readonly clock: Clock;
  readonly log: Log;
  readonly hosts: StageHosts;
  readonly keys?: ApiKeyStore;
  /** Without it, requests are not limited. */
  readonly rateLimiter?: RateLimiter | undefined;
  readonly idempotency?: Idempotency;
  /** For operations that people open in a browser. */
  readonly renderErrorPage?: RenderErrorPage;
  /** For operations that answer requests to unknown paths. */
  readonly renderMissingPage?: RenderMissingPage;
};

/** @throws Error if an operation is wired without a service that it needs */
export function required<T>(service: T | undefined, { name }: Operation): T {
  if (service === undefined) throw new Error(`${name} is wired without a service it needs`);
  return service;
}
