import type { BackOff } from '#shared/platform/core/back-off.ts';
import type { Clock } from './clock.ts';
import type { Log } from './logger.ts';
import type { Timer } from './timer.ts';

/** What a consumer uses besides AWS: time, randomness, ids and output. Tests pass their own. */
export type ConsumerRuntime = {
  readonly clock: Clock;
  /** A number from 0 up to, not including, 1. */
  readonly random: () => number;
  readonly newNonce: () => string;
  readonly backOff: BackOff;
  /** Waits for the responses of other machines: stalls of this process do not count (`patient-timer.ts`). */
  readonly after: Timer;
  readonly wait: (milliseconds: number) => Promise<unknown>;
  readonly log: Log;
  /** Writes a line of metrics. */
  readonly writeMetrics: (line: string) => void;
};

/**
 * The two functions of a consumer's `wiring.ts`. `createPorts` creates the adapters of its ports on AWS clients; `createConsumer`
 * creates the Lambda handler on any implementation of the ports.
 */
export type ConsumerWiring<Clients, Env, Ports, Handler> = {
  readonly createPorts: (clients: Clients, env: Env, runtime: ConsumerRuntime) => Ports;
  readonly createConsumer: (ports: Ports, runtime: ConsumerRuntime, env: Env) => Handler;
};
