import * as v from 'valibot';
import { namedTexts } from '#shared/agents/domain/named-texts.ts';
import { secretsIn } from '#shared/agents/domain/secret-members.ts';
import { type CallInput, InputError, type PlatformApi } from '#shared/agents/ports/platform-api.ts';
import type { ListedOperation } from '#shared/platform/core/listed-operation.ts';
import { type AgentTool, defineTool, ifMatchOf } from './agent-tool.ts';
import { revisionField, text } from './inputs.ts';
import { readNamed } from './named-resource.ts';

const operation = text('ID of the operation, such as listTags');

const callInput = v.strictObject({
  operation,
  parameters: v.optional(
    v.pipe(
      v.record(v.string(), v.union([v.string(), v.number(), v.boolean()])),
      v.description('Parameters of the path and of the query, by name'),
    ),
    {},
  ),
  body: v.optional(v.pipe(v.record(v.string(), v.unknown()), v.description('Body of the request'))),
  revision: v.optional(revisionField('The revision that a change is based on, sent as If-Match')),
});

/** Tools for operations without a tool of their own. */
export const OPERATION_TOOLS: readonly AgentTool[] = [
  defineTool({
    name: 'who_am_i',
    title: 'What may this key do?',
    description: 'Returns the workspace with its time zone, the member, and the permissions of the API key.',
    effect: 'reads',
    operations: ['getCurrentKey'],
    input: v.strictObject({}),
    run: async (_input, api) => (await api.call('getCurrentKey')).body,
  }),
  defineTool({
    name: 'describe_operation',
    title: 'How is an operation called?',
    description:
      'Without `operation`, returns the ID, product and summary of each operation that the key may call. With `operation`, returns its parameters, the ' +
      'JSON Schema of its body, and whether `revision` is required. Operations whose response has a secret are left out, and `call_operation` does not ' +
      'take members with `x-secret`.',
    effect: 'reads',
    operations: [],
    isOwnText: true,
    input: v.strictObject({ operation: v.optional(operation) }),
    async run({ operation: name }, api) {
      if (name !== undefined) return described(callable(api, name));
      return {
        operations: [...api.operations.values()]
          .filter((each) => !each.hasSecretResponse)
          .map(({ id, product, summary }) => ({ id, product, summary })),
      };
    },
  }),
  defineTool({
    name: 'call_operation',
    title: 'Call an operation',
    description:
      'Calls an operation of the API by its ID and returns `status` and `result`. Read its parameters first with `describe_operation`. The default of ' +
      '`workspace` is the workspace of the key. Operations with the method GET run at once. All others first return a preview with `confirm`.',
    effect: 'depends',
    operations: [],
    input: callInput,
    async preview(input, api) {
      const found = callable(api, input.operation);
      const call = callOf(found, input);
      api.check(found.id, call);
      if (found.method === 'GET') return null;
      const resource = await readNamed(api, found, input.parameters);
      return {
        effect: `${found.method} ${found.id} would be executed: ${found.summary}. ${found.description}`,
        shown: { call: input, current: resource?.current ?? null },
        // Without a revision, the whole resource is compared.
        state: resource?.revision ?? JSON.stringify(resource?.current ?? null),
        ...(resource?.revision === undefined ? {} : { revision: resource.revision }),
      };
    },
    async run(input, api, idempotencyKey, preview) {
      const found = callable(api, input.operation);
      const { body: result, ...rest } = await api.call(found.id, {
        // The API compares the revision that the person has seen, so no edit between this check and the change is overwritten.
        ...(found.precondition === undefined ? {} : ifMatchOf(preview)),
        ...callOf(found, input),
        idempotencyKey,
      });
      return { ...rest, result };
    },
  }),
];

/** @throws InputError for a body or a revision that the operation does not have, a missing revision, a secret, or a wait */
function callOf(
  { id, precondition, body: schema }: ListedOperation,
  { parameters, body, revision: ifMatch }: v.InferOutput<typeof callInput>,
): CallInput {
  if (precondition === 'required' && ifMatch === undefined)
    throw new InputError(`${id} needs \`revision\`: read the resource first and send its revision.`);
  if (precondition === undefined && ifMatch !== undefined)
    throw new InputError(`${id} has no revision. Call it without \`revision\`.`);
  if (schema === undefined && body !== undefined)
    throw new InputError(`${id} has no body. Call it without \`body\`.`);
  const secrets = secretsIn(schema, body);
  if (secrets.length > 0)
    throw new InputError(
      `${namedTexts(secrets)} of \`body\`: secrets, which a model must not see. Ask the person to set them with the console, the API or the command line. ` +
        'Null removes request headers.',
    );
  if (Number(parameters['wait'] ?? 0) !== 0)
    throw new InputError('A tool does not wait. Leave out `wait`, and call the operation again later.');
  return {
    parameters,
    ...(schema === undefined ? {} : { body: body ?? {} }),
    ...(ifMatch === undefined ? {} : { ifMatch }),
  };
}

/** @throws InputError for an operation that the key may not call, or whose response has a secret */
function callable({ operations }: PlatformApi, name: string): ListedOperation {
  const found = operations.get(name);
  if (!found)
    throw new InputError(
      `There is no operation ${JSON.stringify(name)} that the key may call. Call describe_operation without \`operation\` for a list.`,
    );
  if (found.hasSecretResponse)
    throw new InputError(
      `The response of ${found.id} contains a secret or a URL that needs no key, which a model must not see. Ask the person to use the console or the command line.`,
    );
  return found;
}

function described({ id, summary, description, parameters, precondition, body }: ListedOperation) {
  return {
    id,
    summary,
    description,
    parameters,
    ...(precondition === undefined ? {} : { revision: precondition }),
    ...(body === undefined ? {} : { body }),
  };
}
