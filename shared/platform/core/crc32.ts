const POLYNOMIAL = 0xed_b8_83_20;

/** The CRC-32 of an ASCII text (IEEE 802.3), as `crc32` of node:zlib. That module would take 3 ms of each cold start. */
export function crc32(text: string): number {
  let crc = -1;
  for (let at = 0; at < text.length; at += 1) {
    crc ^= text.charCodeAt(at);
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (POLYNOMIAL & -(crc & 1));
  }
  return (crc ^ -1) >>> 0;
}
