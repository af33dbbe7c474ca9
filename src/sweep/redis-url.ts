// The address of a Redis server without what must not be seen.

/** `redis://host:6379/0`: protocol, host, port and database, whatever else there is. */
export function redactedUrl(text: string): string {
  const url = parsed(text);
  return url === undefined ? '(not a URL)' : `${url.protocol}//${url.host}${url.pathname}`;
}

/** Any text, an error message for instance, without the password of the address. */
export function withoutSecrets(text: string, address: string): string {
  const password = parsed(address)?.password ?? '';
  const secrets = [address, password, decodeURIComponent(password)].filter((one) => one !== '');
  return secrets.reduce((rest, secret) => rest.replaceAll(secret, '***'), text);
}

/** What is wrong with an address; undefined where it is one. */
export function addressProblem(text: string): string | undefined {
  const url = parsed(text);
  if (url === undefined || !/^rediss?:$/.test(url.protocol)) return 'is no address of a Redis server';
  if (!/^\/?\d*$/.test(url.pathname)) return 'names a database that is no number';
  return isDecodable(url.username) && isDecodable(url.password)
    ? undefined
    : 'has a % in its user or password that begins no escape: % itself is %25';
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

function parsed(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined;
}
