import { median } from '#bench/record/median.ts';
import {
  newKeyPair,
  openWith,
  readPrivateKey,
  readPublicKey,
  sealFor,
} from '#shared/platform/runtime/secrets/hpke.ts';

const BINDING = { info: Buffer.from('["secret","signing",17,1]'), aad: Buffer.from('["signing","w","e"]') };
const SECRET = Buffer.from('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw');
const ROUNDS = 40;
const CALLS = 100;

/** Microseconds of CPU time of one encryption and one decryption, without KMS: the median of 40 rounds of 100 calls. */
export function timeHpke(): { readonly sealMicroseconds: number; readonly openMicroseconds: number } {
  const key = readPrivateKey(newKeyPair());
  const recipient = readPublicKey(key.publicRaw);
  const sealed = sealFor(recipient, SECRET, BINDING);
  return {
    sealMicroseconds: microseconds(() => sealFor(recipient, SECRET, BINDING)),
    openMicroseconds: microseconds(() => openWith(key, sealed, BINDING)),
  };
}

function microseconds(call: () => unknown): number {
  const rounds = Array.from({ length: ROUNDS }, () => {
    const before = process.cpuUsage();
    for (let each = 0; each < CALLS; each += 1) call();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / CALLS;
  });
  return Math.round(median(rounds) * 10) / 10;
}
