import { createSocket } from 'node:dgram';

/** A name server on loopback: `records` by name and type (A is 1, AAAA is 28), each the address as bytes. */
export interface NameServer extends AsyncDisposable {
  /** `address:port`, as `setServers` takes it. */
  readonly server: string;
}

/** Record data by `name/type`; a name without any record does not exist, `null` means never to answer. */
export type NameServerRecords = Readonly<Record<string, readonly (readonly number[])[] | null>>;

/** Starts a name server that speaks just enough DNS (RFC 1035, 4.1) for address queries. */
export async function startNameServer(records: NameServerRecords): Promise<NameServer> {
  const socket = createSocket('udp4');
  socket.on('message', (query, from) => {
    const { name, type, questionEnd } = readQuestion(query);
    const answers = records[`${name}/${type}`];
    if (answers === null) return;
    const exists = Object.keys(records).some((key) => key.startsWith(`${name}/`));
    const header = Buffer.alloc(12);
    query.copy(header, 0, 0, 2);
    header.writeUInt16BE(0x8180 | (exists ? 0 : 3), 2);
    header.writeUInt16BE(1, 4);
    header.writeUInt16BE(answers?.length ?? 0, 6);
    const data = (answers ?? []).map((bytes) =>
      Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 60, 0, bytes.length, ...bytes]),
    );
    socket.send(Buffer.concat([header, query.subarray(12, questionEnd), ...data]), from.port, from.address);
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  return {
    server: `127.0.0.1:${socket.address().port}`,
    async [Symbol.asyncDispose]() {
      await new Promise<void>((resolve) => socket.close(resolve));
    },
  };
}

function readQuestion(query: Buffer): { name: string; type: number; questionEnd: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = query.readUInt8(at); length > 0; length = query.readUInt8(at)) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length).toLowerCase());
    at += 1 + length;
  }
  return { name: labels.join('.'), type: query.readUInt16BE(at + 1), questionEnd: at + 5 };
}
