// The table of all results: sorts by any column, filters by words, and chooses rows.

interface TableField {
  readonly name: string;
  readonly of: (row: Row) => string | number | null;
}

const fields: readonly TableField[] = [
  { name: 'architecture', of: (row: Row) => row.architecture },
  { name: 'workload', of: (row: Row) => row.workload },
  ...axes.map((name, at) => ({ name, of: (row: Row) => row.axes[at]! })),
  { name: 'rank', of: (row: Row) => row.rank },
  { name: 'cycles', of: (row: Row) => row.cycles },
  { name: `energy (${data.energyUnit})`, of: (row: Row) => row.energy },
  { name: `EDP (${data.edpUnit})`, of: (row: Row) => row.edp },
  { name: 'util. (%)', of: (row: Row) => row.utilization },
  { name: 'bound by', of: (row: Row) => row.boundBy },
  { name: 'proven', of: (row: Row) => (row.proven ? 'yes' : 'no') },
].filter(({ name, of }) => name === 'workload' || distinct(rows.map(of)).length > 1 || rows.length === 1);

const mostLines = 500;
let sortedBy = 0;
let descending = false;

function drawTable(): void {
  const words = element<HTMLInputElement>('filter').value.toLowerCase().split(/\s+/).filter(Boolean);
  const { of } = fields[sortedBy]!;
  const compare = (a: Row, b: Row): number => {
    const [left, right] = [of(a), of(b)];
    if (left === right) return a.id - b.id;
    const order = left === null ? 1 : right === null ? -1 : left < right ? -1 : 1;
    return descending ? -order : order;
  };
  const found = rows.filter((row) => {
    const text = `${row.label} ${row.architecture} ${row.boundBy}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  const shown = found.sort(compare).slice(0, mostLines);
  element('shown').textContent =
    shown.length < found.length ? `the first ${shown.length} of ${found.length}` : `${shown.length} of ${rows.length}`;
  const numeric = fields.map(({ of: value }) => shown.every((row) => typeof value(row) !== 'string'));
  const head = make('tr');
  fields.forEach(({ name }, at) => {
    const cell = make('th', '', numeric[at] ? 'number' : '');
    const button = make('button', `${name}${at === sortedBy ? (descending ? ' ▾' : ' ▴') : ''}`);
    button.addEventListener('click', () => {
      descending = at === sortedBy && !descending;
      sortedBy = at;
      drawTable();
    });
    cell.setAttribute('aria-sort', at !== sortedBy ? 'none' : descending ? 'descending' : 'ascending');
    cell.append(button);
    head.append(cell);
  });
  const table = element('table');
  table.querySelector('thead')!.replaceChildren(head);
  table.querySelector('tbody')!.replaceChildren(
    ...shown.map((row) => {
      const line = make('tr', '', chosen.includes(row.id) ? 'chosen' : '');
      line.dataset.id = String(row.id);
      line.append(...fields.map(({ of: value }, at) => make('td', short(value(row)), numeric[at] ? 'number' : '')));
      line.addEventListener('click', (event) => choose([row.id], event.shiftKey || event.ctrlKey));
      return line;
    }),
  );
}
