import * as v from 'valibot';
import type { PublishRequest } from '#shared/publishing/ports/publishing-provider.ts';
import { finalError } from './publishing-stop.ts';

/** The options of a request for a network with this name. @throws PublishingStopError `options_invalid` */
export function readOptions<const S extends v.GenericSchema>(
  schema: S,
  { options }: PublishRequest,
  network: string,
): v.InferOutput<S> {
  const parsed = v.safeParse(schema, options);
  if (parsed.success) return parsed.output;
  const names = parsed.issues.map((issue) => v.getDotPath(issue)).join(', ');
  throw finalError('options_invalid', `${network} does not support the values of these options: ${names}.`);
}
