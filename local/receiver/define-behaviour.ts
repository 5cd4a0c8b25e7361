import * as v from 'valibot';
import { reply, type Play } from './responses.ts';

/** A way to respond to deliveries, chosen by the URL. */
export type Behaviour = {
  readonly name: string;
  /** The path with its parameters, as a user writes it. */
  readonly path: string;
  readonly description: string;
  /** Returns undefined if the path does not match, or a sentence if a parameter is invalid. */
  choose(url: URL): Chosen | string | undefined;
};

export type Chosen = {
  readonly behaviour: string;
  /** Names of the secrets to verify with; all if undefined. */
  readonly secretNames: string | undefined;
  play(play: Play, attempt: number): void | Promise<void>;
};

const count = v.pipe(v.string(), v.regex(/^\d{1,4}$/, 'must be a whole number'), v.transform(Number));

/** Parameters of every behaviour. */
const everywhere = { secret: v.optional(v.string()), fail: v.optional(count) };

type Entries = v.ObjectEntries;
type QueryOf<E extends Entries> = v.InferOutput<v.ObjectSchema<E, undefined>>;

/**
 * Defines a behaviour. Unknown parameters are rejected, because a misspelt one would silently change nothing, unless
 * `foreignQuery` allows any query string.
 */
export function defineBehaviour<const E extends Entries>(spec: {
  readonly name: string;
  readonly path: string;
  readonly description: string;
  /** The first group is the variable part of the path, if there is one. */
  readonly pattern: RegExp;
  readonly query: E;
  readonly foreignQuery?: boolean;
  /** The number of first attempts of each delivery that it applies to, unless `fail` is given; later attempts return 200. */
  readonly attempts: number;
  readonly play: (play: Play, query: QueryOf<E>, part: string) => void | Promise<void>;
}): Behaviour {
  const { name, path, description, pattern, play } = spec;
  const general = v.object(everywhere);
  const own = v.object(spec.query);
  const known = [...Object.keys(everywhere), ...Object.keys(spec.query)];

  return {
    name,
    path,
    description,
    choose(url) {
      const match = pattern.exec(url.pathname);
      if (match === null) return undefined;
      const given = Object.fromEntries(
        // Parameters may be written with an underscore instead of a hyphen.
        [...url.searchParams].map(([key, value]) => [key.replaceAll('_', '-'), value]),
      );
      const unknown = Object.keys(given).find((key) => !known.includes(key));
      if (unknown !== undefined && spec.foreignQuery !== true)
        return `${name} has no parameter ${unknown}. Its parameters: ${known.join(', ')}.`;
      const [common, query] = [v.safeParse(general, given), v.safeParse(own, given)];
      if (!common.success) return sentence(common.issues[0]);
      if (!query.success) return sentence(query.issues[0]);
      const attempts = common.output.fail ?? spec.attempts;
      return {
        behaviour: name,
        secretNames: common.output.secret,
        play: (exchange, attempt) =>
          attempt > attempts
            ? reply(exchange, 200, 'thank you')
            : play(exchange, query.output, match[1] ?? ''),
      };
    },
  };
}

function sentence(issue: v.BaseIssue<unknown>): string {
  return `The parameter ${v.getDotPath(issue) ?? ''} ${issue.message}.`;
}
