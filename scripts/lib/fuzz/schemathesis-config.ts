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
    filter: 'include-operation-id = "unlockPage"',
    without: ['negative_data_rejection'],
    why: 'a page without a password redirects every visitor, whatever the form contains',
  },
  {
    filter: 'include-operation-id = "listContacts"',
    without: ['negative_data_rejection'],
    why: 'spaces around a tag are removed before its length is checked',
  },
  {
    filter: 'include-operation-id = "callAgentTool"',
    without: ['negative_data_rejection'],
    why: 'a null for absent arguments is accepted, because some clients send it',
  },
  {
    filter: 'include-path = "/mcp"',
    without: ['allow_header_conformance'],
    why: 'GET always returns 405, as MCP requires from a server without streams, so Allow does not list it',
  },
];

/**
 * The configuration with the ids of existing resources, because random ids would almost only produce 404. Operations that
 * delete use separate resources.
 */
export function schemathesisConfig(paths: readonly string[], kept: Ids, deleted: Ids): string {
  const exceptions = [besideParameters(paths), ...EXCEPTIONS].flatMap(({ filter, without, why }) => [
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

/** API Gateway routes the other methods of `/posts/preview` to `/posts/{post}`, where `preview` is an id that does not exist. */
function besideParameters(paths: readonly string[]): Exception {
  const folderOf = (path: string) => path.slice(0, path.lastIndexOf('/'));
  const folders = new Set(paths.filter((path) => path.endsWith('}')).map(folderOf));
  const beside = paths.filter((path) => !path.endsWith('}') && folderOf(path) && folders.has(folderOf(path)));
  return {
    filter: `include-path = [${beside.map((path) => `"${path}"`).join(', ')}]`,
    without: ['unsupported_method', 'allow_header_conformance'],
    why: 'other methods are routed to the path whose last segment is a parameter: 404',
  };
}

function parameters(table: string, ids: Ids): string[] {
  return [`[${table}]`, ...Object.entries(ids).map(([name, id]) => `"path.${name}" = "${id}"`)];
}

function off(check: string): string {
  return `checks.${check}.enabled = false`;
}
