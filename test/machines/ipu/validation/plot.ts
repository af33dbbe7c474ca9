// The rate of square products over their size as an SVG text, with the peaks that nothing reaches and the sizes that do not fit.

export interface Curve {
  /** `half` or `float`: a class of its own colour. */
  readonly kind: string;
  readonly title: string;
  readonly peak: number;
  /** `tflops` null: refused. */
  readonly points: readonly { readonly size: number; readonly tflops: number | null }[];
}

const [width, height] = [760, 400];
const frame = { left: 60, top: 30, right: 740, bottom: 340 };
const sizes = { from: 256, to: 8192 };
const most = 260;

/** Colours are spelled out: not every viewer of SVG files knows variables. */
const style = `text { font: 12px sans-serif; fill: #1f2328; } .middle { text-anchor: middle; } .end { text-anchor: end; }
.page { fill: #ffffff; } .frame { fill: none; stroke: #1f2328; } .grid { stroke: #d5dae0; }
polyline { fill: none; stroke-width: 2; } .peak { stroke-dasharray: 5 4; }
.half { stroke: #0b62c4; } .float { stroke: #b3500a; } circle.half { fill: #0b62c4; } circle.float { fill: #b3500a; }
@media (prefers-color-scheme: dark) {
text { fill: #dfe4ea; } .page { fill: #15191f; } .frame { stroke: #dfe4ea; } .grid { stroke: #3a424c; }
.half { stroke: #6db1ff; } .float { stroke: #f2a35e; } circle.half { fill: #6db1ff; } circle.float { fill: #f2a35e; }
}`;

export function ratePlot(title: string, curves: readonly Curve[]): string {
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img">`,
    `<title>${title}</title>`,
    `<style>\n${style}\n</style>`,
    `<rect class="page" width="${width}" height="${height}"/>`,
    ...grid(),
    ...curves.flatMap(drawn),
    '</svg>',
    '',
  ].join('\n');
}

function grid(): string[] {
  const lines = [`<text x="${frame.left - 44}" y="${frame.top - 10}">TFLOP/s</text>`];
  for (let value = 0; value <= most; value += 50) {
    lines.push(`<line class="grid" x1="${frame.left}" y1="${atY(value)}" x2="${frame.right}" y2="${atY(value)}"/>`);
    lines.push(`<text class="end" x="${frame.left - 6}" y="${atY(value) + 4}">${value}</text>`);
  }
  for (let size = sizes.from; size <= sizes.to; size *= 2) {
    lines.push(
      `<line class="frame" x1="${atX(size)}" y1="${frame.bottom}" x2="${atX(size)}" y2="${frame.bottom + 4}"/>`,
    );
    lines.push(`<text class="middle" x="${atX(size)}" y="${frame.bottom + 18}">${size}</text>`);
  }
  const [x, y] = [frame.left, frame.top];
  lines.push(`<rect class="frame" x="${x}" y="${y}" width="${frame.right - x}" height="${frame.bottom - y}"/>`);
  lines.push(
    `<text class="middle" x="${(x + frame.right) / 2}" y="${frame.bottom + 40}">rows, columns and inner dimension</text>`,
  );
  return lines;
}

function drawn({ kind, title, peak, points }: Curve): string[] {
  const found = points.filter((point) => point.tflops !== null) as { size: number; tflops: number }[];
  const refused = points.filter(({ tflops }) => tflops === null);
  return [
    `<line class="${kind} peak" x1="${frame.left}" y1="${atY(peak)}" x2="${frame.right}" y2="${atY(peak)}"/>`,
    `<text x="${frame.left + 8}" y="${atY(peak) - 5}">peak of ${title}</text>`,
    `<polyline class="${kind}" points="${found.map(({ size, tflops }) => `${atX(size)},${atY(tflops)}`).join(' ')}"/>`,
    ...found.map(({ size, tflops }) => `<circle class="${kind}" cx="${atX(size)}" cy="${atY(tflops)}" r="3"/>`),
    // A cross on the axis: does not fit.
    ...refused.map(({ size }) => {
      const [x, y] = [atX(size), frame.bottom - (kind === 'half' ? 18 : 6)];
      return `<path class="${kind}" d="M${x - 4} ${y - 4}l8 8m0 -8l-8 8"/>`;
    }),
  ];
}

function atX(size: number): number {
  const along = Math.log2(size / sizes.from) / Math.log2(sizes.to / sizes.from);
  return rounded(frame.left + 20 + along * (frame.right - frame.left - 40));
}

function atY(tflops: number): number {
  return rounded(frame.bottom - (tflops / most) * (frame.bottom - frame.top));
}

function rounded(value: number): number {
  return Math.round(value * 10) / 10;
}
