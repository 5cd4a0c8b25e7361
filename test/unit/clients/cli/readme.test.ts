import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { GLOBAL_OPTIONS } from '#clients/cli/command/command.ts';
import { commandTable } from '#clients/cli/command/help.ts';
import { findCommand, parseValues } from '#clients/cli/command/parse.ts';
import { COMMANDS } from '#clients/cli/commands/all.ts';

const readme = readFileSync('clients/cli/README.md', 'utf8');

describe('the README of the command line', () => {
  it('has the table of the commands; `npm run generate` writes it', () => {
    expect(readme).toContain(`\n${commandTable(COMMANDS)}\n`);
  });

  it('names every variable of the environment', () => {
    for (const name of ['KEY', 'HOST', 'PROFILE', 'WEBHOOK_SECRET'])
      expect(readme).toContain(`| \`WORKSPACE_PLATFORM_${name}\` |`);
  });
});

describe('the declarations', () => {
  const byName = COMMANDS.map((command) => [command.name, command] as const);

  it('have different names of one or two words', () => {
    const names = COMMANDS.map(({ name }) => name);

    expect(new Set(names).size).toBe(names.length);
    for (const name of names) {
      expect(name).toMatch(/^[a-z-]+( [a-z-]+)?$/u);
      // A command that is also a group could not be distinguished from it.
      expect(names.filter((other) => other.startsWith(`${name} `))).toEqual([]);
    }
  });

  it.each(byName)('of %s can be quoted in every shell', (_, { options, arguments: args }) => {
    const values = [...Object.values(options), ...args].flatMap(({ choices = [] }) => choices);
    for (const word of [...Object.keys(options), ...values, ...args.map(({ name }) => name)])
      expect(word).toMatch(/^[A-Za-z][A-Za-z-]*$/u);
    expect(Object.keys(options).filter((name) => name in GLOBAL_OPTIONS)).toEqual([]);
  });

  it.each(byName)('of %s has examples that can be parsed', (name, { examples }) => {
    expect(examples.length).toBeGreaterThan(0);
    for (const example of examples) {
      const [line = ''] = example.split(/ (?:<|>|>>) /u);
      const words = [...line.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/gu)].map(
        (match) => match[1] ?? match[2] ?? match[3] ?? '',
      );
      const request = findCommand(COMMANDS, words);
      expect(request).toMatchObject({ kind: 'command', command: { name } });
      if (request.kind === 'command') expect(() => parseValues(request.command, request.rest)).not.toThrow();
    }
  });
});
