import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { alarmsBelow } from '#infra/alarms/route-alarms.ts';
import { cdkContext, REPOSITORY } from '#infra/cdk-context.ts';
import { type StageConfig, STAGE_CONFIG } from '#infra/config.ts';
import type { Runbook } from '#infra/constructs/runbook.ts';
import { composePlatform } from '#infra/platform.ts';
import { unbundledCode } from '#infra/unbundled-code.ts';

/** The section of docs/runbooks/README.md that is generated. */
const SECTION = /(?<=\n## Every alarm\n)[\s\S]*?(?=\n## |$)/u;

/** As many alarms with the same last word and the same runbook are one row. */
const FAMILY = 3;

/** The settings with which a stage has every alarm. */
const EVERY_ALARM: StageConfig = {
  ...STAGE_CONFIG.prod,
  messaging: { smsConfigurationSet: 'example', maxPriceDollars: 1, whatsapp: true },
  notificationSender: { identity: 'example.com', address: 'notifications@example.com' },
};

export type NamedAlarm = {
  /** Without stage and stack: `SlowDelivery-DeadLetters`. */
  readonly name: string;
  readonly severity: 'page' | 'warn';
  readonly runbook: Runbook;
};

/** Every alarm that a stage can have, in the order of the construct tree. */
export function everyAlarm(): readonly NamedAlarm[] {
  const outdir = mkdtempSync(join(tmpdir(), 'workspace-cdk-'));
  try {
    const app = new App({ outdir, context: { ...cdkContext(), 'aws:cdk:disable-asset-staging': true } });
    const { stacks } = composePlatform(app, { stage: 'prod', codeOf: unbundledCode, config: EVERY_ALARM });
    return stacks.flatMap((stack) =>
      alarmsBelow(stack).map(({ fullName, severity, runbook }) => ({
        name: fullName.slice(`${stack.node.id}-`.length),
        severity,
        runbook,
      })),
    );
  } finally {
    rmSync(outdir, { recursive: true });
  }
}

/** The page with a row for each family of alarms. @throws Error if the page has no section for it */
export function withAlarmTable(page: string, alarms: readonly NamedAlarm[]): string {
  if (!SECTION.test(page)) throw new Error('The page has no section "Every alarm".');
  const byRunbook = Map.groupBy(alarms, ({ runbook }) => runbook);
  const rows = [...byRunbook]
    .toSorted(([one], [other]) => one.localeCompare(other))
    .map(
      ([runbook, own]) =>
        `| ${namesOf(own).join(', ')} | ${severitiesOf(own)} | [${titleOf(runbook)}](${runbook}.md) |`,
    );
  return page.replace(
    SECTION,
    () => `
Names follow \`workspace-<stage>-<stack>-\`. This table is generated from the constructs: \`npm run generate -- alarms\`.

| The name ends with | Severity | Runbook |
|---|---|---|
${rows.join('\n')}
`,
  );
}

/** Alarms that many queues, functions or tables have are shown by their last word. */
function namesOf(alarms: readonly NamedAlarm[]): readonly string[] {
  const byLast = Map.groupBy(alarms, ({ name }) => name.split('-').at(-1) ?? '');
  return [...byLast].flatMap(([last, own]) =>
    own.length < FAMILY ? own.map(({ name }) => `\`${name}\``) : [`\`…-${last}\` (${own.length})`],
  );
}

function severitiesOf(alarms: readonly NamedAlarm[]): string {
  return [...new Set(alarms.map(({ severity }) => severity))].toSorted().join(', ');
}

/** What the page says first: its title. */
function titleOf(runbook: Runbook): string {
  const page = readFileSync(join(REPOSITORY, `docs/runbooks/${runbook}.md`), 'utf8');
  return /^# (.+)$/mu.exec(page)?.[1] ?? runbook;
}
