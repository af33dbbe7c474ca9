// Progress on stderr: a live line on a terminal, a plain line every half minute elsewhere, nothing with --quiet.

import cliProgress from 'cli-progress';
import { countText } from '../math/count-text.js';
import type { LayersProgress } from '../parallel/run-layers.js';
import { duration, percent, readable } from '../report/numbers.js';
import { edpText, energyText } from '../report/units.js';
import { gapOf } from '../search/assemble-result.js';
import type { Metric, Progress } from '../search/result.js';
import type { Context } from './context.js';
import { isOn } from './options.js';

export interface ProgressView<T> {
  readonly update: (progress: T) => void;
  readonly stop: () => void;
}

const plainLineSeconds = 30;

/** What is under way, and how its progress reads. */
export interface Shown<T> {
  readonly label: string;
  readonly describe: (
    progress: T,
    elapsedSeconds: number,
  ) => { readonly text: string; readonly fraction: number | null };
}

export interface ProgressSubject {
  /** What is being searched: a name per layer. */
  readonly labels: readonly string[];
  readonly timeLimitSeconds: number | null;
  /** What `bestObjective` and `lowerBound` are. */
  readonly metric: Metric;
}

/** Of `total` points, each of which takes so long. */
export function pointsText(points: {
  readonly done: number;
  readonly total: number;
  readonly seconds: number;
  readonly secondsAPoint: number;
  readonly failed?: number;
}): ReturnType<Shown<unknown>['describe']> {
  const { done, total, seconds, secondsAPoint, failed = 0 } = points;
  const parts = [`${done} of ${Math.round(total)} points`];
  if (failed > 0) parts.push(`${failed} without a mapping`);
  parts.push(duration(seconds));
  if (done < total) parts.push(`about ${duration(secondsAPoint * (total - done))} left`);
  return { text: parts.join(', '), fraction: Math.min(1, done / total) };
}

export function showLayers(context: Context, subject: ProgressSubject): ProgressView<LayersProgress> {
  const { labels } = subject;
  const alone = labels.length === 1;
  return showProgress(context, {
    label: alone ? labels[0]! : `${labels.length} layers`,
    describe: (progress, elapsedSeconds) => ({
      text: layersText(progress, elapsedSeconds, subject),
      fraction: alone ? (progress.running[0]?.progress.fraction ?? null) : progress.done / labels.length,
    }),
  });
}

export function showProgress<T>({ options, terminal }: Context, shown: Shown<T>): ProgressView<T> {
  if (isOn(options, 'quiet')) return { update: () => {}, stop: () => {} };
  const live = terminal.errIsTerminal && !isOn(options, 'json') && !process.env.CI;
  return live ? liveLine(shown) : plainLines(shown, terminal.err);
}

function liveLine<T>({ label, describe }: Shown<T>): ProgressView<T> {
  const started = performance.now();
  const bar = new cliProgress.SingleBar(
    {
      clearOnComplete: true,
      hideCursor: true,
      // Piscina's workers and the search own the signals; the bar must not exit on its own.
      gracefulExit: false,
      format: (barOptions, params, payload: { readonly text: string; readonly known: boolean }) =>
        `${label}  ${payload.known ? `${cliProgress.Format.BarFormat(params.progress, barOptions)} ` : ''}${payload.text}`,
    },
    cliProgress.Presets.shades_grey,
  );
  bar.start(1, 0, { text: 'starting', known: false });
  // Also when a second signal ends the run: the bar has hidden the cursor.
  const stop = (): void => bar.stop();
  process.once('exit', stop);
  return {
    update: (progress) => {
      const { text, fraction } = describe(progress, (performance.now() - started) / 1000);
      bar.update(fraction ?? 0, { text, known: fraction !== null });
    },
    stop: () => {
      process.off('exit', stop);
      stop();
    },
  };
}

function plainLines<T>({ label, describe }: Shown<T>, write: (text: string) => void): ProgressView<T> {
  const started = performance.now();
  let last = started;
  return {
    update: (progress) => {
      const now = performance.now();
      if (now - last < plainLineSeconds * 1000) return;
      last = now;
      write(`${label}: ${describe(progress, (now - started) / 1000).text}\n`);
    },
    stop: () => {},
  };
}

/** One layer in detail; of several, how many are done and how near the current ones are to their proof. */
export function layersText(progress: LayersProgress, elapsedSeconds: number, subject: ProgressSubject): string {
  const { done, running } = progress;
  const { labels } = subject;
  if (labels.length === 1) {
    return running[0] ? progressText(running[0].progress, elapsedSeconds, subject) : duration(elapsedSeconds);
  }
  const current = running.map(({ layer, progress: { bestObjective, lowerBound } }) => {
    if (bestObjective === null) return `${labels[layer]} begun`;
    return lowerBound === null
      ? labels[layer]!
      : `${labels[layer]} within ${percent(gapOf(bestObjective, lowerBound))} %`;
  });
  return [`${done} done, ${duration(elapsedSeconds)}`, ...current].join('; ');
}

export function progressText(
  progress: Progress,
  elapsedSeconds: number,
  { timeLimitSeconds, metric }: ProgressSubject,
): string {
  const { evaluations, valid, bestObjective, lowerBound, fraction } = progress;
  const rate = elapsedSeconds > 0 ? Math.round(evaluations / elapsedSeconds) : 0;
  const parts = [duration(elapsedSeconds)];
  if (rate > 0) parts.push(`${countText(BigInt(rate))} mappings/s`);
  if (bestObjective !== null) parts.push(`best ${objectiveTexts[metric](bestObjective)}`);
  // Valid ones may be estimates only, whose best few are costed before long.
  else if (valid > 0) parts.push(`${countText(BigInt(valid))} valid`);
  else parts.push(evaluations === 0 ? 'preparing' : 'nothing valid yet');
  if (lowerBound !== null && lowerBound > 0) parts.push(`bound ${objectiveTexts[metric](lowerBound)}`);
  if (fraction !== null) parts.push(`${percent(fraction)} % done`);
  const left = [
    fraction !== null && fraction > 0.001 ? (elapsedSeconds * (1 - fraction)) / fraction : Number.POSITIVE_INFINITY,
    timeLimitSeconds === null ? Number.POSITIVE_INFINITY : Math.max(0, timeLimitSeconds - elapsedSeconds),
  ];
  const least = Math.min(...left);
  if (Number.isFinite(least)) parts.push(`${duration(least)} left`);
  return parts.join(', ');
}

const objectiveTexts: Readonly<Record<Metric, (value: number) => string>> = {
  edp: edpText,
  energy: energyText,
  cycles: (value) => `${readable(value)} cycles`,
  utilization: readable,
  ed2p: readable,
};
