import { spawn, type ChildProcess } from 'node:child_process';
import { afterEach, describe, expect, it } from 'vitest';
import { startOnFreePort } from '#local/dynamodb/dynoxide.ts';

const SERVE =
  "require('node:http').createServer((_, reply) => reply.end()).listen(Number(process.argv[1]), '127.0.0.1')";

describe('an emulator on a free port', () => {
  const children: ChildProcess[] = [];

  function run(script: string, port: number): ChildProcess {
    const child = spawn(process.execPath, ['-e', script, String(port)], { stdio: 'ignore' });
    children.push(child);
    return child;
  }

  afterEach(() => {
    for (const child of children.splice(0)) child.kill();
  });

  it('is started on another port if it exits, as when another process took the port first', async () => {
    const ports: number[] = [];
    const started = await startOnFreePort(
      (port) => run(ports.push(port) === 1 ? 'process.exit(1)' : SERVE, port),
      (child) => child.kill(),
    );

    expect(started?.endpoint).toBe(`http://127.0.0.1:${ports[1]}`);
    expect(children).toHaveLength(2);
  });

  it('is given up after three exits', async () => {
    const started = await startOnFreePort(
      (port) => run('process.exit(1)', port),
      (child) => child.kill(),
    );

    expect(started).toBeUndefined();
    expect(children).toHaveLength(3);
  });
});
