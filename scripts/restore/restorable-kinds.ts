/** What the restore does with the items of a kind that exist in the live table too but differ. */
type Rule = {
  readonly kind: string;
  readonly pk: RegExp;
  readonly sk: RegExp;
  /** Whether `--overwrite` may replace the live item. Identities, uniqueness items, events and histories are never replaced. */
  readonly mayOverwrite: boolean;
};

const UUID = '[0-9a-f-]{36}';

/**
 * The kinds of items that a restore brings back, by their keys. It skips every other item: idempotency records, requested
 * deliveries, recoveries, claims of `dedupe_key`, counters and pending jobs belong to the past, and would act again.
 */
const RULES: readonly Rule[] = [
  rule('workspace', `W#${UUID}`, 'W', false),
  rule('member', `W#${UUID}`, `M#${UUID}`, false),
  rule('email', `W#${UUID}`, 'MAIL#.+', false),
  rule('key-pointer', `W#${UUID}`, `K#${UUID}`, false),
  rule('api-key', 'K#.+', 'K', false),
  rule('directory', `W#${UUID}`, 'EPS', false),
  rule('erasure', `W#${UUID}`, `ER#.+`, false),
  rule('domain', `W#${UUID}`, 'DOM#.+', true),
  rule('own-host', `W#${UUID}`, 'HOST#.+', false),
  rule('pixel', `W#${UUID}`, 'PX#.+', true),
  rule('sequence', `W#${UUID}#(?:A|T|MD)`, 'LAST', false),
  rule('sequential-pointer', `W#${UUID}#(?:A|T|MD)`, 'U#.+', false),
  rule('sequential', `W#${UUID}#(?:A|T|MD)`, String.raw`\d+`, true),
  rule('endpoint', `E#${UUID}`, 'E', true),
  rule('delivery-target', `E#${UUID}`, 'X', true),
  rule('event', 'EV#.+', UUID, false),
  rule('audit-entry', `AU#${UUID}#.+`, UUID, false),
  rule('broadcast', `BC#${UUID}`, 'BC', true),
  rule('host', 'H#.+', 'H', false),
  rule('slug', 'S#.+', 'S', false),
  rule('page', `PG#${UUID}`, 'PG', true),
  rule('block', `PG#${UUID}`, 'B#.+', true),
  rule('block-order', `PG#${UUID}`, 'BO', true),
  rule('post', `P#${UUID}`, 'P', true),
  rule('publication', `P#${UUID}`, 'PUB#.+', false),
];

function rule(kind: string, pk: string, sk: string, mayOverwrite: boolean): Rule {
  return { kind, pk: new RegExp(`^${pk}$`, 'u'), sk: new RegExp(`^${sk}$`, 'u'), mayOverwrite };
}

/** The rule of an item; undefined if items of its kind are not restored. */
export function ruleOf({ pk, sk }: { readonly pk: string; readonly sk: string }): Rule | undefined {
  return RULES.find((each) => each.pk.test(pk) && each.sk.test(sk));
}
