import { randomBytes } from 'node:crypto';
import { createRequire, registerHooks } from 'node:module';
import { Server as NetServer } from 'node:net';
import { join } from 'node:path';

/**
 * Starts a Bluesky server with its directory of accounts: `serve-bluesky.ts <packages> <data> <port> <port of the directory>`. It is a
 * process of its own, because its packages are in another folder and it would keep its connections in the process of the opinion.
 */
type Server = { start(): Promise<unknown> };
type Packages = {
  readonly pds: { readonly PDS: { fromEnv(settings: Readonly<Record<string, unknown>>): Promise<Server> } };
  readonly plc: {
    readonly Database: { mock(): unknown };
    readonly PlcServer: { create(settings: { readonly db: unknown; readonly port: number }): Server };
  };
};

const [packages = '', data = '', port = '', directoryPort = ''] = process.argv.slice(2);
const load = createRequire(join(packages, 'package.json'));
const sqlite = new URL('sqlite-for-bluesky.ts', import.meta.url).href;
registerHooks({
  resolve: (name, context, next) =>
    name === 'better-sqlite3' ? { url: sqlite, shortCircuit: true } : next(name, context),
});

// Both servers name no host when they listen, which would be every interface.
const listen = NetServer.prototype.listen;
NetServer.prototype.listen = function listenOnLoopback(this: NetServer, on: unknown, ...rest: never[]) {
  return listen.call(this, { port: Number(on), host: '127.0.0.1' }, ...rest);
} as typeof listen;

const plc = load('@did-plc/server') as Packages['plc'];
const { PDS } = load('@atproto/pds') as Packages['pds'];

await plc.PlcServer.create({ db: plc.Database.mock(), port: Number(directoryPort) }).start();
const server = await PDS.fromEnv({
  // Accepts HTTP and hosts on loopback.
  devMode: true,
  disableSsrfProtection: true,
  port: Number(port),
  hostname: 'localhost',
  dataDirectory: data,
  blobstoreDiskLocation: join(data, 'blobs'),
  didPlcUrl: `http://127.0.0.1:${directoryPort}`,
  serviceHandleDomains: ['.test'],
  inviteRequired: false,
  rateLimitsEnabled: true,
  // Profiles are part of the app view, which is another server. There is none.
  bskyAppViewUrl: 'http://127.0.0.1:9',
  bskyAppViewDid: 'did:example:invalid',
  jwtSecret: randomBytes(32).toString('hex'),
  adminPassword: randomBytes(16).toString('hex'),
  plcRotationKeyK256PrivateKeyHex: randomBytes(32).toString('hex'),
});
await server.start();
