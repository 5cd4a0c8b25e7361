import { parseArgs } from 'node:util';
import * as v from 'valibot';

/** Options of a load run. All are bounded, so that a typo cannot start a run of hours. */
export type LoadOptions = {
  readonly events: number;
  readonly endpoints: number;
  /** Share of deliveries whose first attempt fails (500, 503, 429 with Retry-After, reset). */
  readonly fail: number;
  /** Share of deliveries whose first attempt gets no response in time. */
  readonly hang: number;
  /** Number of endpoints, starting with the first, that hang on every request. */
  readonly deadEndpoints: number;
  /** `RETRY_DELAYS` of the stack; undefined for the delays of the specification. */
  readonly retryDelays: string | undefined;
  readonly kills: number;
  readonly seed: number;
  /** Events per second; undefined for as fast as possible. */
  readonly rate: number | undefined;
  readonly deadlineSeconds: number;
};

function whole(least: number, most: number) {
  const inRange = `a whole number from ${least} to ${most}`;
  return v.pipe(
    v.string(),
    v.digits(inRange),
    v.transform(Number),
    v.minValue(least, inRange),
    v.maxValue(most, inRange),
  );
}

const share = v.pipe(
  v.string(),
  v.transform(Number),
  v.number('a share from 0 to 1'),
  v.minValue(0, 'a share from 0 to 1'),
  v.maxValue(1, 'a share from 0 to 1'),
);

const argumentsSchema = v.object({
  events: whole(1, 5000),
  // The platform allows at most 25 endpoints.
  endpoints: whole(1, 25),
  fail: share,
  hang: share,
  'retry-delays': v.pipe(v.string(), v.regex(/^\d+(,\d+)*$/u, 'seconds, separated by commas')),
  kill: whole(0, 50),
  seed: whole(0, 2 ** 31),
  rate: v.optional(whole(1, 1000)),
  deadline: whole(10, 3600),
  save: v.optional(v.pipe(v.string(), v.nonEmpty())),
  keep: v.boolean(),
});

/** Parses the command line of `run.ts`. @throws Error that identifies the invalid option */
export function readArguments(args: readonly string[]): {
  readonly options: LoadOptions;
  /** Name under which the figures go into `bench/results`. */
  readonly save: string | undefined;
  /** Keeps the data directory for inspection. */
  readonly keep: boolean;
} {
  const { values } = parseArgs({
    args: [...args],
    options: {
      events: { type: 'string', default: '400' },
      endpoints: { type: 'string', default: '25' },
      fail: { type: 'string', default: '0.2' },
      hang: { type: 'string', default: '0.02' },
      'retry-delays': { type: 'string', default: '1,2,4,8,16' },
      kill: { type: 'string', default: '0' },
      seed: { type: 'string', default: '7' },
      rate: { type: 'string' },
      deadline: { type: 'string', default: '1200' },
      save: { type: 'string' },
      keep: { type: 'boolean', default: false },
    },
  });
  const parsed = v.safeParse(argumentsSchema, values);
  if (!parsed.success)
    throw new Error(parsed.issues.map((issue) => `--${v.getDotPath(issue)}: ${issue.message}`).join('; '));
  const { save, keep, kill, rate, deadline, 'retry-delays': retryDelays, ...rest } = parsed.output;
  const options = { ...rest, deadEndpoints: 0, retryDelays, kills: kill, rate, deadlineSeconds: deadline };
  return { options, save, keep };
}
