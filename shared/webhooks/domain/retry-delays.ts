import * as v from 'valibot';

/** Delays between attempts in seconds: at most five, for six attempts (docs/specification/webhooks.md#retry-schedule). */
export const retryDelays = v.pipe(
  v.string(),
  v.regex(/^\d+(,\d+){0,4}$/u),
  v.transform((value) => value.split(',').map(Number)),
);
