// Colours of charts and page, light and dark. The categories are those of Okabe and Ito, which people with any of the
// common colour deficiencies tell apart; they are darkened or lightened where the background asks for it.

import type { Config } from 'vega-lite';

export const lightTheme = {
  page: '#ffffff',
  panel: '#f6f8fa',
  ink: '#1f2328',
  faint: '#59636e',
  line: '#d1d9e0',
  accent: '#0072b2',
  categories: ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#b88a00', '#56b4e9', '#7a5195', '#6e6e6e'],
  /** Low to high. */
  ramp: ['#f7f4c0', '#8fcdb9', '#3f8fb5', '#253a7d'],
};

export type Theme = typeof lightTheme;

export const darkTheme: Theme = {
  page: '#0d1117',
  panel: '#161b22',
  ink: '#e6edf3',
  faint: '#9198a1',
  line: '#3d444d',
  accent: '#56b4e9',
  categories: ['#56b4e9', '#e69f00', '#2fc49a', '#e59ac4', '#f0e442', '#7fa8ff', '#c39bd3', '#b0b0b0'],
  ramp: ['#253a7d', '#3f8fb5', '#8fcdb9', '#f7f4c0'],
};

const font = 'system-ui, "Segoe UI", Helvetica, Arial, sans-serif';

/** What every chart has in common. */
export function chartConfig(theme: Theme): Config {
  return {
    background: theme.page,
    font,
    axis: {
      labelColor: theme.ink,
      titleColor: theme.faint,
      titleFontWeight: 'normal',
      gridColor: theme.line,
      gridOpacity: 0.6,
      domainColor: theme.line,
      tickColor: theme.line,
      labelLimit: 220,
    },
    legend: { labelColor: theme.ink, titleColor: theme.faint, titleFontWeight: 'normal', labelLimit: 220 },
    title: { color: theme.ink, anchor: 'start', fontWeight: 600 },
    view: { stroke: theme.line },
    range: {
      category: theme.categories,
      ramp: theme.ramp,
      heatmap: theme.ramp,
      ordinal: theme.ramp,
    },
    bar: { color: theme.accent },
    point: { color: theme.accent, filled: true, size: 60 },
    line: { color: theme.accent },
    rule: { color: theme.faint },
    text: { color: theme.ink },
  };
}
