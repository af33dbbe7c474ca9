// The report as a reader has it: results of real runs, the page opened in Chromium without a display.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mapper, root } from '../../cli/run-mapper.js';

const directory = mkdtempSync(join(tmpdir(), 'mapper-report-'));
const page = (name: string): string => join(directory, `${name}.html`);
let browser: Browser;

beforeAll(async () => {
  browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
  const arch = (name: string): string => join(root, 'arch', `teaching-${name}-level.yaml`);
  const gemm = join(root, 'workloads/gemm/gemm-example.yaml');
  writeFileSync(
    join(directory, 'sweep.yaml'),
    `sweep:
  architectures: ${arch('three')}
  workloads: ${gemm}
  axes: [{set: RF.depth, values: [8, 16]}, {set: DRAM.read_bandwidth, values: [2, 4]}]
`,
  );
  const longer = join(directory, 'longer.yaml');
  writeFileSync(longer, readFileSync(gemm, 'utf8').replace('name: gemm', 'name: longer').replace('K: 8', 'K: 12'));
  for (const args of [
    ['sweep', 'sweep.yaml', '--out', 'sweep'],
    ['search', arch('three'), gemm, longer, '--out', 'network', '--frontier', '--top', '2'],
    ['report', 'sweep', '-o', 'sweep.html'],
    ['report', 'network', '-o', 'network.html'],
  ]) {
    const { status, stderr } = mapper([...args, '--quiet'], { directory });
    expect(status, stderr).toBe(0);
  }
}, 120_000);

afterAll(async () => {
  await browser.close();
  rmSync(directory, { recursive: true });
});

/** Opens a report and fails on anything that it says, throws or asks for. */
async function open(name: string, options: BrowserContextOptions = {}): Promise<{ page: Page; said: string[] }> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  const opened = await context.newPage();
  const said: string[] = [];
  opened.on('console', (message) => said.push(message.text()));
  opened.on('pageerror', (problem) => said.push(problem.message));
  opened.on('request', (request) => {
    if (request.url() !== `file://${page(name)}`) said.push(request.url());
  });
  await opened.goto(`file://${page(name)}`);
  await opened.waitForSelector('#chart-frontier[data-drawn]');
  await opened.waitForSelector('#chart-energy[data-drawn]');
  await opened.waitForFunction('document.querySelectorAll("figure:not([hidden]) .chart:empty").length === 0');
  return { page: opened, said };
}

const points = '#chart-frontier .mark-symbol.role-mark path';

