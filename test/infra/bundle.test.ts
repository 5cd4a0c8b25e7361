import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OPERATIONS } from '#functions/registry.ts';
import { FONT_ASSETS } from '#shared/page/font-asset.ts';
import { bundle, functionNames } from '#infra/bundle.ts';
import { at, functionOf } from './synthesized.ts';
import type { Metafile } from 'esbuild';

/** Loads each module as Lambda would, with the variables of its template and nothing else, and says what `handler` is. */
const LOAD_ALL = `
const answers = {};
for (const { name, url, variables } of JSON.parse(process.argv[1])) {
  for (const key of Object.keys(process.env)) delete process.env[key];
  Object.assign(process.env, { AWS_REGION: 'eu-central-1', AWS_LAMBDA_FUNCTION_NAME: name }, variables);
  answers[name] = await import(url).then((loaded) => typeof loaded.handler, (error) => String(error));
}
process.stdout.write(JSON.stringify(answers));
`;

const KEY_CAPABILITIES = [
  'seal-signing-secret',
  'seal-replay',
  'open-replay',
  'seal-page-pass',
  'open-page-pass',
];

/** Packages of fonts that are copied beside a module, since they are data. */
const FONT_FUNCTION = 'get-page-asset';

/** Cold starts pay for everything loaded, so each of these is bundled only where it is used. */
const CARRIED_BY: Readonly<Record<string, (name: string) => boolean>> = {
  // What the chain of credential providers brings along: single sign-on, STS and others' token services.
  '@aws-sdk/nested-clients': () => false,
  undici: sendsRequests,
  '@aws-sdk/client-scheduler': sendsRequests,
  '@aws-sdk/client-sqs': (name) => isConsumer(name),
  '@aws-sdk/client-kms': (name) =>
    sendsRequests(name) || KEY_CAPABILITIES.some((capability) => uses(name, capability)),
};

/** Bytes of one module: undici alone is 760 kB, and what answers requests has to start quickly (ADR 20). */
const SIZE_LIMIT = { sender: 1_500_000, other: 420_000 };

describe('bundle', () => {
  const outdir = mkdtempSync(join(tmpdir(), 'workspace-bundle-'));
  const names = functionNames();
  let metafile: Metafile;

  beforeAll(() => {
    metafile = bundle(outdir);
  });

  afterAll(() => {
    rmSync(outdir, { recursive: true });
  });

  it('writes one self-contained module per function and nothing else beside the metafile', () => {
    expect(readdirSync(outdir).toSorted()).toEqual([...names, 'metafile.json'].toSorted());
    for (const name of names) {
      const beside = name === FONT_FUNCTION ? ['node_modules'] : [];
      expect(readdirSync(join(outdir, name))).toEqual(['index.mjs', ...beside]);
    }
  });

  it('brings every font that pages ask for along with the function that serves them, and nothing else of its package', () => {
    const packages = join(outdir, FONT_FUNCTION, 'node_modules');
    const files = readdirSync(packages, { recursive: true, withFileTypes: true }).filter((entry) =>
      entry.isFile(),
    );
    const copied = files.map(({ parentPath, name }) => join(parentPath, name).slice(packages.length + 1));
    const manifests = FONT_ASSETS.map(
      ({ module }) => `${module.split('/').slice(0, 2).join('/')}/package.json`,
    );

    expect(copied.toSorted()).toEqual([...FONT_ASSETS.map(({ module }) => module), ...manifests].toSorted());
  });

  it('makes modules that load with the variables of their template and export a handler', () => {
    const modules = names.map((name) => ({
      name,
      url: join(outdir, name, 'index.mjs'),
      variables: variablesOf(name),
    }));

    const output = execFileSync(
      process.execPath,
      ['--input-type=module', '--eval', LOAD_ALL, '--', JSON.stringify(modules)],
      { encoding: 'utf8' },
    );

    expect(JSON.parse(output)).toEqual(Object.fromEntries(names.map((name) => [name, 'function'])));
  });

  it('leaves nothing to be found at run time but Node itself', () => {
    const external = Object.values(metafile.outputs)
      .flatMap(({ imports }) => imports)
      .filter(({ path }) => !path.startsWith('node:') && !isBuiltinName(path));

    expect(external).toEqual([]);
  });

  it.each(Object.keys(CARRIED_BY))('carries %s only into functions that use it', (library) => {
    const carriers = names.filter((name) =>
      inputsOf(metafile, name).some((path) => path.includes(`node_modules/${library}/`)),
    );

    expect(carriers).toEqual(names.filter((name) => CARRIED_BY[library]?.(name)));
  });

  it('stays small enough to start quickly', () => {
    for (const name of names) {
      const limit = sendsRequests(name) ? SIZE_LIMIT.sender : SIZE_LIMIT.other;
      expect([name, statSync(join(outdir, name, 'index.mjs')).size < limit]).toEqual([name, true]);
    }
  });
});

function inputsOf({ outputs }: Metafile, name: string): readonly string[] {
  const output = Object.entries(outputs).find(([path]) => path.endsWith(`${name}/index.mjs`));
  return Object.keys(output?.[1].inputs ?? {});
}

/** The variables of the template, with a word in place of each reference that a deployment would fill in. */
function variablesOf(name: string): Readonly<Record<string, string>> {
  const variables: unknown = at(functionOf('dev', name).properties, 'Environment', 'Variables');
  return Object.fromEntries(
    Object.entries(Object(variables)).map(([key, value]) => [
      key,
      String(value).replaceAll(/\$\{([^}]*)\}/gu, (_match, reference: string) =>
        reference.replaceAll(/\W/gu, ''),
      ),
    ]),
  );
}

function sendsRequests(name: string): boolean {
  return name === 'deliver-webhook';
}

function isConsumer(name: string): boolean {
  return OPERATIONS.every((operation) => operation.name !== name);
}

function uses(name: string, capability: string): boolean {
  return OPERATIONS.some(
    (operation) => operation.name === name && operation.uses.some((one) => one === capability),
  );
}

function isBuiltinName(path: string): boolean {
  return process.getBuiltinModule(path) !== undefined;
}
