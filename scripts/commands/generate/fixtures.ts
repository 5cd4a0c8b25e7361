import { parseArgs } from 'node:util';
import { sendFixtures } from '#local/receiver/fixtures/send-fixtures.ts';
import {
  FIXTURE_TIME,
  signedFixtures,
  type SignedFixture,
} from '#local/receiver/fixtures/signed-fixtures.ts';

const USAGE = `Signed deliveries to test your webhook receiver offline: valid, old, rotated, tampered and more.

  npm run --silent generate -- fixtures                       prints all of them as JSON; verify them at the time in "now"
  npm run --silent generate -- fixtures too-old            prints some of them, by name
  npm run --silent generate -- fixtures --live             signs them with the current time
  npm run generate -- fixtures --send http://127.0.0.1:8080/webhooks --scheme stripe|standard|asymmetric [--secret new|old] [names]
                                                  sends them to your server and prints which it verified incorrectly

--scheme is what your server checks: stripe is x-webhook-signature, standard is the v1 entries of webhook-signature, asymmetric its
v1a entries. --secret is the secret or public key of the fixtures (in the JSON) that your server knows. Exits with 1 if your server verified one incorrectly.`;

const options = {
  live: { type: 'boolean', default: false },
  send: { type: 'string' },
  scheme: { type: 'string' },
  secret: { type: 'string', default: 'new' },
  help: { type: 'boolean', default: false },
} as const;

try {
  process.exitCode = await run();
} catch (error) {
  console.error(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`);
  process.exitCode = 2;
}

async function run(): Promise<number> {
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  if (values.help) {
    console.log(USAGE);
    return 0;
  }
  const isLive = values.live || values.send !== undefined;
  const fixtures = choose(signedFixtures(isLive ? Math.floor(Date.now() / 1000) : FIXTURE_TIME), positionals);
  if (values.send !== undefined) return send(values.send, fixtures, values);
  console.log(JSON.stringify(fixtures, null, 2));
  return 0;
}

function choose(all: readonly SignedFixture[], names: readonly string[]): readonly SignedFixture[] {
  const unknown = names.find((name) => !all.some((fixture) => fixture.name === name));
  if (unknown !== undefined)
    throw new Error(
      `There is no fixture ${unknown}. The fixtures are ${all.map(({ name }) => name).join(', ')}.`,
    );
  return names.length === 0 ? all : all.filter(({ name }) => names.includes(name));
}

async function send(
  url: string,
  fixtures: readonly SignedFixture[],
  { scheme, secret }: { readonly scheme?: string | undefined; readonly secret: string },
): Promise<number> {
  if (scheme !== 'stripe' && scheme !== 'standard' && scheme !== 'asymmetric')
    throw new Error('--scheme must be stripe, standard or asymmetric.');
  if (secret !== 'new' && secret !== 'old') throw new Error('--secret must be new or old.');
  const results = await sendFixtures(fixtures, { url, scheme, secret });
  for (const { name, expected, received, passed } of results)
    console.log(`${passed ? 'ok    ' : 'WRONG '} ${name}: expected ${expected}, received ${received}`);
  return results.every(({ passed }) => passed) ? 0 : 1;
}
