import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { OPERATIONS } from '#functions/registry.ts';
import { openApiDocument } from '#shared/api-docs/openapi-document.ts';
import { EVENT_CATALOGUE } from '#shared/events/catalogue/event-catalogue.ts';

const README = 'clients/typescript/README.md';

/** The variables that the first snippet expects from its program. */
const AROUND = 'declare const page: string, revision: string;\n';

const snippets = [...readFileSync(README, 'utf8').matchAll(/^```ts\n([^]*?)^```$/gmu)].map(
  ([, code]) => code,
);

describe('the README of the client', () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'client-readme-'));
    const client = resolve('clients/typescript');
    const compilerOptions = {
      // As strict as this project, but snippets declare more than they use.
      noUnusedLocals: false,
      typeRoots: [resolve('node_modules/@types')],
      paths: {
        '@workspace-platform/client': [`${client}/client.ts`],
        '@workspace-platform/client/verify-webhook': [`${client}/verify-webhook.ts`],
        '@workspace-platform/client/verify-with-keys': [`${client}/verify-with-keys.ts`],
      },
    };
    const config = { extends: resolve('tsconfig.json'), compilerOptions, include: ['*.ts'], exclude: [] };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  });

  afterEach(() => rmSync(folder, { recursive: true }));

  function compile(codes: readonly (string | undefined)[]): string {
    for (const [index, code] of codes.entries())
      writeFileSync(join(folder, `snippet-${index + 1}.ts`), `${AROUND}${code}`);
    const tsc = resolve('node_modules/typescript/bin/tsc');
    return spawnSync(process.execPath, [tsc, '-p', folder], { encoding: 'utf8' }).stdout;
  }

  it('shows code that compiles', () => {
    expect(snippets).toHaveLength(3);
    expect(compile(snippets)).toBe('');
  });

  it('would fail with code that does not', () => {
    const broken = snippets.map((code) =>
      code?.replace('tagline:', 'tag_line:').replace('order.total', 'total'),
    );
    const errors = compile(broken);

    expect(errors).toContain("'tag_line' does not exist");
    expect(errors).toContain("'total' does not exist");
  });
});

describe('the instructions for idempotent receivers', () => {
  const sentence =
    'Drop duplicates by `X-Webhook-Delivery`, which all attempts of a delivery share; a resend has a new one. To process an event only once even if it is resent, use its `id` instead';

  it.each(['README.md', README, 'docs/api/webhooks.md', 'clients/typescript/verify-webhook.ts'])(
    'are worded alike in %s',
    (file) => {
      expect(readFileSync(file, 'utf8').replaceAll(/\n(?: \*)?\s*/gu, ' ')).toContain(sentence);
    },
  );

  it('are worded alike in every event of the API', () => {
    const { webhooks } = openApiDocument(OPERATIONS, EVENT_CATALOGUE, '1');

    expect(JSON.stringify(webhooks).split(sentence).length - 1).toBe(EVENT_CATALOGUE.length);
  });
});
