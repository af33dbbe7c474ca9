import { describe, expect, it, vi } from 'vitest';
import type { Context } from '../../src/cli/context.js';
import type { Options } from '../../src/cli/options.js';
import { layersText, progressText, showLayers } from '../../src/cli/progress.js';
import { plainStyle } from '../../src/report/style.js';
import type { Progress } from '../../src/search/result.js';

const progress: Progress = { evaluations: 5000, valid: 10, bestObjective: 1234.5, lowerBound: 1000, fraction: 0.25 };

function context(written: string[], options: Options = new Map()): Context {
  const terminal = {
    out: async () => {},
    err: (text: string) => {
      written.push(text);
    },
    outStyle: plainStyle,
    errColor: false,
    outWidth: null,
    errWidth: null,
    errIsTerminal: false,
  };
  return { files: [], options, terminal, argv: [], version: '0', said: [] };
}

const subject = { labels: ['layer'], timeLimitSeconds: null, metric: 'cycles' } as const;
const one = { done: 0, running: [{ layer: 0, progress }] };

describe('progress', () => {
  it('says how fast, how good and how long', () => {
    expect(progressText(progress, 2, subject)).toBe(
      '2.00 s, 2,500 mappings/s, best 1,234.5 cycles, bound 1,000 cycles, 25.0 % done, 6.00 s left',
    );
    const nothing = { evaluations: 0, valid: 0, bestObjective: null, lowerBound: null, fraction: null };
    expect(progressText(nothing, 0, subject)).toBe('0.00 s, preparing');
    const estimated = { ...nothing, evaluations: 1000, valid: 900 };
    expect(progressText(estimated, 2, subject)).toBe('2.00 s, 500 mappings/s, 900 valid');
    expect(progressText({ ...estimated, valid: 0 }, 2, subject)).toContain('nothing valid yet');
    const costly = { ...progress, bestObjective: 5.8477e14, lowerBound: 3.8331e14 };
    expect(progressText(costly, 2, { ...subject, metric: 'edp' })).toContain(
      'best 584.77 J*cycles, bound 383.31 J*cycles',
    );
    const limited = { ...subject, timeLimitSeconds: 5 };
    expect(progressText(progress, 2, limited)).toContain(', 3.00 s left');
    expect(progressText(nothing, 6, limited)).toContain(', 0.00 s left');
  });

  it('says of several layers how many are done and how near the current ones are to their proof', () => {
    const network = { ...subject, labels: ['conv1', 'conv2', 'conv3'] };
    const none = { ...progress, bestObjective: null, lowerBound: null };
    const running = [
      { layer: 1, progress },
      { layer: 2, progress: none },
    ];
    expect(layersText({ done: 1, running }, 2, network)).toBe('1 done, 2.00 s; conv2 within 19.0 %; conv3 begun');
    const half = { ...progress, bestObjective: 0.5, lowerBound: 1 };
    expect(
      layersText({ done: 1, running: [{ layer: 1, progress: half }] }, 2, { ...network, metric: 'utilization' }),
    ).toBe('1 done, 2.00 s; conv2 within 50.0 %');
  });

  it('is a plain line every half minute without a terminal, and nothing when quiet', () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const written: string[] = [];
    const view = showLayers(context(written), subject);
    view.update(one);
    vi.advanceTimersByTime(29_000);
    view.update(one);
    expect(written).toEqual([]);
    vi.advanceTimersByTime(2000);
    view.update(one);
    view.update(one);
    expect(written).toEqual([
      'layer: 31.0 s, 161 mappings/s, best 1,234.5 cycles, bound 1,000 cycles, 25.0 % done, 1 min 33 s left\n',
    ]);
    const quiet = showLayers(context(written, new Map([['quiet', { value: true, origin: 'default' }]])), subject);
    vi.advanceTimersByTime(60_000);
    quiet.update(one);
    expect(written).toHaveLength(1);
    vi.useRealTimers();
  });
});
