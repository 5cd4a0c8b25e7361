import { appendFileSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ErrorCode } from '#shared/domain/errors.ts';
import { codesByStatus } from '#shared/http/openapi/answer-codes.ts';
import type { Operation } from '#shared/http/operation.ts';

/** Names the folder where the workers of a run take down what was answered; unset where nobody wants to know. */
export const ANSWERS_FOLDER = 'ANSWERS_SEEN_FOLDER';

/** A refusal that an operation documents: its name, the status and the code. */
export type Refusal = `${string} ${number} ${ErrorCode}`;

const noted = new Set<string>();

/** Takes down that an operation gave a refusal, by its code and by those of its findings: one line of a file for each new one. */
export function noteAnswer(operation: string, status: number, text: string | undefined): void {
  const folder = process.env[ANSWERS_FOLDER];
  if (folder === undefined || status < 400 || text === undefined) return;
  for (const code of codesIn(text)) {
    const line = `${operation} ${status} ${code}`;
    if (noted.has(line)) continue;
    noted.add(line);
    appendFileSync(join(folder, `${process.pid}.txt`), `${line}\n`);
  }
}

/** What all workers took down. */
export function readAnswers(folder: string): ReadonlySet<string> {
  const files = globSync('*.txt', { cwd: folder }).map((file) => readFileSync(join(folder, file), 'utf8'));
  return new Set(files.flatMap((text) => text.trim().split('\n')));
}

/** Refusals of status 4xx that are documented and were not seen. An answer without a code stands for all of its status. */
export function unseenRefusals(operations: readonly Operation[], seen: ReadonlySet<string>): Refusal[] {
  // What nobody can ask for is not documented.
  const documented = operations.filter(({ routes }) => routes.length > 0);
  return documented.flatMap((operation) =>
    [...codesByStatus(operation)]
      .filter(([status]) => status < 500 && !seen.has(`${operation.name} ${status} *`))
      .flatMap(([status, codes]) => codes.map((code): Refusal => `${operation.name} ${status} ${code}`))
      .filter((refusal) => !seen.has(refusal)),
  );
}

/** `*` for a page or what the gateway says: neither has a code. */
function codesIn(text: string): readonly string[] {
  if (!text.startsWith('{')) return ['*'];
  const { code, errors }: { code?: unknown; errors?: unknown } = JSON.parse(text);
  if (typeof code !== 'string') return ['*'];
  const findings: unknown[] = Array.isArray(errors) ? errors : [];
  return [code, ...findings.flatMap((finding) => String(Object(finding).code ?? code))];
}
