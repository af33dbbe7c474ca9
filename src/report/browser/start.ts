// Sets the page going: choices, buttons, first drawing.

function options(id: string, names: readonly string[], first?: string): void {
  const select = element<HTMLSelectElement>(id);
  select.replaceChildren(...names.map((name) => new Option(name, name, name === first, name === first)));
}

function drawAll(): void {
  void Promise.all(data.charts.map(({ name }) => draw(name)));
  drawNest();
  drawTable();
}

async function exportSvg(name: string): Promise<void> {
  const svg = await views.get(name)?.toSVG();
  if (!svg) return;
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
  link.download = `${name}.svg`;
  link.click();
  URL.revokeObjectURL(link.href);
}

options(
  'scope',
  distinct([...rows.filter(({ kind }) => kind === 'total').map(({ workload }) => workload), everything, ...workloads]),
  firstScope(),
);
element('scope-label').hidden = workloads.length < 2;
const across = coordinates().map(({ name }) => name);
const designAxes = axes.filter((name) => name !== 'objective' && name !== 'file');
const [down = '', beside = ''] = designAxes.length > 1 ? designAxes : across.filter((name) => name !== 'objective');
options('heat-x', across, beside);
options('heat-y', across, down);
options(
  'heat-value',
  metrics().map(({ name }) => name),
);
const proven = layers.filter((row) => row.proven).length;
element('summary').textContent = [
  `${layers.length} result${layers.length === 1 ? '' : 's'}, ${proven} proven optimal`,
  ...(architectures.length > 1 ? [`${architectures.length} architectures`] : [architectures[0] ?? '']),
  ...(designs.length > architectures.length ? [`${designs.length} designs`] : []),
].join('; ');
for (const [what, why] of data.failed) element('failed').append(make('li', `${what}: ${why}`));
element('failed-section').hidden = data.failed.length === 0;

scope.addEventListener('change', drawAll);
for (const id of ['heat-x', 'heat-y', 'heat-value']) element(id).addEventListener('change', () => void draw('heat'));
element('filter').addEventListener('input', drawTable);
element('clear').addEventListener('click', () => choose([], false));
element('theme').addEventListener('click', () => {
  document.documentElement.dataset.theme = isDark() ? 'light' : 'dark';
  drawAll();
});
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', drawAll);
for (const button of document.querySelectorAll<HTMLElement>('.export'))
  button.addEventListener('click', () => void exportSvg(button.dataset.chart!));
sortedBy = Math.max(
  0,
  fields.findIndex(({ name }) => name.startsWith('EDP')),
);
drawAll();
choose([], false);
