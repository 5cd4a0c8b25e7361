import { isIP } from 'node:net';
import type { Certificate } from './aws-account.ts';
import type { Finding } from './finding.ts';

/** What the preflight asks the public DNS. `undefined` means that the name or the record does not exist. */
export type NameResolver = {
  nameServers(zone: string): Promise<readonly string[] | undefined>;
  cname(name: string): Promise<readonly string[] | undefined>;
  addresses(name: string): Promise<readonly string[] | undefined>;
};

/** A host name of a stage, with its certificate and the name that the deployment created for it, if it is deployed. */
export type CheckedName = {
  readonly name: string;
  readonly certificate: Certificate | undefined;
  readonly target: string | undefined;
};

/** Compares host names with the public DNS: the delegation of their zone, the proof for the certificate, and their targets. */
export async function checkName(checked: CheckedName, dns: NameResolver): Promise<readonly Finding[]> {
  try {
    return [
      await delegation(checked.name, dns),
      ...(await proofs(checked, dns)),
      await address(checked, dns),
    ];
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    return [{ level: 'note', text: `The DNS of ${checked.name} could not be read: ${text}` }];
  }
}

/** The zone of a name is the nearest parent with name servers. A top-level domain alone is no delegation. */
async function delegation(name: string, dns: NameResolver): Promise<Finding> {
  const labels = name.split('.');
  for (let from = 0; from < labels.length - 1; from += 1) {
    const zone = labels.slice(from).join('.');
    const servers = await dns.nameServers(zone);
    if (servers !== undefined && servers.length > 0)
      return { level: 'ok', text: `Zone ${zone} of ${name} is delegated to ${servers.join(', ')}` };
  }
  return {
    level: 'failed',
    text: `No zone of ${name} is delegated: enter the name servers of its hosted zone at the registrar or in the parent zone.`,
  };
}

/** ACM renews a certificate only while its validation records exist. */
async function proofs({ name, certificate }: CheckedName, dns: NameResolver): Promise<readonly Finding[]> {
  return Promise.all(
    (certificate?.validation ?? []).map(async (record): Promise<Finding> => {
      const found = await dns.cname(plain(record.name));
      if (found?.some((value) => plain(value) === plain(record.value)))
        return { level: 'ok', text: `The certificate of ${name} has its validation record` };
      const create = `create the CNAME ${plain(record.name)} with the value ${plain(record.value)}`;
      return certificate?.status === 'ISSUED'
        ? {
            level: 'note',
            text: `The certificate of ${name} will not be renewed, because its validation record is missing: ${create}.`,
          }
        : { level: 'failed', text: `The certificate of ${name} cannot be validated: ${create}.` };
    }),
  );
}

async function address({ name, target }: CheckedName, dns: NameResolver): Promise<Finding> {
  const own = await dns.addresses(name);
  if (target === undefined)
    return own === undefined
      ? { level: 'note', text: `${name} has no address yet. After the deployment, point it to its output.` }
      : {
          level: 'note',
          text: `${name} points to ${own.join(', ')}. After the deployment, point it to its output.`,
        };
  if (own === undefined)
    return { level: 'note', text: `${name} has no address: create an alias record or a CNAME to ${target}.` };
  const aliases = (await dns.cname(name)) ?? [];
  const targets = (isIP(target) > 0 ? [target] : await dns.addresses(target)) ?? [];
  if (aliases.some((value) => plain(value) === plain(target)) || own.some((each) => targets.includes(each)))
    return { level: 'ok', text: `${name} points to ${target}` };
  return {
    level: 'note',
    text: `${name} points to ${own.join(', ')}, and not to ${target}: correct its record.`,
  };
}

/** A name without the final dot and in lower case. */
function plain(name: string): string {
  return name.replace(/\.$/u, '').toLowerCase();
}
