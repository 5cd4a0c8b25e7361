import type { ErrorCode } from '#shared/platform/core/errors.ts';
import { isCompatiblePath } from '#shared/platform/http/error-format.ts';
import type { Operation, Route } from '#shared/platform/http/operation.ts';
import { headerRefs } from './components.ts';
import { deprecationHeaderNames } from './describe-deprecation.ts';
import { gatewayContent, orGatewayError } from './gateway-error.ts';
import { ownErrorName, genericError } from './generic-errors.ts';
import type { JsonSchema } from './json-schema.ts';
import { hasExample } from './problem-examples.ts';
import { exampleName, laravelSchema, problemSchema } from './problem-schema.ts';
import { PROBLEMS } from './problems.ts';
import { codesByStatus } from './response-codes.ts';
import type { ResponseComponents } from './response-components.ts';

/** Prefix of the shared responses under `/os/api`, whose errors have a second format. */
const COMPATIBLE = 'Os';

/** References to the error responses of an operation, by status. Responses that the operation declares itself take precedence. */
export function describeErrors(
  operation: Operation,
  { method, path, docs }: Route,
  { declare }: ResponseComponents,
): Record<string, JsonSchema> {
  const extra = deprecationHeaderNames(operation);
  return Object.fromEntries(
    [...codesByStatus(operation)]
      .filter(([status]) => docs?.onlyErrors || operation.responses[status] === undefined)
      .map(([status, codes]) => [String(status), describe(status, codes)]),
  );

  function describe(status: number, codes: readonly ErrorCode[]): JsonSchema {
    const head = describeHead(status, codes, extra);
    const usual = extra.length === 0 ? genericError(codes) : undefined;
    const name = usual ?? ownErrorName(operation, status);
    // HEAD has the headers of an error response and no body (RFC 9110, 9.3.2).
    if (method === 'HEAD') return declare(`${name}Head`, head);
    if (operation.htmlErrors) {
      const content = { 'text/html': { schema: { type: 'string' } }, ...gatewayContent(status) };
      return declare(`${name}Html`, { ...head, content });
    }
    const content = problemContent(status, codes);
    if (!isCompatiblePath(path)) return declare(name, { ...head, content });
    const schema = orGatewayError(status, laravelSchema(codes));
    const both = { ...head, content: { ...content, 'application/json': { schema } } };
    // Operations elsewhere share the other response with this name.
    return declare(usual === undefined ? name : `${COMPATIBLE}${name}`, both);
  }
}

/** The problem documents with these codes, which share a status. */
export function problemContent(status: number, codes: readonly ErrorCode[]): JsonSchema {
  const names = codes.filter(hasExample).map((code) => exampleName(code, status));
  const examples = names.map((name) => [name, { $ref: `#/components/examples/${name}` }] as const);
  return {
    'application/problem+json': {
      schema: problemSchema(codes),
      ...(names.length === 0 ? {} : { examples: Object.fromEntries(examples) }),
    },
    ...gatewayContent(status),
  };
}

function describeHead(status: number, codes: readonly ErrorCode[], extra: readonly string[]): JsonSchema {
  const brought = codes.flatMap((code) => Object.keys(PROBLEMS[code].headers ?? {}));
  const known =
    status === 412 || status === 428
      ? ['ETag']
      : status === 429
        ? ['Retry-After', 'RateLimit-Policy', 'RateLimit']
        : [];
  const names = ['X-Request-Id', ...known, ...brought, ...extra];
  return {
    description: codes.map((code) => `\`${code}\`: ${PROBLEMS[code].title}`).join('; '),
    headers: headerRefs([...new Set(names)]),
  };
}
