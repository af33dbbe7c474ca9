// Reads what the reference prints for people (H.2 of the semantics): per level and dataspace, label and number.

export interface Statistics {
  /** By level name, the compute included; figures without a dataspace under ''. */
  readonly levels: ReadonlyMap<string, ReadonlyMap<string, ReadonlyMap<string, number>>>;
  readonly summary: ReadonlyMap<string, number>;
}

export function readStatistics(text: string): Statistics {
  const levels = new Map<string, Map<string, Map<string, number>>>();
  const summary = new Map<string, number>();
  const [described, rest] = text.split(/^Networks$/m);
  let level = new Map<string, Map<string, number>>();
  let dataspace = '';
  for (const line of described!.split('\n')) {
    const heading = /^=== (\S+) ===$/.exec(line);
    if (heading) {
      level = new Map([['', new Map()]]);
      levels.set(heading[1]!, level);
      dataspace = '';
      continue;
    }
    const section = /^\s+(\w+):$/.exec(line);
    if (section) {
      dataspace = section[1]!;
      if (!level.has(dataspace)) level.set(dataspace, new Map());
      continue;
    }
    const figure = /^\s+(.*?)\s*: (-?[\d.]+(?:e[+-]\d+)?)\b/.exec(line);
    if (figure) level.get(dataspace)?.set(figure[1]!, Number(figure[2]));
  }
  for (const line of rest!.slice(rest!.indexOf('Summary Stats')).split('\n')) {
    const figure = /^\s*(.*?)\s*[:=] (-?[\d.]+(?:e[+-]\d+)?)\b/.exec(line);
    if (figure) summary.set(figure[1]!, Number(figure[2]));
  }
  return { levels, summary };
}
