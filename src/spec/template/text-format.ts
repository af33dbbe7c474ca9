// Python's text formats, as templates use them for names of files: `'{:03d}'.format(5)`, `'%02d' % 5`.

/** One value under a format such as `03d`, `.2f`, `>8`. Throws Error. */
export function formatted(value: unknown, form: string): string {
  const parts = /^(?:(.)?([<>^]))?(0)?(\d+)?(?:\.(\d+))?([a-zA-Z%])?$/.exec(form);
  if (!parts) throw new Error(`unknown format ${form}`);
  const [, fill, align, zero, width, digits, type = ''] = parts;
  const text = asText(value, type, digits === undefined ? undefined : Number(digits));
  const wanted = Math.min(Number(width ?? 0), 1000);
  const filler = fill ?? (zero ? '0' : ' ');
  if (zero && text.startsWith('-')) return `-${text.slice(1).padStart(wanted - 1, '0')}`;
  const side = align ?? (typeof value === 'number' || zero ? '>' : '<');
  if (side === '^')
    return text
      .padStart(text.length + Math.max(0, Math.floor((wanted - text.length) / 2)), filler)
      .padEnd(wanted, filler);
  return side === '>' ? text.padStart(wanted, filler) : text.padEnd(wanted, filler);
}

function asText(value: unknown, type: string, digits: number | undefined): string {
  if (type === '' || type === 's') return String(value).slice(0, typeof value === 'string' ? digits : undefined);
  const number = Number(value);
  if (typeof value === 'string' || Number.isNaN(number)) throw new Error(`format ${type} takes no ${String(value)}`);
  const forms: Readonly<Record<string, () => string>> = {
    d: () => String(Math.trunc(number)),
    i: () => String(Math.trunc(number)),
    f: () => number.toFixed(digits ?? 6),
    e: () => number.toExponential(digits ?? 6).replace(/e([+-])(\d)$/, 'e$10$2'),
    g: () => String(Number(number.toPrecision(digits || 6))),
    x: () => number.toString(16),
    b: () => number.toString(2),
    '%': () => `${(number * 100).toFixed(digits ?? 6)}%`,
  };
  const form = Object.hasOwn(forms, type) ? forms[type] : undefined;
  if (!form) throw new Error(`unknown format ${type}`);
  return form();
}

/** `text % values`. Throws Error. */
export function percentFormat(text: string, values: unknown): string {
  const list = Array.isArray(values) ? values : [values];
  let next = 0;
  return text.replace(/%(-?[\d.]*)([a-zA-Z%])/g, (_, form: string, type: string) => {
    if (type === '%') return '%';
    if (next >= list.length) throw new Error(`${text} takes more than ${list.length} values`);
    const side = form.startsWith('-') ? `<${form.slice(1)}` : form;
    const value = list[next++];
    return formatted(value, `${side !== '' && type === 's' && side === form ? `>${side}` : side}${type}`);
  });
}
