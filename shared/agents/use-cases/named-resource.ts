import * as v from 'valibot';
import { ApiProblemError, type PlatformApi } from '#shared/agents/ports/platform-api.ts';
import type { ListedOperation } from '#shared/platform/core/listed-operation.ts';

/** What a call would change, as it is now. */
type NamedResource = {
  /** The response, or the entry of a list. */
  readonly current: unknown;
  readonly revision?: string;
};

type Parameters = Readonly<Record<string, unknown>>;

/** Pages of a list that are read to find an entry, and the entries of each. A list that is longer has an operation for one entry. */
const MAX_PAGES = 10;
const PAGE = 100;

/**
 * Reads the resource that the path of an operation names, so that a person sees it and a confirmation ends when it changes
 * (docs/specification/agents.md#confirmation-of-tools). `undefined` if the path names none, such as that of a creation, if the key cannot read it, or if
 * the operation would create it.
 * @throws ApiProblemError such as 404 for a resource that does not exist
 */
export async function readNamed(
  api: PlatformApi,
  operation: ListedOperation,
  parameters: Parameters,
): Promise<NamedResource | undefined> {
  for (const { reader, entry } of readersOf([...api.operations.values()], operation)) {
    if (entry !== undefined) return findEntry(api, reader, parameters, entry);
    try {
      const { body, revision: tag } = await api.call(reader.id, { parameters: pick(parameters, reader) });
      const revision = revisionIn(body) ?? tag;
      return { current: body, ...(revision === undefined ? {} : { revision }) };
    } catch (error) {
      const mayCreate = reader.path === operation.path && ['POST', 'PUT'].includes(operation.method);
      if (!mayCreate || !(error instanceof ApiProblemError) || error.status !== 404) throw error;
    }
  }
  return undefined;
}

/** A `GET`, and the parameter that is the ID of an entry if it is a list. */
type Reader = { readonly reader: ListedOperation; readonly entry?: string };

/**
 * How to read the resource that the path of an operation names, the best way first: a `GET` without parameters of a query that has the most parameters
 * of the path, and of these the one nearest to the path. A resource without a `GET` of its own is an entry of its list.
 */
export function readersOf(
  operations: readonly ListedOperation[],
  operation: ListedOperation,
): readonly Reader[] {
  const names = namesIn(operation);
  const readable = operations.filter(
    ({ method, hasSecretResponse }) => method === 'GET' && !hasSecretResponse,
  );
  const resources = readable
    .filter((each) => each.parameters.every((parameter) => parameter.in === 'path') && isOn(each, operation))
    .toSorted(
      (a, b) =>
        namesIn(b).length - namesIn(a).length ||
        sharedParts(b, operation) - sharedParts(a, operation) ||
        a.path.length - b.path.length,
    )
    .map((reader) => ({ reader }));
  const entry = names.at(-1);
  const [nearest] = resources;
  if (entry === undefined || (nearest && namesIn(nearest.reader).includes(entry))) return resources;
  const list = readable.find(
    ({ path, parameters }) =>
      parameters.some(({ name }) => name === 'cursor') && operation.path.startsWith(`${path}/{${entry}}`),
  );
  return list ? [{ reader: list, entry }, ...resources] : resources;
}

/** Whether the resource of a `GET` contains what an operation is about: the path up to its last parameter begins the path of the operation. */
function isOn(reader: ListedOperation, operation: ListedOperation): boolean {
  const wanted = namesIn(operation);
  const own = namesIn(reader);
  const last = own.at(-1);
  if (last === undefined) return `${operation.path}/`.startsWith(`${reader.path}/`);
  const container = reader.path.slice(0, reader.path.lastIndexOf(`{${last}}`));
  return own.every((name) => wanted.includes(name)) && operation.path.startsWith(container);
}

/** The parameters of a path that identify a resource in the workspace. */
function namesIn({ path }: ListedOperation): string[] {
  return [...path.matchAll(/\{(\w+)\}/gu)]
    .map(([, name = '']) => name)
    .filter((name) => name !== 'workspace');
}

/** The parts that two paths have in common at their beginning. */
function sharedParts({ path }: ListedOperation, operation: ListedOperation): number {
  const wanted = operation.path.split('/');
  const parts = path.split('/');
  const differs = parts.findIndex((part, index) => part !== wanted[index]);
  return differs < 0 ? parts.length : differs;
}

function pick(parameters: Parameters, { parameters: known }: ListedOperation): Parameters {
  const names = known.filter((each) => each.in === 'path').map(({ name }) => name);
  return Object.fromEntries(Object.entries(parameters).filter(([name]) => names.includes(name)));
}

const revised = v.object({ data: v.object({ revision: v.string() }) });

function revisionIn(body: unknown): string | undefined {
  return v.is(revised, body) ? body.data.revision : undefined;
}

const listed = v.object({
  data: v.array(v.looseObject({ id: v.optional(v.unknown()), uuid: v.optional(v.unknown()) })),
  next_cursor: v.nullish(v.string()),
});

/** The entry of a list with the ID of the path. @throws ApiProblemError */
async function findEntry(
  api: PlatformApi,
  list: ListedOperation,
  parameters: Parameters,
  entry: string,
): Promise<NamedResource | undefined> {
  const wanted = String(parameters[entry]).toLowerCase();
  const own = pick(parameters, list);
  let cursor: string | undefined;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const query = { limit: PAGE, ...(cursor === undefined ? {} : { cursor }) };
    const { body } = await api.call(list.id, { parameters: { ...own, ...query } });
    const { data, next_cursor: next } = v.parse(listed, body);
    const current = data.find(({ id, uuid }) => [id, uuid].some((each) => String(each) === wanted));
    if (current) return { current };
    if (next === null || next === undefined) return undefined;
    cursor = next;
  }
  return undefined;
}
