import { describe, expect, it } from 'vitest';
import { type CheckedName, checkName, type NameResolver } from '#scripts/lib/preflight/check-names.ts';

const NAME = 'api.example.com';
const TARGET = 'd-1.execute-api.eu-central-1.amazonaws.com';
const RECORD = { name: '_a.api.example.com.', value: '_b.acm-validations.aws.' };

/** A DNS in which everything is right. */
function aDns(overrides: Partial<NameResolver> = {}): NameResolver {
  const cnames: Record<string, string[]> = { '_a.api.example.com': ['_B.acm-validations.aws'] };
  return {
    nameServers: async (zone) => (zone === 'example.com' ? ['ns-1.awsdns.com'] : undefined),
    cname: async (name) => cnames[name],
    addresses: async () => ['192.0.2.1'],
    ...overrides,
  };
}

async function texts(dns: Partial<NameResolver>, checked: Partial<CheckedName> = {}) {
  const certificate = { status: 'ISSUED', names: [NAME], validation: [RECORD] };
  const findings = await checkName({ name: NAME, certificate, target: TARGET, ...checked }, aDns(dns));
  return findings.map(({ level, text }) => `${level}: ${text}`);
}

describe('the DNS of a host name', () => {
  it('is right with a delegated zone, a validation record and the addresses of the target', async () => {
    expect(await texts({})).toEqual([
      'ok: Zone example.com of api.example.com is delegated to ns-1.awsdns.com',
      'ok: The certificate of api.example.com has its validation record',
      `ok: api.example.com points to ${TARGET}`,
    ]);
  });

  it('is right with a CNAME to the target', async () => {
    const cname = async (name: string) => [name === NAME ? `${TARGET}.` : RECORD.value];
    const addresses = async (name: string) => [name === NAME ? '192.0.2.1' : '192.0.2.2'];

    expect(await texts({ cname, addresses })).toContain(`ok: ${NAME} points to ${TARGET}`);
  });

  it('fails without a delegated zone, of which a top-level domain is none', async () => {
    const nameServers = async (zone: string) => (zone === 'com' ? ['a.gtld-servers.net'] : undefined);

    expect(await texts({ nameServers })).toContain(
      'failed: No zone of api.example.com is delegated: enter the name servers of its hosted zone at the registrar or in the parent zone.',
    );
  });

  it('fails without the validation record of a certificate that is not issued', async () => {
    const certificate = { status: 'PENDING_VALIDATION', names: [NAME], validation: [RECORD] };

    expect(await texts({ cname: async () => undefined }, { certificate })).toContain(
      'failed: The certificate of api.example.com cannot be validated: create the CNAME _a.api.example.com with the value _b.acm-validations.aws.',
    );
  });

  it('has a note without the validation record of an issued certificate, and with another value', async () => {
    const note = expect.stringContaining('note: The certificate of api.example.com will not be renewed');

    expect(await texts({ cname: async () => undefined })).toContainEqual(note);
    expect(await texts({ cname: async () => ['_c.acm-validations.aws'] })).toContainEqual(note);
  });

  it('needs no record for a certificate that is validated by mail', async () => {
    const certificate = { status: 'ISSUED', names: [NAME] };

    expect(await texts({ cname: async () => undefined }, { certificate })).toHaveLength(2);
  });

  it('has a note while the name points nowhere or to another target', async () => {
    const elsewhere = async (name: string) => [name === NAME ? '198.51.100.1' : '192.0.2.1'];

    expect(await texts({ addresses: async () => undefined })).toContain(
      `note: ${NAME} has no address: create an alias record or a CNAME to ${TARGET}.`,
    );
    expect(await texts({ addresses: elsewhere })).toContain(
      `note: ${NAME} points to 198.51.100.1, and not to ${TARGET}: correct its record.`,
    );
  });

  it('has a note before the first deployment', async () => {
    expect(await texts({ addresses: async () => undefined }, { target: undefined })).toContain(
      `note: ${NAME} has no address yet. After the deployment, point it to its output.`,
    );
  });

  it('has a note if the DNS does not respond', async () => {
    const nameServers = () => Promise.reject(new Error('queryNs ETIMEOUT example.com'));

    expect(await texts({ nameServers })).toEqual([
      `note: The DNS of ${NAME} could not be read: queryNs ETIMEOUT example.com`,
    ]);
  });
});
