import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { CONSUMERS, OPERATIONS, OPERATIONS_BY_STACK } from '#functions/registry.ts';
import { functionFolders } from '#infra/bundling/function-folders.ts';
import { operationsIndexPage } from '#scripts/lib/generate/operations-index-page.ts';
import { reservedPermissionsSource } from '#scripts/lib/generate/reserved-permissions-source.ts';
import { codesOf } from '#shared/api-docs/response-codes.ts';
import { FILTER_CODES } from '#shared/events/subscriptions/event-filter.ts';
import { RESERVED_PERMISSIONS } from '#shared/workspaces/domain/reserved-permissions.ts';
import { SHARED_ERRORS } from '#test/support/fixtures/platform/records/responses-seen.ts';

const FUNCTIONS = new URL('../../functions/', import.meta.url);

const locations = functionFolders(fileURLToPath(FUNCTIONS));
const folders = [...locations.keys()].toSorted();

/** The path of a function's folder below `functions/`. */
function pathOf(folder: string): string {
  const location = locations.get(folder) ?? '';
  return `${basename(dirname(location))}/${folder}`;
}

/** The other functions have no route: their event comes from a stream, a queue or a schedule. */
const httpFolders = folders.filter((name) => has(name, 'operation.ts'));

function has(folder: string, file: string): boolean {
  return existsSync(new URL(`${pathOf(folder)}/${file}`, FUNCTIONS));
}

describe('functions', () => {
  it.each(folders)('%s has its files', (folder) => {
    const isHttp = httpFolders.includes(folder);

    expect(['index.ts', 'handler.ts'].filter((file) => !has(folder, file))).toEqual([]);
    expect(has(folder, 'consumer.ts')).toBe(!isHttp);
  });

  it.each(folders)('%s is named verb-noun and fits a function name', (folder) => {
    expect(folder).toMatch(/^[a-z]+(-[a-z]+)+$/);
    expect(`workspace-staging-${folder}`.length).toBeLessThanOrEqual(64);
  });

  it.each(httpFolders)('%s has an operation of the same name, which its product lists', async (folder) => {
    const product = dirname(pathOf(folder));
    const { operation } = await import(`#functions/${product}/${folder}/operation.ts`);
    const [listed, ...others] = Object.values(await import(`#functions/${product}/operations.ts`));

    expect(operation.name).toBe(folder);
    expect(listed).toContain(operation);
    expect(others).toEqual([]);
  });
});

describe('reserved permissions', () => {
  const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

  it('are those that no operation requires: npm run generate', () => {
    expect(read('shared/workspaces/domain/reserved-permissions.ts')).toBe(reservedPermissionsSource());
  });

  it('are listed by the specification', () => {
    const [, paragraph = ''] =
      /<a id="reserved-permissions"><\/a>([^]*?) (?:is|are) reserved/u.exec(read('docs/specification.md')) ??
      [];

    expect([...paragraph.matchAll(/`([^`]+)`/gu)].map(([, permission]) => permission)).toEqual(
      RESERVED_PERMISSIONS,
    );
  });
});

describe('registry', () => {
  it('lists every operation once and nothing else', () => {
    expect(OPERATIONS.map(({ name }) => name).toSorted()).toEqual(httpFolders);
  });

  it('lists every consumer once and nothing else', () => {
    expect(CONSUMERS.map(({ name }) => name).toSorted()).toEqual(
      folders.filter((name) => !httpFolders.includes(name)),
    );
  });

  it.each(folders.filter((name) => !httpFolders.includes(name)))(
    'lists the declaration of %s, which has the name of its folder',
    async (folder) => {
      const { consumer } = await import(`#functions/${dirname(pathOf(folder))}/${folder}/consumer.ts`);

      expect(consumer.name).toBe(folder);
      expect(CONSUMERS).toContain(consumer);
    },
  );

  it('has an alarm text for every consumer that opens secrets', () => {
    const opening = CONSUMERS.filter(({ uses }) => uses.some((capability) => capability.startsWith('open-')));

    expect(opening.map(({ name }) => name)).toContain('deliver-webhook');
    // Without the text, nobody learns that KMS fails: such messages are retried, and no other alarm fires.
    expect(opening.filter((each) => !('unopenedImpact' in each)).map(({ name }) => name)).toEqual([]);
  });

  it('maps every route to one operation, whatever its parameters are called', () => {
    const routes = OPERATIONS.flatMap(({ routes: own }) =>
      own.map(({ method, path }) => `${method} ${path.replaceAll(/\{\w+\}/g, '{}')}`),
    );

    expect(routes.filter((route, index) => routes.indexOf(route) !== index)).toEqual([]);
  });

  it('has operations that declare only errors that do not follow from their other members', () => {
    // An operand of a filter is checked like the value of its field, so both have these codes.
    const filterCodes: readonly string[] = FILTER_CODES;
    const redundant = OPERATIONS.flatMap((operation) => {
      const derived = codesOf({ ...operation, errors: [] });
      return (operation.errors ?? [])
        .filter((code) => derived.includes(code) && !(code in SHARED_ERRORS) && !filterCodes.includes(code))
        .map((code) => `${operation.name} declares ${code}: remove it from its errors`);
    });

    expect(redundant).toEqual([]);
  });

  it('has a route for every operation but the default one', () => {
    expect(OPERATIONS.filter(({ routes }) => routes.length === 0).map(({ name }) => name)).toEqual([
      'route-not-found',
    ]);
  });

  it.each(OPERATIONS.filter(({ body, optionalBody }) => body && !optionalBody))(
    'has an example body for $name',
    ({ examples = [] }) => {
      expect(examples).not.toEqual([]);
    },
  );
});

describe('docs/architecture.md', () => {
  const page = readFileSync(new URL('../docs/architecture.md', FUNCTIONS), 'utf8');
  const stacks = readdirSync(new URL('../infra/stacks/', FUNCTIONS))
    .map((file) => file.replace(/-stack\.ts$/, ''))
    .filter((name) => name !== 'operations');

  it.each([...stacks, ...Object.keys(OPERATIONS_BY_STACK)])('has the stack %s in its table', (name) => {
    expect(page).toMatch(new RegExp(`^\\| [^|]*\`${name}\``, 'm'));
  });
});

describe('OPERATIONS_BY_STACK', () => {
  it('has each operation of the registry once', () => {
    const names = Object.values(OPERATIONS_BY_STACK).flatMap((operations) =>
      operations.map(({ name }) => name),
    );

    expect(names.toSorted()).toEqual(OPERATIONS.map(({ name }) => name).toSorted());
  });
});

describe('docs/operations-index.md', () => {
  const page = readFileSync(new URL('../docs/operations-index.md', FUNCTIONS), 'utf8');

  it('is up to date: npm run generate', () => {
    expect(page).toBe(operationsIndexPage());
  });

  it.each(folders)('links to %s', (folder) => {
    const isLinked = page.includes(`](../functions/${pathOf(folder)})`);

    expect(isLinked, `docs/operations-index.md has no row of ${folder}: npm run generate`).toBe(true);
  });
});
