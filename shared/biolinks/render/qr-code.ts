import { type Bitmap2D, correction, generate } from 'lean-qr';
import { toPngBuffer } from 'lean-qr/extras/node_export';
import { toSvgSource } from 'lean-qr/extras/svg';

/** The margin around a code in modules, which ISO/IEC 18004 requires. */
const MARGIN = 4;

/** Approximate width of the PNG image in pixels, so that it can be printed. */
const PNG_PIXELS = 1024;

/** A QR code of a text as an SVG document, black on white. */
export function qrSvg(text: string): string {
  return toSvgSource(codeOf(text), { on: '#000', off: '#fff', pad: MARGIN, scale: 8, xmlDeclaration: true });
}

/** A QR code of a text as a PNG image, black on white. */
export function qrPng(text: string): Uint8Array {
  const code = codeOf(text);
  const scale = Math.floor(PNG_PIXELS / (code.size + 2 * MARGIN));
  return toPngBuffer(code, { on: [0, 0, 0], off: [255, 255, 255], pad: MARGIN, scale });
}

/** A code that is readable when 15 % of it are damaged, which is usual for print. */
function codeOf(text: string): Bitmap2D {
  return generate(text, { minCorrectionLevel: correction.M });
}
