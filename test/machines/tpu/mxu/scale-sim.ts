// SCALE-Sim v2, total cycles: fifteen runs of the tool and its own golden file (AlexNet conv1, the last). M, N and K are its names;
// its K is the reduction.
export const scaleSimRuns = [
  [8, 8, 'weight-stationary', 16, 8, 8, 37],
  [8, 8, 'output-stationary', 8, 16, 8, 29],
  [8, 8, 'input-stationary', 8, 8, 16, 37],
  [8, 8, 'weight-stationary', 16, 12, 20, 227],
  [8, 8, 'output-stationary', 16, 12, 20, 155],
  [8, 8, 'input-stationary', 16, 12, 20, 167],
  [32, 32, 'weight-stationary', 128, 256, 64, 3551],
  [32, 32, 'output-stationary', 128, 256, 64, 2543],
  [32, 32, 'input-stationary', 128, 256, 64, 5055],
  [128, 128, 'weight-stationary', 256, 128, 128, 637],
  [128, 128, 'weight-stationary', 200, 300, 256, 3491],
  [128, 128, 'output-stationary', 200, 300, 256, 2215],
  [16, 8, 'weight-stationary', 10, 40, 20, 431],
  [16, 8, 'output-stationary', 10, 40, 20, 185],
  [16, 8, 'input-stationary', 10, 40, 20, 347],
  [32, 32, 'weight-stationary', 3025, 363, 96, 112283],
] as const;
