/**
 * Statuses that count as rejecting invalid data. `If-Match` is checked before the body, so 412 is as valid as 422
 * (docs/specification.md#order-of-checks).
 */
const REJECTIONS = [400, 401, 403, 404, 405, 409, 410, 412, 413, 415, 422, 428];

/** Checks that need more than JSON Schema can express: formats that only the code validates, and resources that must exist. */
const BEYOND = ['positive_data_acceptance', 'missing_required_header', 'ensure_resource_availability'];

type Ids = Readonly<Record<string, string>>;

/** An operation as a filter of Schemathesis, the checks it is excluded from, and the reason. */
type Exception = { readonly filter: string; readonly without: readonly string[]; readonly why: string };

const EXCEPTIONS: readonly Exception[] = [
  {
    filter: 'include-path-regex = "/(workspace-webhooks/(deliveries|events|preview)|blocks/order)$"',
    without: ['unsupported_method', 'allow_header_conformance'],
    why: 'API Gateway routes other methods to the sibling path /{endpoint} or /{block}, where the last segment is not an id: 404',
  },
  {
    filter: 'include-operation-id = "unlockPage"',
    without: ['negative_data_rejection'],
    why: 'a page without a password redirects every visitor, whatever the form contains',
  },
];

/**
 * The configuration with the ids of existing resources, because random ids would almost only produce 404. Operations that
 * delete use separate resources.
 */
export function schemathesisConfig(kept: Ids, deleted: Ids): string {
  const exceptions = EXCEPTIONS.flatMap(({ filter, without, why }) => [
    `# ${why}`,
    '[[operations]]',
    filter,
    ...without.map(off),
  ]);
  return [
    // All checks are enabled, because a list on the command line would override the exceptions of operations.
    ...BEYOND.map(off),
    `checks.negative_data_rejection.expected-statuses = [${REJECTIONS.join(', ')}]`,
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
