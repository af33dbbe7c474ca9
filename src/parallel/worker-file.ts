// Where the code of worker threads lies: they run what is compiled, also where the caller itself is run from its source.

export function compiledWorker(name: string, caller: string): string {
  const folder = caller.endsWith('.ts') ? '../../dist/parallel/' : './';
  return new URL(`${folder}${name}.js`, caller).href;
}
