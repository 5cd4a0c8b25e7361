/** A precondition is looked at before the body (R3): 412 is as good a refusal as 422. */
const REFUSALS = [400, 401, 403, 404, 405, 409, 410, 412, 413, 415, 422, 428];

/** What a document in JSON Schema cannot say: which texts a check takes, and what has to be there before. */
const BEYOND = ['positive_data_acceptance', 'missing_required_header', 'ensure_resource_availability'];

type Ids = Readonly<Record<string, string>>;

/** An operation by a filter of Schemathesis, what is not asked of it, and why. */
type Exception = { readonly filter: string; readonly without: readonly string[]; readonly why: string };

const EXCEPTIONS: readonly Exception[] = [
  {
    filter: 'include-path-regex = "/(workspace-webhooks/(deliveries|events|preview)|blocks/order)$"',
    without: ['unsupported_method', 'allow_header_conformance'],
    why: 'API Gateway leads the other methods to the sibling path, /{endpoint} or /{block}, where the name is no id: 404',
  },
  {
    filter: 'include-operation-id = "unlockPage"',
    without: ['negative_data_rejection'],
    why: 'a page that has no password leads everybody on, whatever the form says',
  },
];

/**
 * What is made beforehand and by which ids it is asked for: random ones would show the 404 of every operation and hardly more. What is
 * deleted is not what the other operations are asked about.
 */
export function schemathesisConfig(kept: Ids, deleted: Ids): string {
  const exceptions = EXCEPTIONS.flatMap(({ filter, without, why }) => [
    `# ${why}`,
    '[[operations]]',
    filter,
    ...without.map(off),
  ]);
  return [
    // All are on: naming them on the command line would win over what single operations say.
    ...BEYOND.map(off),
    `checks.negative_data_rejection.expected-statuses = [${REFUSALS.join(', ')}]`,
    ...parameters('parameters', kept),
    '[[operations]]',
    'include-method = "DELETE"',
    ...parameters('operations.parameters', deleted),
    ...exceptions,
  ].join('\n');
}

function parameters(table: string, ids: Ids): string[] {
  return [`[${table}]`, ...Object.entries(ids).map(([name, id]) => `"path.${name}" = "${id}"`)];
}

function off(check: string): string {
  return `checks.${check}.enabled = false`;
}
