import { DEAD_LETTERS, type DeadLetters } from '#infra/settings/dead-letters.ts';

/** The section of docs/runbooks/redrive.md that is generated. */
const SECTION = /(?<=\n### Each dead-letter queue\n)[\s\S]*?(?=\n#{2,3} )/u;

/** The page with the table of all dead-letter queues. @throws Error if the page has no section for it */
export function withDeadLetterTable(page: string): string {
  if (!SECTION.test(page)) throw new Error('The page has no section "Each dead-letter queue".');
  const rows = Object.entries<DeadLetters>(DEAD_LETTERS).map(
    ([stem, { redrive, repeated, money, purge }]) =>
      `| \`${stem}DeadLetters\` | ${redrive} | ${repeated} | ${money} | ${purge} |`,
  );
  return page.replace(
    SECTION,
    () => `
${INTRODUCTION}

| Queue | Redrive? | What can happen twice | What it costs | When to purge |
|---|---|---|---|---|
${rows.join('\n')}
`,
  );
}

const INTRODUCTION =
  'This table is generated from `infra/settings/dead-letters.ts`; a test requires a row for each queue of the templates.';
