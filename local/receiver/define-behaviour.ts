import * as v from 'valibot';
import { reply, type Play } from './answers.ts';

/** A way to answer deliveries, chosen by the URL. */
export type Behaviour = {
  readonly name: string;
  /** With its parameters, as a person writes it. */
  readonly path: string;
  readonly description: string;
  /** Undefined if the path is another one's, a sentence if a parameter is wrong. */
  choose(url: URL): Chosen | string | undefined;
};

export type Chosen = {
  readonly behaviour: string;
  /** Names of the secrets to verify with; all if undefined. */
  readonly secretNames: string | undefined;
  play(play: Play, attempt: number): void | Promise<void>;
};

const count = v.pipe(v.string(), v.regex(/^\d{1,4}$/, 'has to be a whole number'), v.transform(Number));

/** What every behaviour takes. */
const everywhere = { secret: v.optional(v.string()), fail: v.optional(count) };

type Entries = v.ObjectEntries;
type QueryOf<E extends Entries> = v.InferOutput<v.ObjectSchema<E, undefined>>;

/**
 * Makes a behaviour. Unknown parameters are refused, because one with a typing error would silently do something else, except
 * where `foreignQuery` lets an endpoint's own query through.
 */
export function defineBehaviour<const E extends Entries>(spec: {
  readonly name: string;
  readonly path: string;
  readonly description: string;
  /** The path's variable part, if it has one, is the first group. */
  readonly pattern: RegExp;
  readonly query: E;
  readonly foreignQuery?: boolean;
  /** To how many first attempts of each delivery it applies if `fail` does not say it; later ones are answered 200. */
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
        // An underscore is easier to remember for some; both are taken.
        [...url.searchParams].map(([key, value]) => [key.replaceAll('_', '-'), value]),
      );
      const unknown = Object.keys(given).find((key) => !known.includes(key));
      if (unknown !== undefined && spec.foreignQuery !== true)
        return `${name} takes no parameter ${unknown}; it takes ${known.join(', ')}.`;
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
