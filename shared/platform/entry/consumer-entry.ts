import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type * as v from 'valibot';
import { systemClock } from '#shared/platform/runtime/clock.ts';
import type { ConsumerWiring } from '#shared/platform/runtime/consumer-runtime.ts';
import { parseEnv } from '#shared/platform/runtime/env.ts';
import { createLog } from '#shared/platform/runtime/logger.ts';
import { patientTimer } from '#shared/platform/runtime/patient-timer.ts';
import { systemBackOff, systemRandom } from '#shared/platform/runtime/system-random.ts';

/**
 * The entry of a function that a stream, a queue or a schedule invokes: parses its environment and creates its handler once, when
 * the module loads. @throws EnvironmentError if a variable is missing or malformed
 */
export function consumerEntry<
  const S extends v.ObjectSchema<v.ObjectEntries, undefined>,
  Clients,
  Ports,
  Handler,
>(
  name: string,
  envSchema: S,
  clients: Clients,
  { createPorts, createConsumer }: ConsumerWiring<Clients, v.InferOutput<S>, Ports, Handler>,
): Handler {
  const env = parseEnv(envSchema, process.env);
  const runtime = {
    clock: systemClock,
    random: systemRandom,
    newNonce: randomUUID,
    backOff: systemBackOff,
    after: patientTimer,
    wait,
    log: createLog(name, process.env),
    // `console` does not work, because Lambda adds a time and a level that break the format.
    writeMetrics: (line: string) => void process.stdout.write(`${line}\n`),
  };
  return createConsumer(createPorts(clients, env, runtime), runtime, env);
}
