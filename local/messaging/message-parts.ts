/** The characters of GSM 03.38 that take one septet, and those that take two. */
const BASIC =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà';
const EXTENDED = '^{}\\[~]|€\f';

const GSM = { single: 160, part: 153 };
const UNICODE = { single: 70, part: 67 };

/** The encoding of an SMS, and the number of parts that it is sent and charged in. */
export function partsOf(text: string): { readonly encoding: 'GSM' | 'UNICODE'; readonly parts: number } {
  const characters = [...text];
  const isGsm = characters.every((each) => BASIC.includes(each) || EXTENDED.includes(each));
  const length = isGsm
    ? characters.reduce((sum, each) => sum + (EXTENDED.includes(each) ? 2 : 1), 0)
    : text.length;
  const { single, part } = isGsm ? GSM : UNICODE;
  return {
    encoding: isGsm ? 'GSM' : 'UNICODE',
    parts: length <= single ? 1 : Math.ceil(length / part),
  };
}
