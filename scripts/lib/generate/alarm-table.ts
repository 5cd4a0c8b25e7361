import { readFileSync } from 'node:fs';
import type { NamedAlarm } from '#infra/every-alarm.ts';

/** The section of docs/runbooks/README.md that is generated. */
const SECTION = /(?<=\n## Every alarm\n)[\s\S]*?(?=\n## |$)/u;

/** As many alarms with the same last word and the same runbook are one row. */
const FAMILY = 3;

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
function titleOf(runbook: string): string {
  const page = readFileSync(new URL(`../../../docs/runbooks/${runbook}.md`, import.meta.url), 'utf8');
  return /^# (.+)$/mu.exec(page)?.[1] ?? runbook;
}
