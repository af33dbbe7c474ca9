// Layers under the roofs of a machine as an SVG text: how much work there is for a byte, beside what the machine needs to be busy, and what share
// of its peak a mapping reaches.

export interface Point {
  readonly layer: string;
  readonly network: string;
  /** Work for a byte, 1 where computing and moving take the same time at best; share of the peak. */
  readonly intensity: number;
  readonly share: number;
}

const [width, height] = [760, 440];
const frame = { left: 64, top: 36, right: 740, bottom: 370 };

/** Colours are spelled out: not every viewer of SVG files knows variables. */
const style = `text { font: 12px sans-serif; fill: #1f2328; } .middle { text-anchor: middle; } .end { text-anchor: end; }
.page { fill: #ffffff; } .frame { fill: none; stroke: #1f2328; } .grid { stroke: #d5dae0; } .roof { fill: none; stroke: #1f2328; stroke-width: 2; }
.first { fill: #0b62c4; } .second { fill: #b3500a; }
@media (prefers-color-scheme: dark) {
text { fill: #dfe4ea; } .page { fill: #15191f; } .frame, .roof { stroke: #dfe4ea; } .grid { stroke: #3a424c; }
.first { fill: #6db1ff; } .second { fill: #f2a35e; }
}`;

/** `memories`: what the slope is, for the axis. */
export function rooflinePlot(title: string, memories: string, points: readonly Point[]): string {
  const networks = [...new Set(points.map(({ network }) => network))];
  const kinds = ['first', 'second'];
  const [left, right] = [
    Math.floor(Math.log2(Math.min(0.5, ...points.map(({ intensity }) => intensity)))),
    Math.ceil(Math.log2(Math.max(2, ...points.map(({ intensity }) => intensity)))),
  ];
  const low = Math.floor(Math.log2(Math.min(0.25, ...points.map(({ share }) => share))));
  const atX = (intensity: number): number =>
    rounded(frame.left + ((Math.log2(intensity) - left) / (right - left)) * (frame.right - frame.left));
  const atY = (share: number): number =>
    rounded(frame.bottom - ((Math.log2(share) - low) / -low) * (frame.bottom - frame.top));
  const verticals = Array.from({ length: right - left + 1 }, (_, at) => left + at).filter((one) => one % 2 === 0);
  const horizontals = Array.from({ length: 1 - low }, (_, at) => low + at);
  const ascent = Math.max(low, left);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img">`,
    `<title>${title}</title>`,
    `<style>\n${style}\n</style>`,
    `<rect class="page" width="${width}" height="${height}"/>`,
    `<text x="${frame.left}" y="20">${title}: share of the peak</text>`,
    ...verticals.flatMap((power) => [
      `<line class="grid" x1="${atX(2 ** power)}" y1="${frame.top}" x2="${atX(2 ** power)}" y2="${frame.bottom}"/>`,
      `<text class="middle" x="${atX(2 ** power)}" y="${frame.bottom + 18}">${powerText(power)}</text>`,
    ]),
    ...horizontals.flatMap((power) => [
      `<line class="grid" x1="${frame.left}" y1="${atY(2 ** power)}" x2="${frame.right}" y2="${atY(2 ** power)}"/>`,
      `<text class="end" x="${frame.left - 6}" y="${atY(2 ** power) + 4}">${powerText(power)}</text>`,
    ]),
    `<text class="middle" x="${(frame.left + frame.right) / 2}" y="${frame.bottom + 40}">work for a byte of ${memories}, over what keeps the machine busy</text>`,
    `<polyline class="roof" points="${atX(2 ** ascent)},${atY(2 ** ascent)} ${atX(1)},${atY(1)} ${frame.right},${atY(1)}"/>`,
    `<rect class="frame" x="${frame.left}" y="${frame.top}" width="${frame.right - frame.left}" height="${frame.bottom - frame.top}"/>`,
    ...points.map(
      ({ layer, network, intensity, share }) =>
        `<circle class="${kinds[networks.indexOf(network)]}" cx="${atX(intensity)}" cy="${atY(share)}" r="4"><title>${network} ${layer}</title></circle>`,
    ),
    ...networks.flatMap((network, at) => [
      `<circle class="${kinds[at]}" cx="${frame.left + 12 + 140 * at}" cy="${frame.bottom + 58}" r="4"/>`,
      `<text x="${frame.left + 22 + 140 * at}" y="${frame.bottom + 62}">${network}</text>`,
    ]),
    '</svg>',
    '',
  ].join('\n');
}

function powerText(power: number): string {
  return power < 0 ? `1/${2 ** -power}` : `${2 ** power}`;
}

function rounded(value: number): number {
  return Math.round(value * 10) / 10;
}
