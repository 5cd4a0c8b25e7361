import { correction, generate } from 'lean-qr';
import { toSvgPath, toSvgSource } from 'lean-qr/extras/svg';
import { useMemo } from 'preact/hooks';
import { Button } from './button.tsx';
import { Copy } from './copy.tsx';
import { saveFile } from './save-file.ts';

/** The margin around a code in modules, which ISO/IEC 18004 requires. */
const MARGIN = 4;
/** Approximate width of the PNG image in pixels, so that it can be printed. */
const PNG_PIXELS = 1024;

/** A QR code, black on white in any colour scheme, because scanners need it. It can be copied and saved. */
export function QrCode({
  text,
  name,
  label,
}: {
  readonly text: string;
  /** The name of the files, without an extension. */
  readonly name: string;
  readonly label: string;
}) {
  const code = useMemo(() => generate(text, { minCorrectionLevel: correction.M }), [text]);
  const svg = useMemo(
    () => toSvgSource(code, { on: '#000', off: '#fff', pad: MARGIN, scale: 8, xmlDeclaration: true }),
    [code],
  );
  const width = code.size + 2 * MARGIN;

  function savePng(): void {
    const [modules, canvas] = [document.createElement('canvas'), document.createElement('canvas')];
    code.toCanvas(modules, { on: [0, 0, 0], off: [255, 255, 255], pad: MARGIN });
    canvas.width = width * Math.floor(PNG_PIXELS / width);
    canvas.height = canvas.width;
    const image = canvas.getContext('2d');
    if (!image) return;
    image.imageSmoothingEnabled = false;
    image.drawImage(modules, 0, 0, canvas.width, canvas.height);
    canvas.toBlob((data) => data && saveFile(`${name}.png`, data), 'image/png');
  }

  return (
    <>
      <svg
        class="qr"
        viewBox={`0 0 ${width} ${width}`}
        role="img"
        aria-label={label}
        shape-rendering="crispEdges"
      >
        <rect width={width} height={width} fill="#fff" />
        <path d={toSvgPath(code)} transform={`translate(${MARGIN} ${MARGIN})`} fill="#000" />
      </svg>
      <div class="actions">
        <Button
          label="Save as SVG"
          quiet
          onClick={() => saveFile(`${name}.svg`, new Blob([svg], { type: 'image/svg+xml' }))}
        />
        <Button label="Save as PNG" quiet onClick={savePng} />
        <Copy text={svg} label="Copy the SVG" />
      </div>
    </>
  );
}