describe('of a sweep', () => {
  test('draws every chart, says nothing and loads nothing', async () => {
    const { page: opened, said } = await open('sweep');
    expect(await opened.locator(points).count()).toBe(4);
    for (const chart of ['frontier', 'energy', 'occupancy', 'roofline', 'heat', 'parallel'])
      expect([chart, await opened.locator(`#chart-${chart} svg`).count()]).toEqual([chart, 1]);
    expect(await opened.locator('#chart-heat .mark-rect.role-mark path').count()).toBe(4);
    expect(await opened.locator('#chart-parallel .mark-line path').count()).toBe(4);
    expect(await opened.locator('#figure-layers').isVisible()).toBe(false);
    const nest = await opened.locator('#nest').textContent();
    for (const word of ['DRAM', 'GLB', 'PE, side by side', 'RF', '<< compute >>', 'for ']) expect(nest).toContain(word);
    expect(await opened.locator('#nest .level .level .level').count()).toBeGreaterThan(0);
    expect(said).toEqual([]);
    await opened.context().close();
  });

  test('links table and charts, both ways', async () => {
    const { page: opened, said } = await open('sweep');
    const lines = opened.locator('#table tbody tr');
    expect(await lines.count()).toBe(4);
    await lines.nth(2).click();
    expect(await opened.locator('#table tr.chosen').count()).toBe(1);
    const id = await opened.locator('#table tr.chosen').getAttribute('data-id');
    await expect.poll(() => opened.locator(`${points}[stroke-width="2.5"], ${points}[style*="2.5"]`).count()).toBe(1);
    const faint = opened.locator(`${points}[opacity="0.25"]`);
    await expect.poll(() => faint.count()).toBe(3);
    expect(await opened.locator('#nest p').textContent()).toContain('RF.depth');
    await opened.locator('#clear').click();
    expect(await opened.locator('#table tr.chosen').count()).toBe(0);
    await expect.poll(() => faint.count()).toBe(0);
    await opened.locator(points).nth(Number(id)).click({ force: true });
    await expect.poll(() => opened.locator('#table tr.chosen').count()).toBe(1);
    await opened.locator('#chart-frontier').scrollIntoViewIfNeeded();
    const svg = (await opened.locator('#chart-frontier svg').boundingBox())!;
    const [left, top, width, height] = (await opened.evaluate(
      "(() => { const view = views.get('frontier'); return [...view.origin(), view.width(), view.height()]; })()",
    )) as [number, number, number, number];
    await opened.mouse.move(svg.x + left + 9, svg.y + top + 9);
    await opened.mouse.down();
    await opened.mouse.move(svg.x + left + width, svg.y + top + height, { steps: 5 });
    await opened.mouse.up();
    await expect.poll(() => opened.locator('#table tr.chosen').count()).toBeGreaterThan(1);
    expect(said).toEqual([]);
    await opened.context().close();
  });

  test('sorts, filters and says what is under the pointer', async () => {
    const { page: opened, said } = await open('sweep');
    const cycles = async (): Promise<number[]> => {
      const at = (await opened.locator('#table th').allInnerTexts()).findIndex((text) => text.startsWith('cycles'));
      const cells = await opened.locator(`#table tbody td:nth-child(${at + 1})`).allInnerTexts();
      return cells.map((text) => Number(text.replaceAll(',', '')));
    };
    await opened.locator('#table th button', { hasText: /^cycles/ }).click();
    const up = await cycles();
    expect(up).toEqual([...up].sort((a, b) => a - b));
    await opened.locator('#table th button', { hasText: /^cycles/ }).click();
    expect(await cycles()).toEqual([...up].reverse());
    await opened.locator('#filter').fill('RF.depth 8');
    expect(await opened.locator('#table tbody tr').count()).toBe(2);
    expect(await opened.locator('#shown').textContent()).toBe('2 of 4');
    await opened.locator(points).first().hover({ force: true });
    await expect.poll(() => opened.locator('#tip').textContent()).toContain('energy');
    expect(said).toEqual([]);
    await opened.context().close();
  });

  test('exports a chart as SVG', async () => {
    const { page: opened } = await open('sweep');
    const [download] = await Promise.all([
      opened.waitForEvent('download'),
      opened.locator('[data-chart=roofline]').click(),
    ]);
    expect(download.suggestedFilename()).toBe('roofline.svg');
    expect(readFileSync(await download.path(), 'utf8')).toMatch(/^<svg [\s\S]*operations per byte[\s\S]*<\/svg>$/);
    await opened.context().close();
  });

  test('is readable in the dark, on paper and on a narrow screen', async () => {
    const background = (opened: Page): Promise<string> =>
      opened.evaluate('getComputedStyle(document.body).backgroundColor');
    const { page: dark } = await open('sweep', { colorScheme: 'dark' });
    const { page: light } = await open('sweep', { colorScheme: 'light' });
    expect(await background(dark)).not.toBe(await background(light));
    const chart = (opened: Page): Promise<string | null> =>
      opened.locator('#chart-frontier svg text').first().getAttribute('fill');
    expect(await chart(dark)).not.toBe(await chart(light));
    await light.emulateMedia({ media: 'print' });
    expect(await light.locator('nav').isVisible()).toBe(false);
    expect(await light.locator('#chart-frontier svg').isVisible()).toBe(true);
    const { page: narrow } = await open('sweep', { viewport: { width: 420, height: 800 } });
    const overflow = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
    expect(await narrow.evaluate(overflow)).toBeLessThanOrEqual(0);
    for (const opened of [dark, light, narrow]) await opened.context().close();
  });
});

test('of a network: layers, their frontier, and nothing twice', async () => {
  const { page: opened, said } = await open('network');
  expect(await opened.locator('#chart-layers .mark-rect.role-mark path').count()).toBe(4);
  const csv = ['mappings.csv', 'frontier.csv'].flatMap((name) =>
    readFileSync(join(directory, 'network', name), 'utf8')
      .trim()
      .split('\n')
      .slice(1),
  );
  const mappings = new Set(csv.map((line) => `${line.split(',')[1]} ${/"\[.*?\]"/.exec(line)![0]}`));
  const total = 1;
  expect(await opened.locator('#table tbody tr').count()).toBe(mappings.size + total);
  await opened.locator('#scope').selectOption('longer');
  await expect.poll(() => opened.locator(points).count()).toBeGreaterThan(1);
  expect(said).toEqual([]);
  await opened.context().close();
});

test('of thousands of points opens in seconds', async () => {
  const [header, row] = readFileSync(join(directory, 'sweep/results.csv'), 'utf8').split('\n') as [string, string];
  // The last cells of a row are its place on the axes.
  const cells = row.replace(/(,[^,]*){2}$/, '');
  const lines = Array.from({ length: 4000 }, (_, at) => `${cells},${1 + Math.floor(at / 20)},${1 + (at % 20)}`);
  writeFileSync(join(directory, 'thousands.csv'), [header, ...lines, ''].join('\n'));
  const { status, stderr } = mapper(['report', 'thousands.csv', '-o', 'thousands.html', '--quiet'], { directory });
  expect(status, stderr).toBe(0);
  const { page: opened, said } = await open('thousands');
  expect(await opened.locator(points).count()).toBe(4000);
  expect(said).toEqual([]);
  await opened.context().close();
});
